import { randomBytes } from 'node:crypto'
import { comparableName } from '../../../sdk/src/names.gen.ts'
import { nameKey } from '../../../server/src/zip/file-systems.ts'
import { fileName, safeName } from '../files/local-names.ts'
import { folderName } from '../text/names.ts'

/** The folder of a path relative to the synced folder, with slashes on every system. '' is that folder itself. */
export const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const pathIn = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

/**
 * The name of a temporary file. The folder is locked, so temporary files that exist at the start were left by a
 * killed process.
 */
export const unfinishedPattern = /^\.atelier-sync-[0-9a-f]{16}\.part$/
export const unfinishedName = () => `.atelier-sync-${randomBytes(8).toString('hex')}.part`

/** A key that is equal for a file and its asset. */
export const fileKey = (path: string): string =>
  nameKey(pathIn(folderOf(path), fileName({ filename: nameOf(path) })))

/**
 * A key that is equal for a directory and its library folder. names.gen.ts contains the library's rules for
 * comparing names.
 */
export const folderKey = (name: string) => comparableName(safeName(folderName(name)))
