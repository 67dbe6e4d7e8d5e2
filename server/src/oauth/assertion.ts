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
/** Tolerated clock difference. */
const toleranceSeconds = 30
/** Several times the length of assertions that common libraries create. */
const assertionLengthMax = 6 * 1024

/**
 * Thrown for an invalid assertion. The reason is only revealed if the assertion is signed with the right key.
 */
export class AssertionFault extends Error {
  override name = 'AssertionFault'
  readonly reason: string
  readonly description: string | undefined

  constructor(reason: string, description?: string) {
    super(reason)
    this.reason = reason
    this.description = description
  }
}

/**
 * The client that an unverified assertion names.
 * @throws {AssertionFault} if it names none.
 */
export function subjectOf(assertion: string): string {
  const { sub } = claimsIn(assertion) ?? malformed()
  if (typeof sub !== 'string') throw new AssertionFault('assertion_sub')
  return sub
}

/** The client whose owner sees the rejection in the log. */
export function claimedClient(assertion: string): string | undefined {
  const { sub, iss } = claimsIn(assertion) ?? {}
  return [sub, iss].find((claim) => typeof claim === 'string')
}

function claimsIn(assertion: string): JWTPayload | undefined {
  if (assertion.length > assertionLengthMax) return undefined
  try {
    return decodeJwt(assertion)
  } catch {
    return undefined
  }
}

function malformed(): never {
  throw new AssertionFault('assertion_malformed')
}

/**
 * Verifies a client's assertion (RFC 7523 §3).
 * @param keys the client's keys. Verification takes as long without a matching key, so that timing reveals
 *   neither whether the client exists nor whether it has keys.
 * @param audiences the assertion must contain one of them and no other audience: otherwise another server
 *   could replay it here.
 * @returns its identifier, if it has one, and its expiry.
 * @throws {AssertionFault}
 */
export async function verifyAssertion(
  assertion: string,
  keys: readonly PublicKey[],
  clientId: string,
  audiences: string[],
): Promise<{ jti: string | undefined; endsAt: Date }> {
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
      requiredClaims: ['exp'],
    })
    if (![payload.aud].flat().every((one) => audience.includes(one!)))
      throw new AssertionFault('assertion_aud', 'The aud claim of the assertion names other servers too.')
    return payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    if (error instanceof errors.JWTExpired) throw expired()
    if (error instanceof errors.JWTClaimValidationFailed) throw wrongClaim(error.claim)
    if (error instanceof errors.JOSEError) malformed()
    throw error
  }
}

const expired = () => new AssertionFault('assertion_expired', 'The assertion has expired.')

const wrongClaim = (claim: string) =>
  new AssertionFault(`assertion_${claim}`, `The ${claim} claim of the assertion is missing or invalid.`)

/** `jti` and `iat` are optional (RFC 7523 §3). Without `iat`, `exp` limits the age. `jose` has already checked `exp`. */
function useOf({ jti, iat, exp }: JWTPayload) {
  if (jti !== undefined && (typeof jti !== 'string' || jti === '')) throw wrongClaim('jti')
  const latest = Date.now() / 1000 + toleranceSeconds
  if (iat !== undefined && iat > latest) throw wrongClaim('iat')
  if (iat === undefined && exp! > latest + ageSecondsMax) throw wrongClaim('exp')
  const endSeconds = Math.min(exp!, (iat ?? exp!) + ageSecondsMax) + toleranceSeconds
  if (endSeconds * 1000 <= Date.now()) throw expired()
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
