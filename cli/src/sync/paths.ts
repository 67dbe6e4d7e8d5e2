import { randomBytes } from 'node:crypto'
import { asName, comparableName } from '../../../sdk/src/names.gen.ts'
import { fileName, nameKey, safeName } from '../files/local-names.ts'
import { folderName } from '../text/names.ts'

/** Paths relative to the synced folder have slashes on every system. '' is the folder itself. */
export const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const pathIn = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

/**
 * The name of a temporary file. The folder is locked, so any found at the start were left by a killed
 * process.
 */
export const unfinishedPattern = /^\.atelier-sync-[0-9a-f]{16}\.part$/
export const unfinishedName = () => `.atelier-sync-${randomBytes(8).toString('hex')}.part`

/** Splits a file name into title and extension, as the library does. */
export function titleOf(name: string): { title: string; extension: string } {
  const [, title, extension] = /^(.*)\.([A-Za-z0-9]{1,5})$/s.exec(name) ?? [undefined, name, '']
  return { title: title!, extension: extension! }
}

const titleLengthMax = 200

/** The asset name that the library derives from a file name. */
export function assetName(name: string): string {
  return asName(titleOf(name).title).slice(0, titleLengthMax) || 'Untitled'
}

/** The library changes these extensions. */
const sameExtension: Record<string, string> = {
  apng: 'png',
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  tif: 'tiff',
  heif: 'heic',
  oga: 'ogg',
  opus: 'ogg',
  m4v: 'mp4',
  qt: 'mov',
}

/** A key that is equal for a file and its asset. */
export function fileKey(path: string): string {
  const { title, extension } = titleOf(nameOf(path))
  const lower = extension.toLowerCase()
  return nameKey(
    pathIn(folderOf(path), fileName({ name: asName(title), extension: sameExtension[lower] ?? lower })),
  )
}

/** A key that is equal for a directory and its library folder. The library compares names as names.gen.ts says. */
export const folderKey = (name: string) => comparableName(safeName(folderName(name)))
