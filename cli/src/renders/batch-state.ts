import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryOf, unlessMissing, writePrivately } from '../signing-in/credentials.ts'
import type { Terminal } from '../terminal.ts'

/** A batch whose files are not all downloaded yet. */
export type BatchState = {
  /**
   * Sent with the request. If the server has already processed the request, a retry returns the original
   * response.
   */
  idempotencyKey: string
  batchId?: string
}

export type BatchFile = {
  read(): Promise<BatchState | undefined>
  write(state: BatchState): Promise<void>
  remove(): Promise<void>
}

/** @param what identifies the run: server, template, rows, options and output folder. */
export function batchFile(env: Terminal['env'], what: readonly unknown[]): BatchFile {
  const name = createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32)
  const directory = directoryOf(env, 'XDG_STATE_HOME', join('.local', 'state'))
  const path = join(directory, 'renders', `${name}.json`)
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(unlessMissing)
      try {
        return text === undefined ? undefined : JSON.parse(text)
      } catch {
        return undefined
      }
    },
    write: (state) => writePrivately(path, JSON.stringify(state)),
    remove: () => rm(path, { force: true }),
  }
}
