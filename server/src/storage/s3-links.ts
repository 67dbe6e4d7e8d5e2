import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../config/storage.ts'
import { openClient } from './s3-client.ts'
import type { LinkWanted } from './storage.ts'

/** Links change only once a bucket, so that browsers keep what they point to; each lives for two buckets at most. */
const bucketSeconds = 3600

/** Signs here, without asking the store. The link tells the browser to take the file for the type that we say. */
export function presignedLink(client: S3Client, { bucket, prefix }: S3Config) {
  return (key: string, { untilSeconds, contentType }: LinkWanted): Promise<string> => {
    const signedAt = Math.floor(Date.now() / 1000 / bucketSeconds) * bucketSeconds
    const expiresIn = Math.min(2 * bucketSeconds, untilSeconds - signedAt)
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: prefix + key,
      ResponseContentType: contentType,
      ResponseCacheControl: `public, max-age=${Math.floor(expiresIn / 2)}, immutable`,
    })
    return getSignedUrl(client, command, { signingDate: new Date(signedAt * 1000), expiresIn })
  }
}

/** From where such links are served. Whose keys sign them makes no difference to that, and ours may come late. */
export async function originOfLinks(config: S3Config): Promise<string> {
  const client = openClient({ ...config, credentials: { accessKeyId: 'any', secretAccessKey: 'any' } })
  const untilSeconds = Math.floor(Date.now() / 1000) + bucketSeconds
  const link = await presignedLink(client, config)('any', { untilSeconds, contentType: 'image/png' })
  client.destroy()
  return new URL(link).origin
}
