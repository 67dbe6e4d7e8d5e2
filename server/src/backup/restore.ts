import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createTarDecoder } from 'modern-tar'
import { syncPath, syncTree } from '../db/sync-tree.ts'
import { createDirectory } from '../storage/create-directory.ts'
import { BackupEnd, BackupError, BackupManifest, databasePath } from './format.ts'

/** Names that a backup has; nothing in one can lead out of the directory. */
const namePattern = /^(db\/data|files)(\/[A-Za-z0-9_][A-Za-z0-9._-]*)+\/?$|^secret\.key$/

type Entry = { header: { name: string; size: number; type?: string }; body: ReadableStream<Uint8Array> }

/**
 * Puts a backup into a data directory that has no database. Everything is unpacked beside its place and on disk before
 * the database gets its name, last of all: an interrupted restore leaves nothing that would start.
 * @throws {BackupError} when the file is no whole backup, or something is there already.
 */
export async function restoreBackup(file: string, dataDirectory: string): Promise<BackupEnd> {
  for (const name of ['db', 'files', 'secret.key']) {
    if (existsSync(join(dataDirectory, name)))
      throw new BackupError(
        `There is already something in ${dataDirectory}: ${name}. Restore into an empty directory.`,
      )
  }
  const unfinished = join(dataDirectory, 'restore.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  createDirectory(unfinished)
  try {
    const end = await readBackup(file, unfinished)
    syncTree(unfinished)
    for (const name of ['secret.key', 'files', 'db']) {
      if (existsSync(join(unfinished, name))) await rename(join(unfinished, name), join(dataDirectory, name))
    }
    syncPath(dataDirectory)
    return end
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Reads a backup to its end, and checks that it is whole. Unpacks it when it is told where. */
export async function readBackup(file: string, into?: string): Promise<BackupEnd> {
  const seen: BackupEnd = { files: 0, bytes: 0 }
  let isBackup = false
  try {
    for await (const { header, body } of entriesOf(file)) {
      if (!isBackup) {
        if (header.name !== 'backup.json') break
        BackupManifest.parse(JSON.parse(await new Response(body).text()))
        isBackup = true
      } else if (header.name === 'end.json') {
        const end = BackupEnd.parse(JSON.parse(await new Response(body).text()))
        if (end.files !== seen.files || end.bytes !== seen.bytes)
          throw new BackupError('The backup is not whole.')
        return end
      } else {
        if (!namePattern.test(header.name) || header.name.includes('..'))
          throw new BackupError(`The backup holds something that it should not: ${header.name}.`)
        await unpack(header, body, into)
        const isCounted = header.type === 'file' && header.name !== `${databasePath}/backup_label`
        if (isCounted) {
          seen.files += 1
          seen.bytes += header.size
        }
      }
    }
  } catch (error) {
    if (error instanceof BackupError || (error as { code?: unknown }).code !== undefined) throw error
    throw new BackupError(isBackup ? 'The backup is damaged or was cut off.' : 'This is not a backup.')
  }
  throw new BackupError(isBackup ? 'The backup was cut off.' : 'This is not a backup.')
}

const entriesOf = (file: string) =>
  (
    Readable.toWeb(createReadStream(file, { highWaterMark: 1024 * 1024 })) as ReadableStream<Uint8Array>
  ).pipeThrough(createTarDecoder({ strict: true }) as never) as unknown as AsyncIterable<Entry>

async function unpack({ name, type }: Entry['header'], body: Entry['body'], into: string | undefined) {
  if (into === undefined) {
    for await (const _ of body);
    return
  }
  const path = join(into, name)
  if (type === 'directory') {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await body.cancel()
    return
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const part of body) await handle.write(part)
  } finally {
    await handle.close()
  }
}
