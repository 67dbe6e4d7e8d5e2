import type { OwnBytes } from '../http/own-bytes.ts'

/** The bytes that Standard Webhooks signs: ID, timestamp and body. */
export const signedBytes = (id: string, time: string, body: Uint8Array): OwnBytes =>
  joined(new TextEncoder().encode(`${id}.${time}.`), body)

/** @throws {TypeError} if the secret is not a webhook secret. */
export function keyOf(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  // An unset environment variable is undefined in JavaScript.
  const bytes = typeof secret === 'string' ? base64Bytes(secret.replace(/^whsec_/, '')) : undefined
  if (!bytes || bytes.length === 0)
    throw new TypeError('The secret must be the value shown in the portal: whsec_…')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

export function base64Bytes(text: string): OwnBytes | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(head: Uint8Array, tail: Uint8Array): OwnBytes {
  const all = new Uint8Array(head.length + tail.length)
  all.set(head)
  all.set(tail, head.length)
  return all
}
