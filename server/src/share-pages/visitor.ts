import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { FoundShare } from './find-share.ts'

/** The information that a visitor has entered to open the page. */
export type Visitor = { name: string | null; email: string | null }

const cookieName = 'atelier_share'
const lifetimeMs = 24 * 3_600_000
/** Fits a name and an e-mail address of the maximum length in any script. Browsers keep 4,096 bytes. */
const valueLengthMax = 4_000

type Entered = Visitor & {
  /** A fingerprint of the share's password when it was entered. Null without a password. */
  password: string | null
  endsAt: number
}

const placeOf = ({ companyId, id }: FoundShare) => `share visitor ${companyId} ${id}`
const fingerprintOf = ({ password_hash }: FoundShare) =>
  password_hash === null ? null : hash('sha256', password_hash, 'base64url')

/** The visitor, if the page is open to this request. */
export function visitorOf(
  request: FastifyRequest,
  share: FoundShare,
  secrets: SecretBox,
): Visitor | undefined {
  const { password_hash, ask_visitor } = share
  if (password_hash === null && !ask_visitor) return { name: null, email: null }
  const entered = enteredIn(request, share, secrets)
  if (entered === undefined || entered.endsAt <= Date.now()) return undefined
  if (password_hash !== null && entered.password !== fingerprintOf(share)) return undefined
  if (ask_visitor && entered.email === null) return undefined
  return ask_visitor ? { name: entered.name, email: entered.email } : { name: null, email: null }
}

function enteredIn({ headers }: FastifyRequest, share: FoundShare, secrets: SecretBox): Entered | undefined {
  const value = new RegExp(`(?:^|; *)${cookieName}=([A-Za-z0-9_-]{1,${valueLengthMax}})`).exec(
    headers.cookie ?? '',
  )?.[1]
  if (value === undefined) return undefined
  try {
    return JSON.parse(secrets.open(Buffer.from(value, 'base64url'), placeOf(share))) as Entered
  } catch {
    return undefined
  }
}

/** A cookie that opens the page for a day, until its password changes. Encrypted, and bound to the share. */
export function cookieFor(
  share: FoundShare,
  visitor: Visitor,
  { secrets, code, isSecure }: { secrets: SecretBox; code: string; isSecure: boolean },
): string {
  const entered: Entered = { ...visitor, password: fingerprintOf(share), endsAt: Date.now() + lifetimeMs }
  const value = secrets.seal(JSON.stringify(entered), placeOf(share)).toString('base64url')
  const attributes = `Path=/s/${code}; Max-Age=${lifetimeMs / 1000}; HttpOnly; SameSite=Lax`
  return `${cookieName}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}
