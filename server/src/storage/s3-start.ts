import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../config/storage.ts'
import { removeAbandonedParts } from './s3-abandoned.ts'
import { quick } from './s3-client.ts'
import { isRefusal, nameOf, refusedBy } from './s3-errors.ts'

const abandonedAfterMs = 24 * 3600_000

/**
 * Checks at startup whether the store accepts the credentials. A store that is only down does not prevent the
 * start, because lists need no files.
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
  // The sweep uses a request that nothing waits for. The reaper repeats the sweep and reports its failure.
  removeAbandonedParts(client, config, new Date(now - abandonedAfterMs)).catch(() => {})
}
