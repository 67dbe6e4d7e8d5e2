import type { SingleSignOnConfig } from '../config.ts'

const answerMsMax = 5_000

/** Receives errors that are not shown to people. */
export type Warn = (message: string, error: unknown) => void

/** A reachable issuer with its configuration. */
export type OpenProvider = SingleSignOnConfig & { userInfoUrl: string | undefined }

/** The URL of an issuer's configuration (OpenID Connect Discovery §4). */
export const discoveryUrl = (issuer: string) => `${withoutSlash(issuer)}/.well-known/openid-configuration`

/** Returns the issuer if it is safe to use, and otherwise calls `warn` with the reason. */
export async function discover(
  singleSignOn: SingleSignOnConfig,
  warn: Warn,
): Promise<OpenProvider | undefined> {
  try {
    const configuration = await configurationOf(singleSignOn.issuer)
    assertUsable(configuration, singleSignOn.issuer)
    return { ...singleSignOn, userInfoUrl: configuration.userinfo_endpoint }
  } catch (error) {
    warn('single sign-on is disabled: its provider does not respond as OpenID Connect requires', error)
    return undefined
  }
}

type Configuration = { issuer?: unknown; jwks_uri?: unknown; userinfo_endpoint?: string }

async function configurationOf(issuer: string): Promise<Configuration> {
  const response = await fetch(discoveryUrl(issuer), { signal: AbortSignal.timeout(answerMsMax) })
  if (!response.ok) throw new Error(`It responded with status ${response.status}.`)
  return (await response.json()) as Configuration
}

/**
 * Without keys, no id_token can be verified. A document of another issuer describes other people (§4.3).
 */
function assertUsable({ issuer, jwks_uri }: Configuration, expected: string) {
  if (withoutSlash(String(issuer)) !== withoutSlash(expected))
    throw new Error(`Its configuration is for the issuer ${issuer}. Set OIDC_ISSUER to that value.`)
  if (typeof jwks_uri !== 'string') throw new Error('Its configuration has no jwks_uri.')
}

/** The provider's claims about the owner of an access token. Undefined if there are none. */
export async function userInfoOf(url: string, accessToken = ''): Promise<Claims | undefined> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      signal: AbortSignal.timeout(answerMsMax),
    })
    return response.ok ? ((await response.json()) as Claims) : undefined
  } catch {
    return undefined
  }
}

type Claims = Record<string, unknown>

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')
