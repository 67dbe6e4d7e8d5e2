import { existsSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** @throws {UsageError} if the file exists, because commands never overwrite a file. */
export function refuseExisting(file: string) {
  if (existsSync(file)) throw new UsageError(`${file} already exists.`)
}
