import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { decodeJwt, decodeProtectedHeader, errors, type JWK, type JWTPayload, jwtVerify } from 'jose'
import type { PublicKey } from '../db/schema.ts'
import { type Algorithm, algorithms, kindOf, makersOf } from '../secrets/signature-algorithms.ts'

/**
 * Maximum age of an assertion, which is created for one request. An assertion that is older or dated far in
 * the future is rejected.
 */
const ageSecondsMax = 3_600
/** Tolerance for differing clocks. */
const toleranceSeconds = 30
/** The maximum length of an assertion, which is several times the length that any library creates. */
const assertionLengthMax = 6 * 1024

/**
 * Thrown for an invalid assertion. The reason is only revealed if the assertion is signed with the right key.
 */
export class AssertionFault extends Error {
  override name = 'AssertionFault'
  /** The reason, for the log. */
  readonly reason: string
  readonly description: string | undefined

  constructor(reason: string, description?: string) {
    super(reason)
    this.reason = reason
    this.description = description
  }
}

/**
 * The client that an assertion claims to come from, unverified. Undefined if the text is not an assertion.
 */
export function subjectOf(assertion: string): string | undefined {
  if (assertion.length > assertionLengthMax) return undefined
  try {
    const { sub } = decodeJwt(assertion)
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

/**
 * Verifies a client's assertion (RFC 7523 §3).
 * @param keys the client's keys. Verification takes equally long with no matching key, so that timing reveals
 * neither whether the client exists nor whether it has keys.
 * @param audiences the assertion must name exactly one of them; otherwise, another server could replay the
 * assertion here.
 * @returns the identifier and the expiry of the assertion.
 * @throws {AssertionFault}
 */
export async function verifyAssertion(
  assertion: string,
  keys: readonly PublicKey[],
  clientId: string,
  audiences: string[],
): Promise<{ jti: string; endsAt: Date }> {
  const { alg, kid } = headerOf(assertion)
  const fitting = keys.filter((key) => fits(key, alg, kid))
  const tried = fitting.length > 0 ? fitting : [await decoy(alg)]
  for (const key of tried) {
    const claims = await claimsBy(key, assertion, clientId, audiences)
    if (claims) return useOf(claims)
  }
  throw new AssertionFault('assertion_signature')
}

function headerOf(assertion: string): { alg: Algorithm; kid?: string | undefined } {
  try {
    const { alg, kid } = decodeProtectedHeader(assertion)
    if (algorithms.includes(alg as Algorithm)) return { alg: alg as Algorithm, kid }
  } catch {
    // It is treated like an assertion with a different algorithm.
  }
  throw new AssertionFault('assertion_algorithm')
}

function fits(key: PublicKey, alg: Algorithm, kid: string | undefined) {
  if (kid !== undefined && key.kid !== undefined && kid !== key.kid) return false
  const kind = kindOf(key)
  // Ed25519 keys have two algorithm names for the same algorithm.
  return kind === makersOf[alg] && (key.alg === undefined || key.alg === alg || kind === 'Ed25519')
}

/** The claims of an assertion. Undefined if the assertion is not signed with this key. */
async function claimsBy(
  { alg: _, ...key }: PublicKey,
  assertion: string,
  clientId: string,
  audience: string[],
) {
  try {
    // `jose` caches keys by object. A new object is used, so that a decoy costs as much as a real key.
    const { payload } = await jwtVerify(assertion, key as JWK, {
      algorithms: [...algorithms],
      issuer: clientId,
      subject: clientId,
      audience,
      clockTolerance: toleranceSeconds,
      maxTokenAge: ageSecondsMax,
      requiredClaims: ['exp', 'jti'],
    })
    if (![payload.aud].flat().every((one) => audience.includes(one!)))
      throw new AssertionFault('assertion_aud', 'The aud claim of the assertion names other servers too.')
    return payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    if (error instanceof errors.JWTExpired)
      throw new AssertionFault('assertion_expired', 'The assertion has expired.')
    if (error instanceof errors.JWTClaimValidationFailed)
      throw new AssertionFault(
        `assertion_${error.claim}`,
        `The ${error.claim} claim of the assertion is missing or invalid.`,
      )
    if (error instanceof errors.JOSEError) throw new AssertionFault('assertion_malformed')
    throw error
  }
}

/** `jose` has already checked `exp` and `iat`. */
function useOf({ jti, exp, iat }: JWTPayload) {
  if (typeof jti !== 'string' || jti === '')
    throw new AssertionFault('assertion_jti', 'The jti claim of the assertion is missing or invalid.')
  const endSeconds = Math.min(exp!, iat! + ageSecondsMax) + toleranceSeconds
  return { jti, endsAt: new Date(Math.ceil(endSeconds) * 1000) }
}

const decoys = new Map<string, Promise<PublicKey>>()

/** Creates a public key whose private key is discarded. */
function decoy(alg: Algorithm): Promise<PublicKey> {
  const kind = makersOf[alg]
  const made = decoys.get(kind) ?? newKey(kind)
  decoys.set(kind, made)
  return made
}

const generate = promisify(generateKeyPair)

async function newKey(kind: string) {
  const { publicKey } = await (kind === 'RSA'
    ? generate('rsa', { modulusLength: 2048 })
    : kind === 'Ed25519'
      ? generate('ed25519')
      : generate('ec', { namedCurve: kind }))
  return publicKey.export({ format: 'jwk' }) as PublicKey
}
