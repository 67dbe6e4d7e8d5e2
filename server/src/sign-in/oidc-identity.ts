import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { quotedName } from '../http/schemas/body-fields.ts'
import { Email } from '../members/wire.ts'
import { asName } from '../names.ts'
import { algorithms } from '../secrets/signature-algorithms.ts'
import { type OpenProvider, userInfoOf } from './oidc-discovery.ts'

type Tokens = { idToken?: string | undefined; accessToken?: string | undefined }
type Claims = Record<string, unknown>

/**
 * The identity from the provider, or null if the provider does not confirm an identity. The library has
 * verified signature, issuer, audience and nonce of an id_token; the remaining checks are made here (OpenID
 * Connect Core §3.1.3.7).
 */
export async function identityOf(
  { clientId, userInfoUrl }: Pick<OpenProvider, 'clientId' | 'userInfoUrl'>,
  { idToken, accessToken }: Tokens,
) {
  // The library has not verified an empty id_token either.
  const vouched = idToken ? claimsOf(idToken, clientId) : undefined
  if (!vouched) return null
  const { sub } = vouched
  const more = await furtherClaims(vouched, userInfoUrl, accessToken)
  if (!more) return null
  // Both claims must come from one source, because an e-mail address from one source and its verification
  // from another would prove nothing.
  const source = hasAddress(vouched) ? vouched : more
  const { data: email } = Email.safeParse(source.email)
  return {
    sub,
    id: sub,
    email,
    emailVerified: isYes(source.email_verified),
    name: nameOf(vouched.name ?? more.name, email),
  }
}

/** Whether the address is verified. Some providers write booleans as text; any other value means no. */
const isYes = (value: unknown) => value === true || value === 'true'

const hasAddress = ({ email, email_verified }: Claims) => email !== undefined && email_verified !== undefined

/**
 * Claims that the id_token lacks. Null if userinfo fails or describes another person, because it must not be used then
 * (§5.3.2).
 */
async function furtherClaims(vouched: Vouched, url: string | undefined, accessToken: string | undefined) {
  if (url === undefined) return vouched
  if (hasAddress(vouched) && vouched.name !== undefined) return vouched
  const claims = await userInfoOf(url, accessToken)
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
