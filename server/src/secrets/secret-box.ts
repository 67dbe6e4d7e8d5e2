import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts secrets that must be readable again, for storage in the database. */
export type SecretBox = {
  /**
   * @param place the context for which the secret is encrypted. It cannot be decrypted for another context.
   */
  seal(secret: string, place: string): Buffer
  /** @throws {Error} if the secret was encrypted with another key or for another place. */
  open(sealed: Buffer, place: string): string
  canOpen(sealed: Buffer, place: string): boolean
  /** Encrypts again with the first key. Undefined if that is not necessary. @throws {Error} as `open`. */
  reseal(sealed: Buffer, place: string): Buffer | undefined
}

const cipher = 'aes-256-gcm'
/** The nonce that the mode requires (NIST SP 800-38D §8.2): 96 random bits are enough for 2^32 secrets. */
const nonceBytes = 12
const tagBytes = 16

/** @param others additional keys that can decrypt. */
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
    canOpen: (sealed, place) => [key, ...others].some((one) => opened(one, sealed, place) !== undefined),
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

function opened(key: Buffer, sealed: Buffer, place: string): string | undefined {
  try {
    return openWith(key, sealed, place)
  } catch {
    return undefined
  }
}
