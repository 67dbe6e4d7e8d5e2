import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { CompanyId, Uuid } from '../ids.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

export type Gate = {
  kind: 'share' | 'brand_page'
  companyId: CompanyId
  id: Uuid
  path: string
  password_hash: string | null
  ask_visitor: boolean
}

export type Visitor = { name: string | null; email: string | null }

const lifetimeMs = 24 * 3_600_000
/**
 * Maximum length of the cookie: a name and an e-mail address of the maximum length fit. Browsers keep 4,096
 * bytes.
 */
const valueLengthMax = 4_000

type Entered = Visitor & {
  /** A fingerprint of the page's password when it was entered. Null without a password. */
  password: string | null
  endsAt: number
}

const cookieNameOf = ({ kind }: Gate) => `atelier_${kind}`
const placeOf = ({ kind, companyId, id }: Gate) => `${kind.replace('_', ' ')} visitor ${companyId} ${id}`
const fingerprintOf = ({ password_hash }: Gate) =>
  password_hash === null ? null : hash('sha256', password_hash, 'base64url')

/** The visitor, if the page is open to this request. */
export function visitorOf(request: FastifyRequest, gate: Gate, secrets: SecretBox): Visitor | undefined {
  const { password_hash, ask_visitor } = gate
  if (password_hash === null && !ask_visitor) return { name: null, email: null }
  const entered = enteredIn(request, gate, secrets)
  if (entered === undefined || entered.endsAt <= Date.now()) return undefined
  if (password_hash !== null && entered.password !== fingerprintOf(gate)) return undefined
  if (ask_visitor && entered.email === null) return undefined
  return ask_visitor ? { name: entered.name, email: entered.email } : { name: null, email: null }
}

function enteredIn({ headers }: FastifyRequest, gate: Gate, secrets: SecretBox): Entered | undefined {
  const value = new RegExp(`(?:^|; *)${cookieNameOf(gate)}=([A-Za-z0-9_-]{1,${valueLengthMax}})`).exec(
    headers.cookie ?? '',
  )?.[1]
  if (value === undefined) return undefined
  try {
    return JSON.parse(secrets.open(Buffer.from(value, 'base64url'), placeOf(gate))) as Entered
  } catch {
    return undefined
  }
}

/**
 * A cookie that opens the page for a day, until the page's password changes. The cookie is encrypted and
 * bound to the page.
 */
export function cookieFor(
  gate: Gate,
  visitor: Visitor,
  { secrets, isSecure }: { secrets: SecretBox; isSecure: boolean },
): string {
  const entered: Entered = { ...visitor, password: fingerprintOf(gate), endsAt: Date.now() + lifetimeMs }
  const value = secrets.seal(JSON.stringify(entered), placeOf(gate)).toString('base64url')
  const attributes = `Path=${gate.path}; Max-Age=${lifetimeMs / 1000}; HttpOnly; SameSite=Lax`
  return `${cookieNameOf(gate)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}
