import type { PublicKey } from '../db/schema.ts'

/** Signatures that a client may prove itself with, and the kind of key that makes each: none that is shared with us. */
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

/** By what keys differ that can't stand for each other. */
export const kindOf = ({ kty, crv }: Pick<PublicKey, 'kty' | 'crv'>): string => crv ?? kty
