import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../config/storage.ts'
import { removeAbandonedParts } from './s3-abandoned.ts'
import { quick } from './s3-client.ts'
import { isRefusal, nameOf, refusedBy } from './s3-faults.ts'

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
      `Cannot connect to the object store: ${nameOf(error)}. No files can be served until it is available.`,
    )
    return
  }
  // It costs a request, and nothing waits for it. The reaper does it again, and is heard where it fails.
  removeAbandonedParts(client, config, new Date(now - abandonedAfterMs)).catch(() => {})
}
