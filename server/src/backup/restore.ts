import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { entryDigest, sha256Of } from '../archive/digest.ts'
import { type TarEntry as Entry, tarEntries } from '../archive/tar-entries.ts'
import { createDirectory } from '../disk/create-directory.ts'
import { syncPath, syncTree } from '../disk/sync-tree.ts'
import { BackupEnd, BackupError, BackupManifest, databasePath } from './format.ts'

/** Valid names in a backup. Symbolic links cannot lead outside the directory. */
const namePattern = /^(db\/data|files)(\/[A-Za-z0-9_][A-Za-z0-9._-]*)+\/?$|^secret\.key$/

/**
 * Restores a backup into a data directory that has no database. The backup is unpacked to a temporary
 * directory and synced, and the database gets its name last, so that no server can start on an incomplete
 * restore.
 * @throws {BackupError} if the file is not a complete backup, or the directory is not empty.
 */
export async function restoreBackup(file: string, dataDirectory: string): Promise<BackupEnd> {
  for (const name of ['db', 'files', 'secret.key']) {
    if (existsSync(join(dataDirectory, name)))
      throw new BackupError(`${dataDirectory} is not empty: ${name}. Restore into an empty directory.`)
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

/** Reads a backup to its end and checks that it is complete and unchanged. */
export async function readBackup(file: string, into?: string): Promise<BackupEnd> {
  const entries = entriesOf(file)
  let isBackup = false
  try {
    const first = await entries.next()
    if (first.value?.header.name !== 'backup.json') throw new BackupError('This file is not a backup.')
    const text = await textOf(first.value)
    const { format } = BackupManifest.parse(JSON.parse(text))
    isBackup = true
    return await readEntries(entries, format, text, into)
  } catch (error) {
    if (error instanceof BackupError || (error as { code?: unknown }).code !== undefined) throw error
    throw new BackupError(isBackup ? 'The backup is damaged or truncated.' : 'This file is not a backup.')
  } finally {
    await entries.return(undefined)
  }
}

async function readEntries(
  entries: AsyncGenerator<Entry>,
  format: number,
  manifest: string,
  into: string | undefined,
): Promise<BackupEnd> {
  const seen = { files: 0, bytes: 0 }
  const names = new Set<string>()
  const digest = entryDigest()
  digest.add('backup.json', Buffer.byteLength(manifest), sha256Of(manifest))
  for await (const entry of entries) {
    const { name, size, type } = entry.header
    if (name === 'end.json') {
      const end = BackupEnd.parse(JSON.parse(await textOf(entry)))
      if (end.files !== seen.files || end.bytes !== seen.bytes)
        throw new BackupError('The backup is incomplete.')
      if (format > 1 && end.sha256 !== digest.hex())
        throw new BackupError('The backup is damaged: its checksum is wrong.')
      const extra = await entries.next()
      if (!extra.done) throw unexpected(extra.value.header.name)
      return end
    }
    // A link could lead out of the directory, and a name could occur twice.
    const isPlain = type === 'file' || type === 'directory'
    if (!isPlain || !namePattern.test(name) || name.includes('..') || names.has(name)) throw unexpected(name)
    names.add(name)
    digest.add(name, size, await unpack(entry, into))
    if (type === 'file' && name !== `${databasePath}/backup_label`) {
      seen.files += 1
      seen.bytes += size
    }
  }
  throw new BackupError('The backup is truncated.')
}

const unexpected = (name: string) =>
  new BackupError(`The backup contains an unexpected entry: ${name.replace(/\p{Cc}/gu, '?').slice(0, 100)}.`)

const textBytesMax = 64 * 1024

function textOf({ header, body }: Entry): Promise<string> {
  if (header.size > textBytesMax) throw unexpected(header.name)
  return new Response(body).text()
}

async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 })
  try {
    yield* tarEntries(source)
  } finally {
    source.destroy()
  }
}

async function unpack({ header: { name, type }, body }: Entry, into: string | undefined): Promise<string> {
  const sum = createHash('sha256')
  if (into === undefined) {
    for await (const part of body) sum.update(part)
    return sum.digest('hex')
  }
  const path = join(into, name)
  if (type === 'directory') {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await body.cancel()
    return sum.digest('hex')
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const part of body) {
      sum.update(part)
      await handle.write(part)
    }
  } finally {
    await handle.close()
  }
  return sum.digest('hex')
}
