import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import { ApiError } from '../errors.ts'
import { wholeAddress } from '../http/server.ts'
import type { Uuid } from '../ids.ts'
import type { SignIn } from './better-auth.ts'
import { addressHeader, requestHeader } from './request-origin.ts'

export type Person = {
  id: Uuid
  name: string
  email: string
  language: string | null
  twoFactorEnabled: boolean
  sessionId: Uuid
}

/** The signed-in person, by the cookie. The library checks each time whether the session still exists. */
export async function findPerson(signIn: SignIn, request: FastifyRequest): Promise<Person | undefined> {
  if (!request.headers.cookie?.includes('atelier')) return undefined
  const found = await signIn.getSession({ headers: headersOf(request) })
  if (!found) return undefined
  const { user, session } = found
  const { id, name, email, language, twoFactorEnabled } = user
  return {
    ...{ id, name, email, language: language ?? null },
    twoFactorEnabled: twoFactorEnabled === true,
    sessionId: session.id,
  }
}

/** @throws {ApiError} `unauthenticated`. */
export async function requirePerson(signIn: SignIn, request: FastifyRequest): Promise<Person> {
  const person = await findPerson(signIn, request)
  if (!person) throw new ApiError('unauthenticated')
  return person
}

export async function isOperator(db: Db, personId: Uuid): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('is_operator')
    .where('id', '=', personId)
    .executeTakeFirst()
  return row?.is_operator === true
}

/**
 * The headers that the library can see. They exclude all headers that a client could use to forge its IP
 * address.
 */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith('x-') || name.startsWith('forwarded')) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set(addressHeader, wholeAddress(request))
  headers.set(requestHeader, request.id)
  return headers
}
