import { createHash, randomBytes } from 'node:crypto'
import { requestText } from '../../src/connected-apps/authorization-request.ts'
import { type Answer, send, someAddress } from './companies.ts'
import { sendForm } from './forms.ts'
import type { Browser } from './people.ts'
import type { Service } from './service.ts'

export const redirectUri = 'http://127.0.0.1:4567/callback'

export const newVerifier = () => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Registers an app. @returns its `client_id`. */
export async function newApp(service: Service, metadata: object = {}): Promise<string> {
  const json = { client_name: 'Assistant', redirect_uris: [redirectUri], ...metadata }
  const headers = { 'x-forwarded-for': someAddress() }
  const { status, body, text } = await send(service, 'POST', '/oauth/apps/register', { json, headers })
  if (status !== 201) throw new Error(text)
  return body.client_id
}

export const requestOf = (service: Service, app: string, verifier: string) => ({
  client_id: app,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'assets:read assets:write',
  state: 'xyz',
  code_challenge: challengeOf(verifier),
  code_challenge_method: 'S256',
  resource: `${service.url}/mcp`,
})

export type Asked = Record<string, string>

/** The request as the consent page receives it. */
export const requestIn = (asked: Asked | string) => requestText(`${new URLSearchParams(asked)}`)

/** Allows an app, as the consent page does. */
export const allow = (person: Browser, request: Asked, company: string, scopes: string[]): Promise<Answer> =>
  person.post('/portal/api/app-authorizations', { request: requestIn(request), company_id: company, scopes })

export const requestToken = (service: Service, fields: Record<string, string>) =>
  sendForm(service, '/oauth/apps/token', fields)

export const codeIn = ({ body }: Answer) => new URL(body.data.redirect_url).searchParams.get('code')!

/** An app that a person has connected to a company, and its tokens. */
export async function connected(
  service: Service,
  person: Browser,
  company: string,
  scopes = ['assets:read', 'assets:write'],
) {
  const app = await newApp(service)
  const verifier = newVerifier()
  const allowed = await allow(person, requestOf(service, app, verifier), company, scopes)
  const code = codeIn(allowed)
  const exchange = {
    grant_type: 'authorization_code',
    client_id: app,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  }
  const { status, body, text } = await requestToken(service, exchange)
  if (status !== 200) throw new Error(text)
  const refresh = (token: string, more: Record<string, string> = {}) =>
    requestToken(service, { grant_type: 'refresh_token', client_id: app, refresh_token: token, ...more })
  return {
    app,
    exchange,
    token: body.access_token as string,
    refreshToken: body.refresh_token as string,
    refresh,
  }
}

/** The names of the tools that a token is offered, or the status of the refusal. */
export async function toolsFor(service: Service, token: string): Promise<string[] | number> {
  const answer = await callMcp(service, token, 'tools/list')
  return typeof answer === 'number' ? answer : answer.result.tools.map(({ name }: { name: string }) => name)
}

export async function callMcp(service: Service, token: string, method: string, params: object = {}) {
  const { status, text } = await send(service, 'POST', '/mcp', {
    json: { jsonrpc: '2.0', id: 1, method, params },
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
  })
  if (status !== 200) return status
  return JSON.parse(
    text
      .split('\n')
      .find((line) => line.startsWith('data: '))
      ?.slice(6) ?? text,
  )
}
