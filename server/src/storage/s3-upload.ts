import { constants as flags } from 'node:fs'
import { open } from 'node:fs/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

/** Minimum size of a part. An upload keeps three parts in memory, and a part that is being read. */
const partBytesMin = 8 * 1024 * 1024
const partsAtOnce = 3
/** Maximum number of parts, which S3 itself defines. */
const partsMax = 10_000

type Target = { Bucket: string; Key: string; ContentType: string }

/** Uploads in parts. Each part has its own retries. If a part finally fails, the others are removed. */
export async function upload(client: S3Client, target: Target, path: string) {
  // Anything except a plain file, such as a link, could lead anywhere.
  const file = await open(path, flags.O_RDONLY | flags.O_NOFOLLOW)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new Error(`Not a file: ${path}`)
    const partSize = Math.max(partBytesMin, Math.ceil(found.size / partsMax))
    const Body = file.createReadStream({ autoClose: false })
    await new Upload({ client, params: { ...target, Body }, partSize, queueSize: partsAtOnce }).done()
  } finally {
    await file.close()
  }
}
