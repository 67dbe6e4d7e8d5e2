import { randomBytes } from 'node:crypto'
import type { Role } from '../../src/db/schema.ts'
import { type CompanyId, publicId, type Uuid } from '../../src/ids.ts'
import { addMember } from '../../src/members/queries.ts'
import { newAccount, password } from './accounts.ts'
import { type Answer, someAddress } from './companies.ts'
import type { Service } from './service.ts'

/** A browser session, which keeps cookies and sends every request from the portal's own page. */
export function browser({ url }: Pick<Service, 'url'>, more: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  const ask = async (
    method: string,
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: url,
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...more,
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (/max-age=0/i.test(cookie)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }
  return {
    ask,
    cookies,
    get: (path: string, headers?: Record<string, string>) => ask('GET', path, undefined, headers),
    post: (path: string, json: unknown = {}, headers?: Record<string, string>) =>
      ask('POST', path, json, headers),
    patch: (path: string, json: unknown, headers?: Record<string, string>) =>
      ask('PATCH', path, json, headers),
    delete: (path: string, headers?: Record<string, string>) => ask('DELETE', path, undefined, headers),
    signIn: (email: string, password: string) =>
      ask('POST', '/portal/api/auth/sign-in/email', { email, password }),
  }
}

export type Browser = ReturnType<typeof browser>
export type MemberOf = Browser & { id: string; personId: Uuid; name: string; email: string }

/**
 * A new member of a company, signed in. The service must trust this machine as a proxy, because sign-ins are
 * limited per IP address, and each member has a separate address.
 */
export async function newMember(
  service: Service,
  companyId: CompanyId,
  role: Role,
  name = role as string,
): Promise<MemberOf> {
  const email = `${randomBytes(6).toString('hex')}@people.example`
  const personId = await newAccount(service.db, { name, email })
  await addMember(service.db, companyId, personId, role)
  const at = await signedIn(service, email, { 'atelier-company': publicId('company', companyId) })
  return { ...at, id: publicId('person', personId), personId, name, email }
}

export async function signedIn(
  service: Service,
  email: string,
  headers: Record<string, string> = {},
): Promise<Browser> {
  const at = browser(service, { 'x-forwarded-for': someAddress(), ...headers })
  const answer = await at.signIn(email, password)
  if (answer.status !== 200) throw new Error(`Signing in was answered with ${answer.status}.`)
  return at
}

/** Settings of services that trust the tests as a proxy. */
export const behindProxy = { TRUSTED_PROXIES: '127.0.0.0/8,::1' }
