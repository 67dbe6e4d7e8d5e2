import type { PublicKey } from './clients.ts'

/** What people have: a set of keys, or one key. Undefined when it is neither. */
export function keySetOf(text: string): { keys: PublicKey[] } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    return 'keys' in value ? (value as { keys: PublicKey[] }) : { keys: [value as PublicKey] }
  } catch {
    return undefined
  }
}

/** «P-256», «RSA»: what a key is, for who has no better name for it. */
export const kindOf = ({ kty, crv, alg }: PublicKey) => [crv ?? kty, alg].filter(Boolean).join(' · ')
