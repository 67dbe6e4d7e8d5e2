import { existsSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** What a command writes never takes the place of something else. */
export function refuseExisting(file: string) {
  if (existsSync(file)) throw new UsageError(`${file} already exists.`)
}
