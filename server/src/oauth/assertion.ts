import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { decodeJwt, decodeProtectedHeader, errors, type JWK, type JWTPayload, jwtVerify } from 'jose'
import type { PublicKey } from '../db/schema.ts'
import { type Algorithm, algorithms, kindOf, makersOf } from '../secrets/signature-algorithms.ts'

/** An assertion is made for one request: what was made longer ago, or far in the future, is none of today's. */
const ageSecondsMax = 3_600
/** Between two clocks. */
const toleranceSeconds = 30
/** Several times what any library makes. */
const assertionLengthMax = 6 * 1024

/** What is wrong with an assertion. Only who has signed it with the right key is told. */
export class AssertionFault extends Error {
  override name = 'AssertionFault'
  /** For the log. */
  readonly reason: string
  readonly description: string | undefined

  constructor(reason: string, description?: string) {
    super(reason)
    this.reason = reason
    this.description = description
  }
}

/** Of whom an assertion says that it is, which anybody can write into one; undefined when it is no assertion. */
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
 * Verifies an assertion by which a client proves who it is (RFC 7523 §3).
 * @param keys those of the client. None that fits costs as much as one that does: by the clock nobody tells whether
 * there is such a client, or whether it has keys.
 * @param audiences of which it must name one, and nobody else: another server could use it here, too.
 * @returns its name, and when it can't be used any more.
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
    // As one of another algorithm.
  }
  throw new AssertionFault('assertion_algorithm')
}

function fits(key: PublicKey, alg: Algorithm, kid: string | undefined) {
  if (kid !== undefined && key.kid !== undefined && kid !== key.kid) return false
  const kind = kindOf(key)
  // Those of Ed25519 are two names of one algorithm.
  return kind === makersOf[alg] && (key.alg === undefined || key.alg === alg || kind === 'Ed25519')
}

/** The claims, or undefined when it is not signed with this key. */
async function claimsBy(
  { alg: _, ...key }: PublicKey,
  assertion: string,
  clientId: string,
  audience: string[],
) {
  try {
    // `jose` remembers what it has made of an object. This is a new one: a decoy must cost as much as a key.
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

/** `jose` has looked at `exp` and `iat`. */
function useOf({ jti, exp, iat }: JWTPayload) {
  if (typeof jti !== 'string' || jti === '')
    throw new AssertionFault('assertion_jti', 'The jti claim of the assertion is missing or invalid.')
  const endSeconds = Math.min(exp!, iat! + ageSecondsMax) + toleranceSeconds
  return { jti, endsAt: new Date(Math.ceil(endSeconds) * 1000) }
}

const decoys = new Map<string, Promise<PublicKey>>()

/** A key that nobody has the other half of. */
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
