import { join } from 'node:path'
import type { Asset } from '../../../sdk/src/index.ts'

/** What a download needs of each. */
export const listedFields = ['id', 'name', 'extension', 'size', 'checksum', 'url', 'folder_path'] as const
export type Listed = Pick<Asset, (typeof listedFields)[number]>

export type Wanted = {
  asset: Listed
  /** Folders that it is kept in, below the one that was asked for. */
  folders: string[]
}

export type Named = {
  asset: Listed
  /** Below the directory of the download. */
  name: string
}

/** Where each is kept: of those with the same name all but the oldest have their ids in it. So it is the same next time. */
export function localNames(wanted: readonly Wanted[]): Named[] {
  const taken = new Map<string, string>()
  return wanted
    .toSorted((one, other) => (one.asset.id < other.asset.id ? -1 : 1))
    .flatMap(({ asset, folders }) => {
      const directory = join('.', ...folders.map((name) => safeName(name)))
      const plain = join(directory, fileName(asset))
      const key = nameKey(plain)
      const owner = taken.get(key)
      if (owner === asset.id) return []
      if (owner === undefined) taken.set(key, asset.id)
      return [{ asset, name: owner === undefined ? plain : join(directory, fileName(asset, ` ${asset.id}`)) }]
    })
}

/** Some file systems do not tell case apart, nor how an accent is written. */
export const nameKey = (name: string) => name.normalize('NFC').toLowerCase()

/** Room is left for the id, the extension and the name of the unfinished file: file systems take 255 bytes. */
const nameBytesMax = 180

/** What the file of an asset is called. @param suffix stands before the extension. */
export function fileName({ name, extension }: Pick<Listed, 'name' | 'extension'>, suffix = ''): string {
  const end = extension && `.${extension}`
  const stem = end && name.toLowerCase().endsWith(end.toLowerCase()) ? name.slice(0, -end.length) : name
  return `${safeName(stem)}${suffix}${safeName(end, '')}`
}

/** What others have named leads nowhere else, is not hidden, and is a name on every system. */
export function safeName(name: string, none = '_'): string {
  const letters = name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_')
  const kept = none === '' ? letters : letters.replace(/^\.+/, '_').replace(/[. ]+$/, '')
  const named = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(kept) ? `_${kept}` : kept
  return cutBytes(named) || none
}

/** What the library calls the folder of a directory: its names are one line, with no blanks around. */
export const folderName = (name: string) => name.replace(/[\p{Cc}\u2028\u2029]/gu, '_').trim() || '_'

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
