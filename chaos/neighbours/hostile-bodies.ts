import { randomUUID } from 'node:crypto'
import { send, someAddress } from '../../server/test/support/companies.ts'
import type { Told } from '../soak/weighted-request.ts'
import type { Asking, Attack, Attacker, Use } from './attack.ts'

/** Number of bodies that are sent concurrently, each on its own connection. */
const connections = 4
/** Size limits of a body with a token, and of a body without credentials (http/server.ts). */
const bodyBytesMax = 256 * 1024
const openBodyBytesMax = 8 * 1024
/**
 * Number of keys slightly below the parser's limit (http/schemas/json-limits.ts), for the maximum cost of
 * validation.
 */
const keysParsed = 4_990
const valuesParsed = 9_990

/** The JSON bodies that are most expensive to read, parse or validate, each of the maximum size. */
export const hostileBodies: Attack = {
  done: `sent hostile JSON bodies, ${connections} at once, with and without credentials`,
  // Uses the default limits, unlike the other faults, because requests without credentials are counted.
  env: () => ({ OPEN_RATE_LIMIT_PER_MINUTE: '600', TRUSTED_PROXIES: '127.0.0.1' }),
  perSecond: 25,
  seconds: 13,
  async open(use, [company]) {
    // A new IP address in each phase, so that phases do not share rate limits.
    const address = someAddress()
    const open = bodiesOf(use, openBodyBytesMax)
    const paths = [
      '/portal/api/setup',
      '/portal/api/auth/sign-in/email',
      '/oauth/access-token',
      '/oauth/token',
    ]
    return [
      ...paths.map((path) => together(company!, path, open, { address, part: 0.2 })),
      together(company!, '/api/tags', bodiesOf(use, bodyBytesMax), {
        address,
        part: 0.2,
        token: company!.token,
      }),
    ]
  },
}

function together(
  server: Attacker,
  path: string,
  bodies: (() => string)[],
  { address, part, token }: { address: string; part: number; token?: string },
): Asking {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': address,
    // The request has the headers of the portal's pages, because other requests are rejected before their
    // body is read.
    origin: server.url,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  let turn = 0
  const one = (): Promise<Told> => {
    const body = bodies[turn++ % bodies.length]!()
    return send(server, 'POST', path, { headers, body }).catch(() => ({ status: 0, text: '' }))
  }
  return { name: path, part, ask: () => Promise.all(Array.from({ length: connections }, one)) }
}

function bodiesOf(use: Use, bytes: number): (() => string)[] {
  if (use === 'ordinary') return [() => JSON.stringify({ name: `Tag ${randomUUID()}`, color: '#2060D0' })]
  const keys = (count: number) =>
    `{${Array.from({ length: Math.min(count, Math.floor(bytes / 14)) }, (_, at) => `"key${at}":0`).join()}}`
  const list = (count: number) => `{"name":[${'0,'.repeat(Math.min(count, bytes / 2 - 20))}0]}`
  const depth = bytes / 8
  return [
    // Exceeds the parser's limits.
    keys(Number.POSITIVE_INFINITY),
    `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`,
    `{"name":${'['.repeat(bytes / 2 - 10)}${']'.repeat(bytes / 2 - 10)}}`,
    list(Number.POSITIVE_INFINITY),
    // Stays at the parser's limits.
    keys(keysParsed),
    list(valuesParsed),
    `{"name":"${'\\u0316\\u0301'.repeat(Math.floor((bytes - 40) / 12))}"}`,
    `{"name":"${'x'.repeat(bytes - 20)}"}`,
  ].map((text) => () => text)
}
