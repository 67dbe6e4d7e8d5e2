import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileConfigstore, FileStore } from '@tus/file-store'
import { ERRORS, type Locker, type Upload } from '@tus/server'
import { chunkWriter } from '../disk/chunk-writer.ts'
import type { Uuid } from '../ids.ts'
import { syncDirectory } from './directories.ts'
import { isAbsent, writeFault } from './file-errors.ts'
import { tusExtensions, type Unfinished } from './unfinished.ts'
import { uploadLocks } from './unfinished-locks.ts'

/** Opens the store for unfinished uploads in an existing directory. */
export const openUnfinishedOnDisk = (directory: string, locks = uploadLocks()): Unfinished =>
  new UnfinishedOnDisk(directory, locks)

/** The library's metadata of each upload. The library treats any read error as a missing upload. */
class Notes extends FileConfigstore {
  override async get(name: string) {
    await readFile(join(this.directory, `${name}.json`)).catch((error) => {
      if (!isAbsent(error)) throw error
    })
    return super.get(name)
  }
}

/** A file for the bytes, and another file beside it for the library's metadata. */
class UnfinishedOnDisk extends FileStore implements Unfinished {
  readonly locks: Locker

  constructor(directory: string, locks: Locker) {
    super({ directory, configstore: new Notes(directory) })
    this.locks = locks
    this.extensions = tusExtensions
  }

  nameOf(id: Uuid) {
    return id
  }

  /** A created upload survives a power loss. */
  override async create(upload: Upload) {
    try {
      const created = await super.create(upload)
      for (const name of [upload.id, `${upload.id}.json`]) await this.#sync(name)
      await syncDirectory(this.directory)
      return created
    } catch (error) {
      throw writeFault(error)
    }
  }

  /** Bytes that a killed process has written also count, once they are synced. */
  override async getUpload(name: string) {
    const upload = await super.getUpload(name)
    await this.#sync(name).catch((error) => {
      throw isAbsent(error) ? ERRORS.FILE_NO_LONGER_EXISTS : error
    })
    return upload
  }

  async #sync(name: string) {
    const file = await open(join(this.directory, name), 'r+')
    await file.datasync().finally(() => file.close())
  }

  /**
   * Replaces the library's method, which loses the reason of a failed write and leaves memory to the garbage
   * collector. Bytes received before a connection broke are kept, and acknowledged bytes are synced.
   */
  override async write(source: Readable, name: string, offset: number) {
    let end = offset
    try {
      const file = await open(join(this.directory, name), 'r+')
      const writer = chunkWriter(file, offset)
      try {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          end += chunk.length
          await writer.add(chunk)
        }
      } finally {
        await writer
          .end()
          .then(() => file.datasync())
          .finally(() => file.close())
      }
      return end
    } catch (error) {
      throw writeFault(error)
    }
  }

  override async remove(name: string) {
    for (const path of [name, `${name}.json`]) await rm(join(this.directory, path), { force: true })
  }

  async sweep(before: Date) {
    for (const name of await readdir(this.directory)) {
      const path = join(this.directory, name)
      // Another process may delete the file at the same moment.
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtime < before) await rm(path, { force: true })
    }
  }
}
