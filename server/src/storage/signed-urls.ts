import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Links change only once a bucket, so that a page's bytes and its ETag stay, and browsers and CDNs may cache.
 * A link made at any moment of a bucket lives for one bucket at least and two at most.
 */
const bucketSeconds = 12 * 3600
const signatureBytes = 16

export type SignedUrls = {
  /** Path and query under which the file can be opened. The key holds the company: no link serves two. */
  sign(key: string, now?: number): string
  verify(key: string, expires: string, signature: string, now?: number): boolean
}

export function signedUrls(secret: Buffer): SignedUrls {
  const signatureOf = (key: string, expires: string) =>
    createHmac('sha256', secret).update(`${key}\n${expires}`).digest().subarray(0, signatureBytes)

  return {
    sign(key, now = Date.now()) {
      const bucket = Math.floor(now / 1000 / bucketSeconds)
      const expires = String((bucket + 2) * bucketSeconds)
      return `/files/${key}?expires=${expires}&signature=${signatureOf(key, expires).toString('base64url')}`
    },
    verify(key, expires, signature, now = Date.now()) {
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== signatureBytes || given.toString('base64url') !== signature) return false
      return timingSafeEqual(given, signatureOf(key, expires)) && Number(expires) * 1000 > now
    },
  }
}
