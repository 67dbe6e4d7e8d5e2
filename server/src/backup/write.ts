import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarPacker, type TarPackController } from 'modern-tar'
import { entryDigest, sha256Of } from '../archive/digest.ts'
import { nodeStream } from '../archive/node-stream.ts'
import type { Db } from '../db/database.ts'
import { whileBackedUp } from '../db/online-backup.ts'
import { type BackupEnd, BackupError, backupFormat, databasePath } from './format.ts'

/** Files that are skipped, because only the running engine needs them or because they are written last. */
const leftOut = new Set(['postmaster.pid', 'pg_wal', 'backup_label'])

/**
 * Writes the data directory as one tar archive: the embedded database, the files and the secret key. The
 * service keeps running. Everything committed before the start is included.
 */
export async function writeBackup(db: Db, dataDirectory: string, target: Writable): Promise<BackupEnd> {
  const { readable, controller } = createTarPacker()
  const written = pipeline(nodeStream(readable), target)
  const packed = pack(db, dataDirectory, { ...controller, digest: entryDigest() }).catch((error) => {
    controller.error(error)
    throw error
  })
  const [end] = await Promise.all([packed, written])
  return end
}

type Tar = TarPackController & { digest: ReturnType<typeof entryDigest> }

async function pack(db: Db, dataDirectory: string, tar: Tar): Promise<BackupEnd> {
  const end: BackupEnd = { files: 0, bytes: 0 }
  const add = async (path: string, name: string) => {
    const size = await addFile(tar, path, name)
    if (size === undefined) return
    end.files += 1
    end.bytes += size
  }
  await addText(tar, 'backup.json', {
    format: backupFormat,
    made_at: new Date().toISOString(),
  })
  await addDatabase(db, join(dataDirectory, databasePath), tar, add)
  // Files never change, so every file that the database references already exists.
  for await (const name of filesBelow(join(dataDirectory, 'files')))
    await add(join(dataDirectory, 'files', name), `files/${name}`)
  await add(join(dataDirectory, 'secret.key'), 'secret.key')
  const whole = { ...end, sha256: tar.digest.hex() }
  await addText(tar, 'end.json', whole)
  tar.finalize()
  return whole
}

type Add = (path: string, name: string) => Promise<void>

async function addDatabase(db: Db, data: string, tar: Tar, add: Add) {
  const label = await whileBackedUp(db, async () => {
    await addTree(tar, data, '', add)
  })
  const first = /file ([0-9A-F]{24})/.exec(label)![1]!
  const segments = (await readdir(join(data, 'pg_wal'))).sort()
  // PostgreSQL keeps 1 GB of WAL segments, which is rarely exceeded during a backup.
  if (!segments.includes(first)) throw new BackupError('Too much was written during the backup. Try again.')
  await addDirectory(tar, `${databasePath}/pg_wal`)
  for (const name of ['archive_status', 'summaries'])
    await addDirectory(tar, `${databasePath}/pg_wal/${name}`)
  for (const name of segments) {
    if (/^[0-9A-F]{24}$/.test(name)) await add(join(data, 'pg_wal', name), `${databasePath}/pg_wal/${name}`)
  }
  await addText(tar, `${databasePath}/backup_label`, label)
}

/** Includes empty directories, because PostgreSQL does not create them itself. */
async function addTree(tar: Tar, data: string, below: string, add: Add) {
  for (const entry of await readdir(join(data, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (leftOut.has(name)) continue
    if (entry.isDirectory()) {
      await addDirectory(tar, `${databasePath}/${name}`)
      await addTree(tar, data, name, add)
    } else await add(join(data, name), `${databasePath}/${name}`)
  }
}

async function* filesBelow(directory: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(directory, below), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    // Unfinished uploads do not belong to a row.
    if (name === 'incoming' || name === 'unfinished' || name.endsWith('.unfinished')) continue
    if (entry.isDirectory()) yield* filesBelow(directory, name)
    else yield name
  }
}

function addDirectory(tar: Tar, name: string) {
  tar.digest.add(`${name}/`, 0, sha256Of(''))
  return tar.add({ name: `${name}/`, size: 0, type: 'directory', mode: 0o700 }).close()
}

/**
 * Copies as many bytes as the file had at the start. The log contains the changes that the engine makes during the
 * copy. Undefined if the file no longer exists.
 */
async function addFile(tar: Tar, path: string, name: string): Promise<number | undefined> {
  const handle = await open(path, 'r').catch(() => undefined)
  if (!handle) return undefined
  try {
    const { size } = await handle.stat()
    const writer = tar.add({ name, size, type: 'file', mode: 0o600 }).getWriter()
    const sum = createHash('sha256')
    const write = (part: Uint8Array) => {
      sum.update(part)
      return writer.write(part)
    }
    let left = size
    if (size > 0) {
      for await (const part of partsOf(handle, size)) {
        await write(part)
        left -= part.length
      }
    }
    // The file was truncated during the copy; the log also contains that change.
    if (left > 0) await write(new Uint8Array(left))
    await writer.close()
    tar.digest.add(name, size, sum.digest('hex'))
    return size
  } finally {
    await handle.close()
  }
}

const partsOf = (handle: FileHandle, size: number): AsyncIterable<Buffer> =>
  createReadStream('', { fd: handle, start: 0, end: size - 1, autoClose: false, highWaterMark: 1024 * 1024 })

async function addText(tar: Tar, name: string, value: object | string) {
  const bytes = Buffer.from(typeof value === 'string' ? value : `${JSON.stringify(value)}\n`)
  const writer = tar.add({ name, size: bytes.length, type: 'file', mode: 0o600 }).getWriter()
  await writer.write(bytes)
  await writer.close()
  tar.digest.add(name, bytes.length, sha256Of(bytes))
}
