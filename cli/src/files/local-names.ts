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

/**
 * Where each is kept: of those with the same name all but the oldest have their ids in it. So it is the same next time.
 * No two have the same, also where somebody has called an asset like the file of another.
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

/** Some file systems do not tell case apart, nor how an accent is written. */
export const nameKey = (name: string) => name.normalize('NFC').toLowerCase()

/** The same for all names that any file system may take for one: APFS takes `ß` for `SS`, and `ſ` for `s`. */
export const collisionKey = (name: string) => nameKey(nameKey(name).toUpperCase())

/** Room is left for the id, the extension and the name of the unfinished file: file systems take 255 bytes. */
const nameBytesMax = 180

/** What the file of an asset is called. @param suffix stands before the extension. */
export function fileName({ name, extension }: Pick<Listed, 'name' | 'extension'>, suffix = ''): string {
  const end = extension && `.${extension}`
  const stem = end && name.toLowerCase().endsWith(end.toLowerCase()) ? name.slice(0, -end.length) : name
  return `${safeName(stem)}${suffix}${safeName(end, '')}`
}

/** Windows opens devices by these names, with any extension and blanks before it (learn.microsoft.com, «Naming Files»). */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d\u00b9\u00b2\u00b3]) *(\.|$)/i

/** What others have named leads nowhere else, is not hidden, and is a name on every system. */
export function safeName(name: string, none = '_'): string {
  // Half a surrogate pair is written as the same letter as any other half.
  const letters = name.replace(/[\p{Cc}\p{Cs}/\\:*?"<>|]/gu, '_').replace(/[. ]+$/, '')
  const kept = none === '' ? letters : letters.replace(/^\.+/, '_')
  return cutBytes(devices.test(kept) ? `_${kept}` : kept) || none
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
