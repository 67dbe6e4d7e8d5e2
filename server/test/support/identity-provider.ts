import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { someAddress } from './companies.ts'
import { type Browser, browser } from './people.ts'
import { atEnd, type Service } from './service.ts'

export type Identity = { email: string; email_verified: unknown; name: string; groups?: string[] }

type Claims = Record<string, unknown>

/** Replaces the provider's true responses. */
type Forging = {
  /** @param sign signs with the provider's key, unless the header states otherwise. */
  idToken?: ((claims: Claims, sign: (claims: Claims) => Promise<string>) => unknown) | undefined
  userInfo?: ((claims: Claims) => Claims) | undefined
}

export const ourClient = { id: 'atelier', secret: 'a secret that both of them know, and nobody else' }

/** A real OpenID Connect provider where anyone can sign in as any of the `identities`, by login. */
export async function identityProvider(identities: Record<string, Identity>) {
  // On a busy machine, a connection could be closed just as it is reused.
  const server = createServer({ keepAliveTimeout: 0 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise<void>((closed) => server.close(() => closed()))
  })
  const secrets = new Set([ourClient.secret])
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const forging: Forging = {}
  const sign = (claims: Claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(privateKey)
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    secrets,
    forging,
    publicKey,
    /** Sets the redirect URIs, which are only known once the service listens. */
    open(...redirectUris: string[]) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: ourClient.id, client_secret: ourClient.secret, redirect_uris: redirectUris }],
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['name'],
          groups: ['groups'],
        },
        jwks: { keys: [key] },
        cookies: { keys: ['signs the cookies of a test'] },
        findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...identities[id] }) }),
      })
      // The library's clients have one.
      provider.Client.prototype.compareClientSecret = (given) => secrets.has(given)
      provider.use(async (context, next) => {
        await next()
        const { path, body } = context as { path: string; body?: Claims }
        if (!body) return
        if (path === '/token' && forging.idToken)
          body.id_token = await forging.idToken(decodeJwt(body.id_token as string), sign)
        if (path === '/me' && forging.userInfo) context.body = forging.userInfo(body)
      })
      server.on('request', provider.callback())
    },
    /** Signs in, consents to everything, and returns the redirect URL. */
    async signIn(url: string, login: string): Promise<string> {
      const at = visitor()
      let next = url
      while (next.startsWith(issuer)) {
        const page = await at(next)
        next = new URL(page.location ?? (await fillIn(page.text)), issuer).href
      }
      return next

      async function fillIn(html: string) {
        const [, action] = /<form[^>]* action="([^"]+)"/.exec(html) ?? []
        const [, prompt] = /name="prompt" value="([^"]+)"/.exec(html) ?? []
        if (!action || !prompt) throw new Error(`The provider shows no form: ${html}`)
        const { location } = await at(action, new URLSearchParams({ prompt, login, password: 'any' }))
        return location!
      }
    },
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof identityProvider>>

/** Where the redirect URL of a service is, at any of its URLs. */
export const callbackOf = ({ url }: Pick<Service, 'url'>) => `${url}/portal/api/auth/callback/sso`

/** Goes from the sign-in page to the provider, signs in there, and returns. */
export async function enterThrough(
  provider: IdentityProvider,
  node: Service,
  login: string,
  at = browser(node, { 'x-forwarded-for': someAddress() }),
) {
  const { status, text, body } = await at.post('/portal/api/auth/sign-in/social', {
    provider: 'sso',
    callbackURL: '/library',
    errorCallbackURL: '/sign-in',
  })
  if (status !== 200) throw new Error(text)
  return comeBack(provider, node, at, body.url, login)
}

/** Signs in at the provider's page and returns to the service. */
export async function comeBack(
  provider: IdentityProvider,
  node: Service,
  at: Browser,
  url: string,
  login: string,
) {
  const back = await provider.signIn(url, login)
  if (!back.startsWith(node.url)) throw new Error(back)
  const { status, headers } = await at.get(back.slice(node.url.length))
  if (status !== 302) throw new Error(`The callback returned ${status}.`)
  const { pathname, searchParams } = new URL(headers.get('location')!, node.url)
  return { at, pathname, error: searchParams.get('error') }
}

/** Keeps cookies and follows no redirects. */
function visitor() {
  const cookies = new Map<string, string>()
  return async (url: string, form?: URLSearchParams) => {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      body: form ?? null,
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      cookies.set(name!, value!)
    }
    return { location: response.headers.get('location'), text: await response.text() }
  }
}
