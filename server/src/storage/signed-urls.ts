import { hash } from 'node:crypto'
import { isSame } from './is-same.ts'

/**
 * Links change only once a bucket, so that a page's bytes and its ETag stay, and browsers and CDNs may cache.
 * A link made at any moment of a bucket lives for one bucket at least and two at most.
 */
const bucketSeconds = 12 * 3600
/** 132 bits in base64url. */
const signatureLength = 22

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
  // SHA-512/256 shows half of its state, so that nobody can go on from a signature to a longer message: with it the
  // secret before the text is a sound MAC. HMAC hashes twice, and a page of the library signs forty links.
  const prefixes = [secret, ...others].map((one) => one.toString('hex'))
  const signatureOf = (key: string, expires: string, prefix = prefixes[0]!) =>
    hash('sha512-256', `${prefix}\n${key}\n${expires}`, 'base64url').slice(0, signatureLength)

  return {
    sign(key, now = Date.now()) {
      const bucket = Math.floor(now / 1000 / bucketSeconds)
      const expires = String((bucket + 2) * bucketSeconds)
      return `/files/${key}${key.includes('?') ? '&' : '?'}expires=${expires}&signature=${signatureOf(key, expires)}`
    },
    verify(key, expires, signature, now = Date.now()) {
      const isBy = (prefix: string) => isSame(signature, signatureOf(key, expires, prefix))
      return prefixes.some(isBy) && Number(expires) * 1000 > now
    },
  }
}
