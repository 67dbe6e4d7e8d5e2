import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../config/storage.ts'
import { quick } from './s3-client.ts'
import { unlessMissing } from './s3-errors.ts'
import { isKey } from './storage.ts'

/** Maximum number of listed uploads, which S3 itself defines. */
const listedAtOnceMax = 1000

/**
 * Removes uploads whose process was killed. They leave parts that no list of objects shows and that cost
 * money.
 */
export async function removeAbandonedParts(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: S3Config,
  before: Date,
  listedAtOnce = listedAtOnceMax,
): Promise<void> {
  const below = { Bucket, Prefix, MaxUploads: listedAtOnce }
  for await (const { Key = '', UploadId, Initiated = new Date() } of begunUploads(client, below)) {
    // The bucket can contain data of other programs.
    if (Initiated >= before || !isKey(Key.slice(Prefix.length))) continue
    const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
    await client.send(command, quick).catch(unlessMissing)
  }
}

async function* begunUploads(
  client: S3Client,
  below: { Bucket: string; Prefix: string; MaxUploads: number },
): AsyncGenerator<MultipartUpload> {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ ...below, ...after }), quick)
    yield* page.Uploads ?? []
    if (!page.IsTruncated) return
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
  }
}
