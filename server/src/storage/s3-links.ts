import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../config/storage.ts'
import { openClient } from './s3-client.ts'
import type { LinkWanted } from './storage.ts'

/**
 * Links change only once per period, so that browsers cache their content. Each link is valid for at most two
 * periods.
 */
const bucketSeconds = 3600

/** Signs locally, without a request to the store. The link sets the media type of the response. */
export function presignedLink(client: S3Client, { bucket, prefix }: S3Config) {
  return (key: string, { untilSeconds, contentType, disposition }: LinkWanted): Promise<string> => {
    const signedAt = Math.floor(Date.now() / 1000 / bucketSeconds) * bucketSeconds
    const expiresIn = Math.min(2 * bucketSeconds, untilSeconds - signedAt)
    // A copy of a file that is requested just before the link expires must not be cached beyond
    // `untilSeconds`. The value does not depend on the current time, because the link would then change with
    // each request.
    const cachedSeconds = Math.min(bucketSeconds, untilSeconds - signedAt - expiresIn)
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: prefix + key,
      ResponseContentType: contentType,
      ...(disposition !== undefined && { ResponseContentDisposition: disposition }),
      ResponseCacheControl: `public, max-age=${cachedSeconds}, immutable`,
    })
    return getSignedUrl(client, command, { signingDate: new Date(signedAt * 1000), expiresIn })
  }
}

/**
 * The origin that serves such links. It does not depend on the signing keys, which may become known only
 * later.
 */
export async function originOfLinks(config: S3Config): Promise<string> {
  const client = openClient({ ...config, credentials: { accessKeyId: 'any', secretAccessKey: 'any' } })
  const untilSeconds = Math.floor(Date.now() / 1000) + bucketSeconds
  const link = await presignedLink(client, config)('any', { untilSeconds, contentType: 'image/png' })
  client.destroy()
  return new URL(link).origin
}
