import { createPublicKey, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { KeySet, PublicKey } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { after } from '../http/endpoints/revision.ts'
import { listUpTo, text } from '../http/schemas/body-fields.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { type Algorithm, algorithms, kindOf, makersOf } from '../secrets/signature-algorithms.ts'
import { type ClientChange, changeClient, holdClient } from './change.ts'

/**
 * Maximum number of keys, which suffices to rotate keys one by one. An assertion without a key ID is checked with each
 * key.
 */
const keysMax = 10
/** Maximum number of operations. RFC 7517 §4.3 defines eight. */
const operationsMax = 20
/** Maximum length of a member. The modulus of a 4,096-bit RSA key has 683 characters. */
const memberLengthMax = 1_000
const kidLengthMax = 200
/** Minimum size of an RSA key. A shorter key is too weak (RFC 7518 §3.3). */
const rsaBitsMin = 2_048
const rsaBitsMax = 4_096
const rsaExponentMax = 2n ** 32n

/** Members of private keys (RFC 7518 §6), and of shared keys. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/**
 * One key of a JWKS (RFC 7517). Keeps only the members that verify signatures, and drops certificates and similar
 * members.
 */
const publicKey = z
  .looseObject(
    {
      kty: z.string('must be a string.'),
      kid: text(kidLengthMax).optional(),
      alg: z.enum(algorithms, 'must be a signature algorithm with a private key.').optional(),
      use: z.literal('sig', 'must be sig.').optional(),
      key_ops: listUpTo(
        operationsMax,
        `must not contain more than ${operationsMax} texts.`,
        z.array(z.string('must be a list of strings.'), 'must be a list.'),
      )
        .refine((operations) => operations.includes('verify'), 'must contain verify.')
        .optional(),
    },
    'must be a JSON Web Key (RFC 7517).',
  )
  .transform(({ kid, alg, use: _, key_ops: __, ...members }, context): PublicKey => {
    const key = keyOf(members)
    const fault = faultOf(members, key, alg as Algorithm | undefined)
    if (fault !== undefined) context.addIssue(fault)
    return { ...(key ? publicPartOf(key) : members), ...(kid !== undefined && { kid }), ...(alg && { alg }) }
  })
  .meta(documentedAs({ type: 'object' }))

export const keySet = z.strictObject({
  keys: listUpTo(
    keysMax,
    `must not contain more than ${keysMax} keys.`,
    z.array(publicKey, 'must be a list of keys.').min(1, 'must contain a key.'),
  ).refine((keys) => hasDistinctIds(keys), 'must not contain two keys with the same kid.'),
})

function hasDistinctIds(keys: PublicKey[]) {
  const ids = keys.flatMap(({ kid }) => kid ?? [])
  return new Set(ids).size === ids.length
}

function keyOf(members: object): KeyObject | undefined {
  // Values that are too long for the largest key are not parsed.
  if (Object.values(members).some((value) => String(value).length > memberLengthMax)) return undefined
  try {
    return createPublicKey({ format: 'jwk', key: members })
  } catch {
    return undefined
  }
}

const publicPartOf = (key: KeyObject) => key.export({ format: 'jwk' }) as PublicKey

const kinds: readonly string[] = Object.values(makersOf)

function faultOf(members: object, key: KeyObject | undefined, alg: Algorithm | undefined) {
  if (privateMembers.some((name) => name in members))
    return 'must not contain a private or secret key. Keep that to yourself.'
  if (!key) return 'must be a complete public key.'
  const kind = kindOf(publicPartOf(key))
  if (!kinds.includes(kind)) return 'must be an RSA, P-256, P-384, P-521 or Ed25519 key.'
  if (alg !== undefined && makersOf[alg] !== kind) return 'must match the type of the key.'
  const { modulusLength: bits, publicExponent: exponent } = key.asymmetricKeyDetails ?? {}
  if (bits !== undefined && (bits < rsaBitsMin || bits > rsaBitsMax))
    return `must have ${rsaBitsMin} to ${rsaBitsMax} bits.`
  if (exponent !== undefined && (exponent < 3n || exponent > rsaExponentMax || exponent % 2n === 0n))
    return 'must have a common exponent.'
  return undefined
}

/**
 * Sets the keys that a client can authenticate with (RFC 7523), in addition to its secret. Null removes the
 * keys. Assertions signed with removed keys are rejected immediately; issued tokens stay valid.
 * @param read as for `change`. If omitted, the result is false if the client does not exist.
 */
export function setKeys<A = boolean>(
  db: Db,
  client: ClientChange,
  keySet: KeySet | null,
  read?: (trx: Trx, isThere: boolean) => Promise<A>,
): Promise<A> {
  const set = async (trx: Trx) => {
    const held = await holdClient(trx, client.id)
    if (!held) return { result: false }
    await trx
      .updateTable('clients')
      .set({ jwks: keySet && JSON.stringify(keySet), updated_at: after(held.updated_at) })
      .where('id', '=', client.id)
      .execute()
    return { result: true, data: { keys: await thumbprintsOf(keySet) } }
  }
  return changeClient(db, client, 'keys_changed', set, read)
}

/** The thumbprints by which people recognize keys (RFC 7638). */
const thumbprintsOf = (keySet: KeySet | null) =>
  Promise.all((keySet?.keys ?? []).map((key) => calculateJwkThumbprint(key as JWK)))
