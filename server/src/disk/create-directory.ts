import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a directory of DATA_DIR and its missing parents, readable only by the server's user. `mkdir` with
 * `recursive` loops forever on file systems that accept no new names, such as `/proc` (a bug of Node, seen in
 * 26.10).
 */
export function createDirectory(path: string): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) createDirectory(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process has created the directory in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
