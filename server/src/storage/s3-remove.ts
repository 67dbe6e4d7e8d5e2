import { hash } from 'node:crypto'
import { DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3'
import { s3Fault } from './s3-errors.ts'

/** The maximum number of keys per request. */
const removedAtOnceMax = 1000

/** Removes objects by their full names. Missing objects are not an error. */
export async function removeObjects(client: S3Client, Bucket: string, names: readonly string[]) {
  for (let from = 0; from < names.length; from += removedAtOnceMax) {
    const Objects = names.slice(from, from + removedAtOnceMax).map((Key) => ({ Key }))
    await removeSome(client, Bucket, Objects)
  }
}

async function removeSome(client: S3Client, Bucket: string, Objects: { Key: string }[]) {
  const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
  // The SDK sends a newer checksum. Many stores other than AWS require this checksum for removals.
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: string }
      headers['content-md5'] = hash('md5', body, 'base64')
      return next(args)
    },
    { step: 'build' },
  )
  try {
    const { Errors = [] } = await client.send(command)
    const kept = Errors.find(({ Code }) => Code !== 'NoSuchKey')
    if (kept) throw Object.assign(new Error(), { name: kept.Code })
  } catch (error) {
    throw s3Fault(error)
  }
}
