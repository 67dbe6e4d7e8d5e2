import { macBy } from '../secrets/mac.ts'

/**
 * Links change only once per period, so that the bytes and ETag of a page stay the same, and browsers and
 * CDNs can cache. A link is valid for at least one period and at most two.
 */
const bucketSeconds = 12 * 3600

export type SignedUrls = {
  /**
   * The path and query that open the file. The key contains the company, so no link works for two companies.
   * After a `?`, which no key contains, it can name a variant (variants.ts), which is also signed.
   * @param until the latest time at which the link works.
   */
  sign(key: string, now?: number, until?: Date): string
  verify(key: string, expires: string, signature: string, now?: number): boolean
}

/** @param others additional keys whose signatures are valid. */
export function signedUrls(secret: Buffer, ...others: Buffer[]): SignedUrls {
  const mac = macBy(secret, ...others)
  const signed = (key: string, expires: string) => `${key}\n${expires}`

  return {
    sign(key, now = Date.now(), until) {
      const bucket = Math.floor(now / 1000 / bucketSeconds)
      const usual = (bucket + 2) * bucketSeconds
      const expires = String(until ? Math.min(usual, Math.floor(until.getTime() / 1000)) : usual)
      return `/files/${key}${key.includes('?') ? '&' : '?'}expires=${expires}&signature=${mac.of(signed(key, expires))}`
    },
    verify(key, expires, signature, now = Date.now()) {
      return mac.isOf(signed(key, expires), signature) && Number(expires) * 1000 > now
    },
  }
}
