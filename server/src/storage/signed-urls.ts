import { macBy } from '../secrets/mac.ts'

/**
 * Links change only once a bucket, so that a page's bytes and its ETag stay, and browsers and CDNs may cache.
 * A link made at any moment of a bucket lives for one bucket at least and two at most.
 */
const bucketSeconds = 12 * 3600

export type SignedUrls = {
  /**
   * Path and query under which the file can be opened. The key holds the company: no link serves two. Behind a `?`,
   * which no key has, it may say what is wanted of the file (variants.ts): that is signed with it.
   */
  sign(key: string, now?: number): string
  verify(key: string, expires: string, signature: string, now?: number): boolean
}

/** @param others by which what was signed is good too. */
export function signedUrls(secret: Buffer, ...others: Buffer[]): SignedUrls {
  const mac = macBy(secret, ...others)
  const signed = (key: string, expires: string) => `${key}\n${expires}`

  return {
    sign(key, now = Date.now()) {
      const bucket = Math.floor(now / 1000 / bucketSeconds)
      const expires = String((bucket + 2) * bucketSeconds)
      return `/files/${key}${key.includes('?') ? '&' : '?'}expires=${expires}&signature=${mac.of(signed(key, expires))}`
    },
    verify(key, expires, signature, now = Date.now()) {
      return mac.isOf(signed(key, expires), signature) && Number(expires) * 1000 > now
    },
  }
}
