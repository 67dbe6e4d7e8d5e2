import type { Asset } from '../../../sdk/src/index.ts'
import { collisionKey, isDeviceName } from '../../../server/src/zip/file-systems.ts'

export const listedFields = [
  'id',
  'type',
  'filename',
  'extension',
  'size',
  'checksum',
  'url',
  'folder_path',
] as const
export type Listed = Pick<Asset, (typeof listedFields)[number]>

export type Wanted = {
  asset: Listed
  /** The directories of the file, relative to the downloaded folder. */
  folders: string[]
}

export type Named = {
  asset: Listed
  name: string
}

/**
 * Assigns a path to each asset. If names collide, all but the oldest asset get their ID in the file name, so
 * repeated downloads assign the same names. This also covers assets that are named like another asset's file.
 */
export function localNames(wanted: readonly Wanted[]): Named[] {
  const taken = new Set<string>()
  const seen = new Set<string>()
  const free = (name: string) => !taken.has(collisionKey(name))
  return wanted
    .toSorted((one, other) => (one.asset.id < other.asset.id ? -1 : 1))
    .flatMap(({ asset, folders }) => {
      const directory = folders.map((name) => `${safeName(name)}/`).join('')
      const place = `${directory}${asset.id}`
      if (seen.has(place)) return []
      seen.add(place)
      const suffixed = (suffix: string) => `${directory}${fileName(asset, suffix)}`
      let name = suffixed('')
      for (let number = 1; !free(name); number++)
        name = suffixed(` ${asset.id}${number === 1 ? '' : ` ${number}`}`)
      taken.add(collisionKey(name))
      return [{ asset, name }]
    })
}

/** Maximum length of a name. File systems allow 255 bytes; the rest is for the ID, the extension and a suffix. */
const nameBytesMax = 180

/** The file name of an asset. @param suffix is inserted before the extension. */
export function fileName({ filename }: Pick<Listed, 'filename'>, suffix = ''): string {
  const { stem, end } = stemAndEnd(filename)
  return `${safeName(stem)}${suffix}${safeName(end, '')}`
}

/**
 * Splits a file name before its extension. `Logo v1.2` has no extension, because an extension contains a
 * letter.
 */
export function stemAndEnd(name: string): { stem: string; end: string } {
  const [, stem, end] = /^(.+)(\.(?=\d*[A-Za-z])[A-Za-z0-9]{1,10})$/s.exec(name) ?? [undefined, name, '']
  return { stem: stem!, end: end! }
}

/**
 * Whether a name from the server is a valid name of a render: one visible component, valid on every system,
 * with the extension of a picture or document. A server therefore cannot write hidden files or scripts, or
 * write into directories.
 */
export const isRenderName = (name: string): boolean =>
  /^[^\p{Cc}\p{Cs}\u2028\u2029/\\:*?"<>|.-][^\p{Cc}\p{Cs}\u2028\u2029/\\:*?"<>|]*\.(?:png|jpe?g|webp|avif|svg|pdf)$/u.test(
    name,
  ) && !isDeviceName(name)

/**
 * Turns a name from the server into a safe file name, which has no path separators, is not hidden, and is
 * valid on every system.
 */
export function safeName(name: string, none = '_'): string {
  // Lone surrogates all encode to the same replacement character.
  const letters = name.replace(/[\p{Cc}\p{Cs}\u2028\u2029/\\:*?"<>|]/gu, '_').replace(/[. ]+$/, '')
  const kept = none === '' ? letters : letters.replace(/^\.+/, '_')
  return cutBytes(isDeviceName(kept) ? `_${kept}` : kept) || none
}

function cutBytes(text: string): string {
  let kept = ''
  let bytes = 0
  for (const letter of text) {
    bytes += Buffer.byteLength(letter)
    if (bytes > nameBytesMax) break
    kept += letter
  }
  return kept
}
