import { rm } from 'node:fs/promises'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { Locker } from '@tus/server'
import type { S3Config } from '../config/storage.ts'
import { lazy } from '../lazy.ts'
import { mimeTypes } from './file-formats.ts'
import { openIncoming } from './incoming.ts'
import { removeAbandonedParts } from './s3-abandoned.ts'
import { openClient, quick } from './s3-client.ts'
import { isMissing, s3Fault } from './s3-errors.ts'
import { originOfLinks, presignedLink } from './s3-links.ts'
import { removeObjects } from './s3-remove.ts'
import { checkBucket } from './s3-start.ts'
import { upload } from './s3-upload.ts'
import { isCompany, isKey, type ListedFile, mustBeKey, type Storage } from './storage.ts'

/** Number of concurrent uploads of small objects, which mostly wait for the network. */
const putsAtOnce = 16

/**
 * Stores objects named `<prefix><key>` in a bucket of S3 or a compatible store.
 * @throws {StorageRefusedError} if the store is reachable and refuses access.
 */
export async function openS3(config: S3Config, now = Date.now(), locks?: Locker): Promise<Storage> {
  const { bucket: Bucket, prefix, incomingDirectory } = config
  const client = openClient(config)
  await Promise.all([openIncoming(incomingDirectory, now), checkBucket(client, config, now)])
  const named = (key: string) => ({ Bucket, Key: prefix + key })

  async function put(key: string, bytes: Uint8Array) {
    mustBeKey(key)
    const command = new PutObjectCommand({ ...named(key), Body: bytes, ContentType: typeOf(key) })
    await client.send(command).catch((error) => {
      throw s3Fault(error)
    })
  }

  return {
    incomingDirectory,

    async find(key) {
      if (!isKey(key)) return undefined
      const object = named(key)
      const found = await client.send(new HeadObjectCommand(object), quick).catch((error) => {
        if (isMissing(error)) return undefined
        throw s3Fault(error)
      })
      if (found === undefined) return undefined
      return {
        size: found.ContentLength!,
        open: (range) =>
          lazily(async () => {
            const Range = range && `bytes=${range.start}-${range.end}`
            const got = await client.send(new GetObjectCommand({ ...object, Range }), quick)
            return got.Body as Readable
          }),
      }
    },

    put,

    async putMany(files) {
      const waiting = files.values()
      const work = async () => {
        for (const { key, bytes } of waiting) await put(key, bytes)
      }
      await Promise.all(Array.from({ length: putsAtOnce }, work))
    },

    async take(key, path) {
      mustBeKey(key)
      await upload(client, { ...named(key), ContentType: typeOf(key) }, path).catch((error) => {
        throw s3Fault(error)
      })
      await rm(path, { force: true })
    },

    async remove(keys) {
      for (const key of keys) mustBeKey(key)
      await removeObjects(
        client,
        Bucket,
        keys.map((key) => prefix + key),
      )
    },

    list: (company) => objectsBelow(client, config, company),

    companies: () => companiesIn(client, config),

    async sweep(before) {
      await removeAbandonedParts(client, config, before).catch((error) => {
        throw s3Fault(error)
      })
    },

    unfinished: lazy(async () => {
      const { openUnfinishedOnS3 } = await import('./unfinished-s3.ts')
      return openUnfinishedOnS3(config, locks)
    }),

    ...(config.presignedDownloads && {
      link: presignedLink(client, config),
      linkOrigin: await originOfLinks(config),
    }),
  }
}

const typeOf = (key: string) => mimeTypes[key.split('.').at(-1)!] ?? 'application/octet-stream'

/** A stream of a file that is requested at the first read. Destroying the stream also destroys its source. */
function lazily(start: () => Promise<Readable>): Readable {
  const out = new PassThrough()
  start()
    .then((body) => (out.destroyed ? body.destroy() : pipeline(body, out, () => {})))
    .catch((error) => out.destroy(s3Fault(error) as Error))
  return out
}

async function* objectsBelow(
  client: S3Client,
  { bucket: Bucket, prefix }: S3Config,
  company: string,
): AsyncGenerator<ListedFile> {
  let ContinuationToken: string | undefined
  do {
    const command = new ListObjectsV2Command({ Bucket, Prefix: `${prefix}${company}/`, ContinuationToken })
    const page = await client.send(command, quick).catch((error) => {
      throw s3Fault(error)
    })
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const key = Key.slice(prefix.length)
      if (isKey(key)) yield { key, size: Size, modifiedAt: LastModified ?? new Date() }
    }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
}

async function* companiesIn(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: S3Config,
): AsyncGenerator<string> {
  let ContinuationToken: string | undefined
  do {
    const command = new ListObjectsV2Command({ Bucket, Prefix, Delimiter: '/', ContinuationToken })
    const page = await client.send(command, quick).catch((error) => {
      throw s3Fault(error)
    })
    for (const { Prefix: found = '' } of page.CommonPrefixes ?? []) {
      const company = found.slice(Prefix.length, -1)
      // The bucket can contain data of other programs.
      if (isCompany(company)) yield company
    }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
}
