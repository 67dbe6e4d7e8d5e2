import { hash } from 'node:crypto'
import type { PurposeKeys } from '../secrets/secret-key.ts'

/** As `better-auth` takes them: by the first it signs and encrypts, and reads what is by any. */
export type SignInSecrets = {
  texts: [string, ...string[]]
  /** Each by a number that follows from it, and so is the same on every node. */
  numbered: { version: number; value: string }[]
  /** By which second factors were encrypted before they named a number. */
  unnumbered: string
}

export function signInSecrets(keys: PurposeKeys): SignInSecrets {
  const texts = keys.map((key) => key.toString('base64')) as [string, ...string[]]
  const numbered = texts.map((value) => ({ version: numberOf(value), value }))
  return { texts, numbered, unnumbered: texts.at(-1)! }
}

/** 31 bits: it is read as a whole number that is not negative. */
const numberOf = (secret: string) => hash('sha256', secret, 'buffer').readUInt32BE() >>> 1
