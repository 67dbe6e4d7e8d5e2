import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Lockfile, resolve, root } from '../supply-chain/lockfile.ts'

/**
 * Where the packages lie that the server needs to run on this system: its dependencies, theirs, and peers that they can't
 * do without. What only the portal's build or the command line for people needs is not among them, nor are optional
 * packages for other systems, which npm has not installed.
 */
export function serverPackages(lockfile: Lockfile): string[] {
  const found = new Set<string>()
  const waiting = namesNeededBy(lockfile, 'server').map((name) => ({ from: 'server', name }))
  for (const { from, name } of waiting) {
    const path = resolve(lockfile, from, name)
    if (path === undefined || found.has(path)) continue
    if (!existsSync(join(root, path))) {
      if (lockfile.packages[path]!.optional) continue
      throw new Error(`${path} is not installed: run npm ci.`)
    }
    found.add(path)
    waiting.push(...namesNeededBy(lockfile, path).map((needed) => ({ from: path, name: needed })))
  }
  return [...found].sort()
}

function namesNeededBy({ packages }: Lockfile, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]!
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Nothing of these is read while the server runs. TypeScript in packages among them: Node refuses to strip its types there. */
const superfluousFiles = /\.(map|[cm]?tsx?|flow|tsbuildinfo|md|markdown)$/i
/** At the top of a package. Deeper down they may be part of a program: `yaml/dist/doc` is. */
const superfluousFolders =
  /^(\.github|__tests__|bench|benchmarks?|dist-es|dist-types|docs?|examples?|tests?)$/
/** Licences ask to be passed on. */
const legalFiles = /^(licen[cs]e|copying|notice)/i

/** @param parts of a path within a package. */
export const isShipped = (parts: readonly string[]): boolean => {
  const name = parts.at(-1) ?? ''
  if (parts.length > 1 && superfluousFolders.test(parts[0]!)) return false
  return legalFiles.test(name) || !superfluousFiles.test(name)
}
