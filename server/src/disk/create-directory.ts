import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a directory of DATA_DIR and what is missing above it, for the user of the server alone. `mkdir` with
 * `recursive` tries for ever where a file system takes no new names, as `/proc` (Node's own fault, seen with 26.10).
 */
export function createDirectory(path: string): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) createDirectory(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
