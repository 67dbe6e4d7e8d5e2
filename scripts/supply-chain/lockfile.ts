import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export type Package = {
  /** The directory of the package: `node_modules/pg`, or a nested directory if two versions are needed. */
  path: string
  name: string
  version: string
  /** An SPDX expression. */
  license: string | undefined
  /** The registry's checksum: `sha512-…`. */
  integrity: string | undefined
  hasInstallScript: boolean
  isDev: boolean
  /**
   * Whether installation is skipped on systems where the package cannot run. Most of these are for other
   * systems.
   */
  isOptional: boolean
  dependencies: string[]
}

type Entry = {
  name?: string
  version?: string
  license?: string
  integrity?: string
  hasInstallScript?: boolean
  dev?: boolean
  optional?: boolean
  link?: boolean
  /** The directory of the workspace, if the entry is a link. */
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Lockfile = {
  name: string
  version: string
  packages: Record<string, Entry>
}

const folder = 'node_modules/'

export const readLockfile = (): Lockfile => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

export function packagesOf({ packages }: Lockfile): Package[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(folder) && !link)
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? path.slice(path.lastIndexOf(folder) + folder.length),
      version: entry.version ?? '',
      license: entry.license,
      integrity: entry.integrity,
      hasInstallScript: entry.hasInstallScript ?? false,
      isDev: entry.dev ?? false,
      isOptional: entry.optional ?? false,
      dependencies: dependenciesOf(entry),
    }))
}

/** Returns the production packages of all systems. Packages that only development needs are excluded. */
export const productionPackages = (lockfile: Lockfile) => packagesOf(lockfile).filter(({ isDev }) => !isDev)

/** The direct production dependencies of our own packages. */
export function directDependencies({ packages }: Lockfile): { from: string; name: string }[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => !path.includes(folder) && !link)
    .flatMap(([from, { dependencies = {} }]) => Object.keys(dependencies).map((name) => ({ from, name })))
}

/**
 * Resolves a package as Node does for an importing package: in the same directory, or in a parent directory.
 */
export function resolve({ packages }: Lockfile, from: string, name: string): string | undefined {
  for (let place = from; ; place = parentOf(place)) {
    const path = place === '' ? folder + name : `${place}/${folder}${name}`
    if (path in packages) return path
    if (place === '') return undefined
  }
}

const parentOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf(`/${folder}`), 0))

const dependenciesOf = ({ dependencies, optionalDependencies, peerDependencies }: Entry) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
