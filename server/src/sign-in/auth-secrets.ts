import { hash } from 'node:crypto'
import type { PurposeKeys } from '../secrets/secret-key.ts'

/**
 * The secrets in the format of `better-auth`. The first secret signs and encrypts, and all secrets are
 * accepted.
 */
export type SignInSecrets = {
  texts: [string, ...string[]]
  /** Each secret has a number that is derived from it, so it is the same on every node. */
  numbered: { version: number; value: string }[]
  /** The secret of second factors that were encrypted before numbers existed. */
  unnumbered: string
}

export function signInSecrets(keys: PurposeKeys): SignInSecrets {
  const texts = keys.map((key) => key.toString('base64')) as [string, ...string[]]
  const numbered = texts.map((value) => ({ version: numberOf(value), value }))
  return { texts, numbered, unnumbered: texts.at(-1)! }
}

/** The number has 31 bits, because it is parsed as a non-negative integer. */
const numberOf = (secret: string) => hash('sha256', secret, 'buffer').readUInt32BE() >>> 1
