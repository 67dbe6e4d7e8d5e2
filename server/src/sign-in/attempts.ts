import type { Way } from './attempt-limits.ts'
import type { SignIn } from './better-auth.ts'

type Asked = { body: unknown; headers: Headers }

type Attempt = {
  way: Way
  /** By its address: whose password or code is tried. Undefined where the library refuses before it looks at one. */
  account(library: SignIn, asked: Asked): Promise<string | undefined>
}

/** Whoever signs in. */
const namedInBody: Attempt['account'] = async (_, { body }) => {
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email : undefined
}

/** Who has given the password, and is asked for a code. */
const inSecondStep: Attempt['account'] = async (library, { headers }) =>
  (await library.secondStepOf({ headers }))?.email

/** Who is signed in: a session that somebody else has found must not tell them the password too. */
const signedIn: Attempt['account'] = async (library, { headers }) =>
  (await library.getSession({ headers }))?.user.email

/** The library's paths by which somebody may guess a password or a code. */
export const attempts: ReadonlyMap<string, Attempt> = new Map<string, Attempt>([
  ['/sign-in/email', { way: 'password', account: namedInBody }],
  ['/two-factor/verify-totp', { way: 'code', account: inSecondStep }],
  ['/two-factor/verify-backup-code', { way: 'backup-code', account: inSecondStep }],
  ['/change-password', { way: 'password', account: signedIn }],
  ['/two-factor/enable', { way: 'password', account: signedIn }],
  ['/two-factor/disable', { way: 'password', account: signedIn }],
  ['/two-factor/generate-backup-codes', { way: 'password', account: signedIn }],
  ['/two-factor/get-totp-uri', { way: 'password', account: signedIn }],
])

const failures = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_password',
  INVALID_PASSWORD: 'wrong_password',
  INVALID_CODE: 'wrong_code',
  INVALID_BACKUP_CODE: 'wrong_code',
} as const

export type Failure = (typeof failures)[keyof typeof failures]

/** By the library's code. Any other refusal says nothing of the password or the code. */
export async function failureOf(response: Response): Promise<Failure | undefined> {
  if (response.status !== 401 && response.status !== 400) return undefined
  const { code } = JSON.parse((await response.clone().text()) || '{}') as { code?: keyof typeof failures }
  return code && failures[code]
}
