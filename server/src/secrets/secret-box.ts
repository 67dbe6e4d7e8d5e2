import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Secrets that we must be able to read again, as they lie in the database. */
export type SecretBox = {
  /** @param place where it is kept: opened elsewhere, it is as wrong as one that was changed. */
  seal(secret: string, place: string): Buffer
  /** @throws {Error} when it was sealed with another key or for another place. */
  open(sealed: Buffer, place: string): string
  /** The same under the first key; undefined when it is already. @throws {Error} as `open`. */
  reseal(sealed: Buffer, place: string): Buffer | undefined
}

const cipher = 'aes-256-gcm'
/** What the mode wants (NIST SP 800-38D §8.2): random, 96 bits are enough for 2^32 secrets. */
const nonceBytes = 12
const tagBytes = 16

/** @param others with which what was sealed is opened too. */
export function secretBox(key: Buffer, ...others: Buffer[]): SecretBox {
  const box: SecretBox = {
    seal(secret, place) {
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
      return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
    },
    open(sealed, place) {
      for (const one of others) {
        const secret = opened(one, sealed, place)
        if (secret !== undefined) return secret
      }
      return openWith(key, sealed, place)
    },
    reseal(sealed, place) {
      return opened(key, sealed, place) === undefined ? box.seal(box.open(sealed, place), place) : undefined
    },
  }
  return box
}

function openWith(key: Buffer, sealed: Buffer, place: string): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(place)).setAuthTag(tag)
  const secret = opening.update(sealed.subarray(nonceBytes + tagBytes))
  return Buffer.concat([secret, opening.final()]).toString('utf8')
}

/** Undefined when it was sealed with another key. */
function opened(key: Buffer, sealed: Buffer, place: string): string | undefined {
  try {
    return openWith(key, sealed, place)
  } catch {
    return undefined
  }
}
