import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryOf, unlessMissing, writePrivately } from '../signing-in/credentials.ts'
import type { Terminal } from '../terminal.ts'

/** What is kept of an upload that has begun, until it is done. */
export type UploadState = {
  /** Sent with the request: one that was answered before a kill is answered again, and not done again. */
  idempotencyKey: string
  /** Where a large one goes on. */
  url?: string
  /** What it became, where the server keeps another file than it was given: its checksum can't be found again. */
  asset?: { id: string; checksum: string }
}

/** Each upload has a file of its own, so that commands that run side by side do not meet. */
export type StateFile = {
  read(): Promise<UploadState | undefined>
  write(state: UploadState): Promise<void>
  remove(): Promise<void>
}

/** @param what all that makes it this upload and no other: server, folder, name, checksum. */
export function stateFile(env: Terminal['env'], what: readonly (string | null)[]): StateFile {
  const name = createHash('sha256').update(JSON.stringify(what)).digest('hex')
  const directory = directoryOf(env, 'XDG_STATE_HOME', join('.local', 'state'))
  const path = join(directory, 'uploads', `${name}.json`)
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(unlessMissing)
      try {
        return text === undefined ? undefined : JSON.parse(text)
      } catch {
        return undefined
      }
    },
    // It is for kills. Thousands of small files would each wait for the disk.
    write: (state) => writePrivately(path, JSON.stringify(state), false),
    remove: () => rm(path, { force: true }),
  }
}
