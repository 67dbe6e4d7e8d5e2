import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../config/storage.ts'
import { quick } from './s3-client.ts'
import { isRefusal, nameOf, refusedBy } from './s3-faults.ts'
import { isKey } from './storage.ts'

const abandonedAfterMs = 24 * 3600_000

/**
 * Whoever starts the server with a wrong secret hears of it at once. A store that is only down does not keep the
 * rest of the service from starting: lists need no files.
 */
export async function checkBucket(client: S3Client, config: S3Config, now: number): Promise<void> {
  const { bucket: Bucket, prefix: Prefix } = config
  try {
    await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), quick)
  } catch (error) {
    if (isRefusal(error)) throw refusedBy(error)
    process.emitWarning(
      `The object store can't be reached: ${nameOf(error)}. Until it can, no file is served.`,
    )
    return
  }
  // It costs a request, and nothing waits for it. Where it is not allowed, a rule of the bucket can do the same.
  removeAbandonedParts(client, config, now).catch(() => {})
}

/** An upload whose process was killed leaves parts that no list of objects shows, and that are paid for. */
async function removeAbandonedParts(client: S3Client, { bucket: Bucket, prefix }: S3Config, now: number) {
  const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix })
  const { Uploads = [] } = await client.send(command, quick)
  for (const { Key = '', UploadId, Initiated = new Date() } of Uploads) {
    const isAbandoned = now - Initiated.getTime() > abandonedAfterMs
    // Others may keep things of their own in the bucket.
    if (!isAbandoned || !isKey(Key.slice(prefix.length))) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), quick)
  }
}
