import type { PublicKey } from '../db/schema.ts'

/**
 * Signature algorithms for client authentication, and the kind of key that each requires. None of them is
 * symmetric.
 */
export const makersOf = {
  RS256: 'RSA',
  RS384: 'RSA',
  RS512: 'RSA',
  PS256: 'RSA',
  PS384: 'RSA',
  PS512: 'RSA',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
  Ed25519: 'Ed25519',
} as const

export type Algorithm = keyof typeof makersOf

export const algorithms = Object.keys(makersOf) as readonly Algorithm[]

export const kindOf = ({ kty, crv }: Pick<PublicKey, 'kty' | 'crv'>): string => crv ?? kty
