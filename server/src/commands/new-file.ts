import { existsSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** Commands never overwrite an existing file. */
export function refuseExisting(file: string) {
  if (existsSync(file)) throw new UsageError(`${file} already exists.`)
}
