import type { PublicKey } from './clients.ts'

/** Accepts a JWKS or a single JWK. Undefined for anything else. */
export function keySetOf(text: string): { keys: PublicKey[] } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    return 'keys' in value ? (value as { keys: PublicKey[] }) : { keys: [value as PublicKey] }
  } catch {
    return undefined
  }
}

/** "P-256", "RSA": describes a key without a name. */
export const kindOf = ({ kty, crv, alg }: PublicKey) => [crv ?? kty, alg].filter(Boolean).join(' · ')
