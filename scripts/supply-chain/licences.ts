import satisfies from 'spdx-satisfies'
import type { Package } from './lockfile.ts'

/** What may be shipped with a product under Apache-2.0, asking for no more than that its text comes along. */
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
    why: 'libvips is a shared library of its own, unchanged, which whoever runs Atelier can replace (LGPL-3.0 §4).',
  },
]

/** Those whose licence is not allowed, or can't be read. */
export const refusedAmong = (packages: Package[]) => packages.filter((one) => !isAllowed(one))

function isAllowed({ name, license }: Package): boolean {
  const extra = exceptions.filter(({ names }) => names.test(name)).flatMap(({ licences }) => licences)
  try {
    return license !== undefined && satisfies(license, [...allowed, ...extra])
  } catch {
    // `SEE LICENSE IN …` and the like: somebody has to look.
    return false
  }
}
