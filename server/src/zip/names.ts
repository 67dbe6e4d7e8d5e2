import { collisionKey, isDeviceName } from './file-systems.ts'

/**
 * Maximum number of bytes of a name without its extension. File systems allow 255, and some programs append
 * to names.
 */
const nameBytesMax = 180
const extensionLengthMax = 16

/** Converts text to a file name that is safe on every file system. Empty if no character remains. */
export function safeName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
  const short = shortened(plain).replace(/[\s.]+$/, '')
  return isDeviceName(short) ? `_${short}` : short
}

function shortened(text: string): string {
  if (Buffer.byteLength(text) <= nameBytesMax) return text
  let bytes = 0
  let end = 0
  for (const letter of text) {
    bytes += Buffer.byteLength(letter)
    if (bytes > nameBytesMax) break
    end += letter.length
  }
  return text.slice(0, end)
}

/**
 * Numbers names that were used before, so that the second `shirt.png` is `shirt-2.png`.
 * @returns a function of a safe name, in two parts.
 */
export function uniqueNames() {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (stem: string, extension: string): string => {
    const first = collisionKey(`${stem}${extension}`)
    // Continues with the last number, so that a thousand equal names take a thousand steps and not half a
    // million.
    for (let count = (counts.get(first) ?? 0) + 1; ; count++) {
      const name = `${stem}${count === 1 ? '' : `-${count}`}${extension}`
      if (taken.has(collisionKey(name))) continue
      counts.set(first, count)
      taken.add(collisionKey(name))
      return name
    }
  }
}

/**
 * Makes paths of files in a zip safe on every file system and unique. A folder keeps its path, whatever the
 * names of other files in it.
 */
export function zipPaths() {
  const unique = uniqueNames()
  const folders = new Map<string, string>()

  function folderOf(names: readonly string[]): string {
    if (names.length === 0) return ''
    const key = JSON.stringify(names)
    const known = folders.get(key)
    if (known !== undefined) return known
    const path = `${unique(folderOf(names.slice(0, -1)) + (safeName(names.at(-1)!) || 'Folder'), '')}/`
    folders.set(key, path)
    return path
  }

  return (folderNames: readonly string[], fileName: string): string => {
    const { stem, extension } = partsOf(fileName)
    return unique(folderOf(folderNames) + (safeName(stem) || 'File'), extension)
  }
}

/** Splits a file name. `extension` includes its dot. */
function partsOf(fileName: string) {
  const dot = fileName.lastIndexOf('.')
  const extension = dot > 0 ? safeName(fileName.slice(dot + 1)).replace(/\s/g, '') : ''
  return extension === '' || extension.length > extensionLengthMax
    ? { stem: fileName, extension: '' }
    : { stem: fileName.slice(0, dot), extension: `.${extension}` }
}
