import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { createClient, type NewClient } from '../../src/clients/create.ts'
import { createCompany, createEnterprise, setEnterpriseStatus } from '../../src/companies/queries.ts'
import type { Db } from '../../src/db/database.ts'
import { touch } from '../../src/db/tenancy.ts'
import { change } from '../../src/events/append.ts'
import { scopes } from '../../src/http/caller.ts'
import type { CompanyId, Uuid } from '../../src/ids.ts'
import { newAccount } from './accounts.ts'
import type { Service } from './service.ts'

export type Caller = {
  clientId: string
  clientSecret: string
  token: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, json: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: tests read the body without declaring its type.
export type Answer = { status: number; headers: Headers; text: string; body: any }

export type TestCompany = { enterpriseId: Uuid; companyId: CompanyId; ownerId: Uuid }

/** A company in its own enterprise, and a client with every scope. */
export async function newCompany(
  service: Pick<Service, 'db' | 'url'>,
  name: string,
): Promise<TestCompany & Caller> {
  const { db } = service
  const enterpriseId = await createEnterprise(db, `${name} Group`)
  const companyId = await createCompany(db, enterpriseId, name)
  const email = `owner@${name.toLowerCase()}.example`
  const ownerId = await newAccount(db, { name: `${name} Owner`, email })
  const caller = await newCaller(service, { name: 'test', enterpriseId, companyId, ownerId, scopes })
  return { enterpriseId, companyId, ownerId, ...caller }
}

export async function newCaller(service: Pick<Service, 'db' | 'url'>, client: NewClient): Promise<Caller> {
  const { clientId, clientSecret } = await createClient(service.db, client)
  const answer = await send(service, 'POST', '/oauth/access-token', {
    json: { client_id: clientId, client_secret: clientSecret },
  })
  const token = answer.body.token?.access_token as string
  const as = (method: string, path: string, json: unknown, headers?: Record<string, string>) =>
    send(service, method, path, { json, headers: { authorization: `Bearer ${token}`, ...headers } })
  return {
    clientId,
    clientSecret,
    token,
    get: (path, headers) => as('GET', path, undefined, headers),
    post: (path, json, headers) => as('POST', path, json, headers),
    patch: (path, json, headers) => as('PATCH', path, json, headers),
    delete: (path, headers) => as('DELETE', path, undefined, headers),
  }
}

export type Callers = Record<'full' | 'readOnly' | 'restricted' | 'noCompany' | 'inactive', Caller> & {
  company: TestCompany
}

/**
 * A company with every kind of client in the contract. All have a token; the token of `inactive` is from
 * before its deactivation.
 */
export async function everyCaller(service: Service, name: string): Promise<Callers> {
  const { enterpriseId, companyId, ownerId, ...full } = await newCompany(service, name)
  const client = { name: 'test', enterpriseId, companyId, ownerId }
  const closed = await newCompany(service, `${name}Closed`)
  await setEnterpriseStatus(service.db, closed.enterpriseId, 'inactive')
  return {
    company: { enterpriseId, companyId, ownerId },
    full,
    readOnly: await newCaller(service, client),
    restricted: await newCaller(service, { ...client, scopes: ['profile:read'] }),
    noCompany: await newCaller(service, { ...client, companyId: null }),
    inactive: closed,
  }
}

/**
 * An IP address to send as `X-Forwarded-For` to a server that trusts this machine as a proxy, so that rate limits do
 * not mix tests.
 */
export const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** Waits longer for a render than by default, because the machine can be busy. */
const patient = { prefer: 'wait=30' }

type Sent = { json?: unknown; body?: string; headers?: Record<string, string> }

export async function send(
  service: Pick<Service, 'url'>,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Answer> {
  const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json)
  const response = await fetch(path.startsWith('http') ? path : service.url + path, {
    method,
    headers: {
      ...(sent.json !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && path.endsWith('/renders') && patient),
      ...sent.headers,
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const isJson =
    /^application\/([\w-]+\+)?json/.test(response.headers.get('content-type') ?? '') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  }
}

export const changeAs = <T>(db: Db, companyId: CompanyId, work: Parameters<typeof change<T>>[2]) =>
  change(db, { companyId, actor: { type: 'operator' } }, (trx) => {
    // Tests can change rows without emitting an event.
    touch(trx, companyId)
    return work(trx)
  })

/** The company setting that removes locations from files that leave the library. */
export const removeLocations = (db: Db, companyId: CompanyId) =>
  changeAs(db, companyId, async (trx) => {
    await trx.updateTable('companies').set({ removes_location: true }).where('id', '=', companyId).execute()
    return { result: undefined, events: [] }
  })

/** The company setting that lets assets and templates be reviewed. */
export const useReviews = (db: Db, companyId: CompanyId) =>
  changeAs(db, companyId, async (trx) => {
    await trx.updateTable('companies').set({ has_reviews: true }).where('id', '=', companyId).execute()
    touch(trx, companyId)
    return { result: undefined, events: [] }
  })

/** Runs a statement as the owner of the tables on the app's connection, with an administrator's rights. */
export const asOwner = <T>(db: Db, statement: RawBuilder<T>) =>
  db.connection().execute(async (one) => {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(one)
    const role = rows[0]!.role
    await sql`set role none`.execute(one)
    try {
      return (await statement.execute(one)).rows
    } finally {
      await sql`select set_config('role', ${role}, false)`.execute(one)
    }
  })
