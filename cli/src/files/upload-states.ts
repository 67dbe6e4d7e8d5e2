import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryOf, unlessMissing, writePrivately } from '../signing-in/credentials.ts'
import type { Terminal } from '../terminal.ts'

export type UploadState = {
  /**
   * Sent with the request. If the server has already processed the request, a retry returns the original
   * response.
   */
  idempotencyKey: string
  /** The URL at which a large upload resumes. */
  url?: string
  /**
   * The created asset, which is kept if the server changed the file, because its checksum cannot be looked
   * up.
   */
  asset?: { id: string; checksum: string }
}

/** State of one upload. Each upload has its own file, so that concurrent commands do not conflict. */
export type StateFile = {
  read(): Promise<UploadState | undefined>
  write(state: UploadState): Promise<void>
  remove(): Promise<void>
}

/** @param what identifies the upload by server, folder, name and checksum. */
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
    // The file is not synced to disk, because it only has to survive a killed process. Syncing would slow
    // down thousands of small files.
    write: (state) => writePrivately(path, JSON.stringify(state), false),
    remove: () => rm(path, { force: true }),
  }
}
