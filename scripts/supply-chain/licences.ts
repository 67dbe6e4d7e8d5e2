import satisfies from 'spdx-satisfies'
import type { Package } from './lockfile.ts'

/**
 * Licenses that can be shipped with a product under Apache-2.0 and require only that their text is included.
 */
export const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]

export type Exception = { names: RegExp; licences: string[]; why: string }

export const exceptions: Exception[] = [
  {
    names: /^@img\/sharp-/,
    licences: ['LGPL-3.0-or-later'],
    why: 'libvips is an unmodified shared library, which users can replace (LGPL-3.0 §4).',
  },
  {
    names: /^libheif-js$/,
    licences: ['LGPL-3.0'],
    why: 'libheif is a separate, unmodified WebAssembly file, which users can replace (LGPL-3.0 §4).',
  },
]

/** Packages whose license is not allowed or cannot be determined. */
export const refusedAmong = (packages: Package[]) => packages.filter((one) => !isAllowed(one))

function isAllowed({ name, license }: Package): boolean {
  const extra = exceptions.filter(({ names }) => names.test(name)).flatMap(({ licences }) => licences)
  try {
    return license !== undefined && satisfies(license, [...allowed, ...extra])
  } catch {
    // `SEE LICENSE IN …` and similar values need a manual check.
    return false
  }
}
