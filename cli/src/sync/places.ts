import { randomBytes } from 'node:crypto'
import { foldedName } from '../../../sdk/src/names.ts'
import { fileName, nameKey, safeName } from '../files/local-names.ts'
import { asName, folderName } from '../text/names.ts'

/** Paths below the folder have slashes on every system; the folder itself is ''. */
export const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const pathIn = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

/** What is not whole yet. Nobody else is at work in the folder, so those that are found were left by a kill. */
export const unfinishedPattern = /^\.atelier-sync-[0-9a-f]{16}\.part$/
export const unfinishedName = () => `.atelier-sync-${randomBytes(8).toString('hex')}.part`

/** A name and its extension, as the library takes the name of a file apart. */
export function titleOf(name: string): { title: string; extension: string } {
  const [, title, extension] = /^(.*)\.([A-Za-z0-9]{1,5})$/s.exec(name) ?? [undefined, name, '']
  return { title: title!, extension: extension! }
}

const titleLengthMax = 200

/** What the library calls the asset of a file. */
export function assetName(name: string): string {
  return asName(titleOf(name).title).slice(0, titleLengthMax) || 'Untitled'
}

/** Files of these names get another extension in the library. */
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

/** The same for a file and for the asset that it becomes, or comes from. */
export function fileKey(path: string): string {
  const { title, extension } = titleOf(nameOf(path))
  const lower = extension.toLowerCase()
  return nameKey(
    pathIn(folderOf(path), fileName({ name: asName(title), extension: sameExtension[lower] ?? lower })),
  )
}

/** The same for a directory and its folder in the library, which tells names apart neither by case nor by accents. */
export const folderKey = (name: string) => foldedName(safeName(folderName(name)))
