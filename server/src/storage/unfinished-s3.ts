import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { ERRORS, type Locker, type Upload } from '@tus/server'
import type { S3Config } from '../config/storage.ts'
import type { Uuid } from '../ids.ts'
import { writeFault } from './file-errors.ts'
import { clientOptions, quick } from './s3-client.ts'
import { isMissing, s3Fault, unlessMissing } from './s3-errors.ts'
import { removeObjects } from './s3-remove.ts'
import { tusExtensions, type Unfinished } from './unfinished.ts'
import { uploadLocks } from './unfinished-locks.ts'
import { PartsOnS3 } from './unfinished-s3-parts.ts'

/** The size of a part. An interrupted PATCH loses its incomplete part; earlier parts are kept. */
const partBytes = 8 * 1024 * 1024

export const openUnfinishedOnS3 = (config: S3Config, locks = uploadLocks()): Unfinished =>
  new UnfinishedOnS3(config, locks)

/**
 * The parts of an S3 upload, with `.info`, the library's metadata, and `.part`, bytes that do not fill a
 * part.
 */
class UnfinishedOnS3 extends PartsOnS3 implements Unfinished {
  readonly locks: Locker
  readonly #prefix: string
  readonly #incomingDirectory: string

  constructor(config: S3Config, locks: Locker) {
    const s3ClientConfig = { ...clientOptions(config), bucket: config.bucket }
    super({ s3ClientConfig, partSize: partBytes, useTags: false })
    this.extensions = tusExtensions
    this.locks = locks
    this.#prefix = `${config.prefix}unfinished/`
    this.#incomingDirectory = config.incomingDirectory
  }

  nameOf(id: Uuid) {
    return this.#prefix + id
  }

  override async create(upload: Upload) {
    return super.create(upload).catch(refuse)
  }

  override async write(source: Readable, name: string, offset: number) {
    return super.write(source, name, offset).catch(refuse)
  }

  /**
   * A temporary file name for parts, and for the bytes of the last request that a part starts with. Leftovers
   * of a killed process are deleted later.
   */
  override async uniqueTmpFileName(template: string) {
    return join(this.#incomingDirectory, template + randomUUID())
  }

  /** The library treats an unavailable store as a missing upload. */
  override async getUpload(name: string) {
    await this.getMetadata(name).catch((error) => {
      throw isMissing(error) ? ERRORS.FILE_NOT_FOUND : s3Fault(error)
    })
    return super.getUpload(name).catch(refuse)
  }

  /** All parts can exist without being combined, if the store failed in between. */
  override async read(name: string) {
    return super
      .read(name)
      .catch(async (error) => {
        if (!isMissing(error)) throw error
        await this.finishMultipartUpload(await this.getMetadata(name), await this.retrieveParts(name))
        return super.read(name)
      })
      .catch(refuse)
  }

  /** Replaces the library's method, which leaves `.part` behind and fails after the parts were combined. */
  override async remove(name: string) {
    try {
      const known = await this.getMetadata(name).catch(unlessMissing)
      if (known) await this.#abort(name, known['upload-id'])
      await removeObjects(this.client, this.bucket, [name, this.partKey(name, true), this.infoKey(name)])
    } catch (error) {
      throw s3Fault(error)
    }
    await this.clearCache(name)
  }

  /**
   * Removes up to the first thousand uploads of each kind. Names start with their time, and the next sweep
   * continues.
   */
  async sweep(before: Date) {
    const below = { Bucket: this.bucket, Prefix: this.#prefix }
    try {
      const { Uploads = [] } = await this.client.send(new ListMultipartUploadsCommand(below), quick)
      for (const { Key = '', UploadId, Initiated = new Date() } of Uploads)
        if (Initiated < before) await this.#abort(Key, UploadId)
      const { Contents = [] } = await this.client.send(new ListObjectsV2Command(below), quick)
      const old = Contents.filter(({ LastModified = new Date() }) => LastModified < before)
      await removeObjects(
        this.client,
        this.bucket,
        old.map(({ Key = '' }) => Key),
      )
    } catch (error) {
      throw s3Fault(error)
    }
  }

  async #abort(Key: string, UploadId: string | undefined) {
    const command = new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId })
    await this.client.send(command, quick).catch(unlessMissing)
  }
}

/**
 * The library's own errors have a status. A part waits on this machine's disk to be sent, and the disk can be
 * full.
 */
function refuse(error: object): never {
  throw 'status_code' in error ? error : s3Fault(writeFault(error))
}
