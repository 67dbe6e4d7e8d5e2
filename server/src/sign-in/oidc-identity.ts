import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { quotedName } from '../http/schemas/body-fields.ts'
import { Email } from '../members/wire.ts'
import { asName } from '../names.ts'
import { algorithms } from '../secrets/signature-algorithms.ts'
import { type OpenProvider, userInfoOf } from './oidc-discovery.ts'
import { type Groups, groupsIn } from './oidc-groups.ts'

type Tokens = { idToken?: string | undefined; accessToken?: string | undefined }
type Claims = Record<string, unknown>

type Provider = Pick<OpenProvider, 'clientId' | 'userInfoUrl' | 'emailVerifiedClaim' | 'groups'>

/**
 * The identity from the provider, or null if the provider does not confirm an identity. The library has
 * verified signature, issuer, audience and nonce of an id_token; the remaining checks are made here (OpenID
 * Connect Core §3.1.3.7).
 */
export async function identityOf(provider: Provider, { idToken, accessToken }: Tokens) {
  // The library has not verified an empty id_token either.
  const vouched = idToken ? claimsOf(idToken, provider.clientId) : undefined
  if (!vouched) return null
  const { sub } = vouched
  const more = await furtherClaims(provider, vouched, accessToken)
  if (!more) return null
  // Both claims must come from one source, because an e-mail address from one source and its verification
  // from another would prove nothing.
  const source = hasAddress(provider, vouched) ? vouched : more
  const { data: email } = Email.safeParse(source.email)
  return {
    sub,
    id: sub,
    email,
    emailVerified: isVerified(provider, source),
    name: nameOf(vouched.name ?? more.name, email),
    groups: groupsOf(provider, vouched) ?? groupsOf(provider, more),
  }
}

/**
 * Whether the address is verified. Some providers write booleans as text, and `xms_edov` of Entra ID can also be 1. Any
 * other value means no.
 */
function isVerified({ emailVerifiedClaim: name }: Provider, { [name]: value }: Claims): boolean {
  return value === true || value === 'true' || (name !== 'email_verified' && (value === 1 || value === '1'))
}

const hasAddress = ({ emailVerifiedClaim }: Provider, claims: Claims) =>
  claims.email !== undefined && claims[emailVerifiedClaim] !== undefined

/** Undefined if the claims contain no groups, or if groups have no effect. */
const groupsOf = ({ groups }: Provider, claims: Claims): Groups | undefined =>
  groups && groupsIn(claims, groups.claim)

/**
 * Claims that the id_token lacks. Null if userinfo fails or describes another person, because it must not be used then
 * (§5.3.2).
 */
async function furtherClaims(provider: Provider, vouched: Vouched, accessToken: string | undefined) {
  const { userInfoUrl, groups } = provider
  if (userInfoUrl === undefined) return vouched
  const isComplete = hasAddress(provider, vouched) && vouched.name !== undefined
  if (isComplete && (!groups || groupsOf(provider, vouched))) return vouched
  const claims = await userInfoOf(userInfoUrl, accessToken)
  return claims?.sub === vouched.sub ? claims : null
}

type Vouched = JWTPayload & { sub: string }

function claimsOf(idToken: string, clientId: string): Vouched | undefined {
  const { alg } = decodeProtectedHeader(idToken)
  const claims = decodeJwt(idToken)
  const isSigned = algorithms.some((known) => known === alg)
  const isLimited = typeof claims.exp === 'number' && typeof claims.iat === 'number'
  return isSigned &&
    isLimited &&
    isFor(claims, clientId) &&
    typeof claims.sub === 'string' &&
    claims.sub !== ''
    ? (claims as Vouched)
    : undefined
}

/** A token for several clients names the client that requested it. */
function isFor({ aud, azp }: JWTPayload, clientId: string): boolean {
  if (azp !== undefined) return azp === clientId
  return [aud].flat().every((one) => one === clientId)
}

/**
 * People cannot correct the provider's name for them here, so an invalid name must not prevent the sign-in.
 */
function nameOf(given: unknown, email = ''): string {
  for (const one of [given, email.split('@')[0]]) {
    const { data } = quotedName.safeParse(typeof one === 'string' && asName(one))
    if (data !== undefined) return data
  }
  return 'Unnamed'
}
