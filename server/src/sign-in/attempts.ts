import type { Way } from './attempt-limits.ts'
import type { SignIn } from './better-auth.ts'

type Asked = { body: unknown; headers: Headers }

type Attempt = {
  way: Way
  /**
   * The account whose password or code is tried, by e-mail address. Undefined if the library rejects the
   * request before checking it.
   */
  account(library: SignIn, asked: Asked): Promise<string | undefined>
}

const namedInBody: Attempt['account'] = async (_, { body }) => {
  const email = (body as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email : undefined
}

const inSecondStep: Attempt['account'] = async (library, { headers }) =>
  (await library.secondStepOf({ headers }))?.email

/** The signed-in account. A stolen session must not allow guessing the password. */
const signedIn: Attempt['account'] = async (library, { headers }) =>
  (await library.getSession({ headers }))?.user.email

/** The library's paths that check a password or code. */
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

/** The failure for the library's error code. Other errors reveal nothing about the password or code. */
export async function failureOf(response: Response): Promise<Failure | undefined> {
  if (response.status !== 401 && response.status !== 400) return undefined
  const { code } = JSON.parse((await response.clone().text()) || '{}') as { code?: keyof typeof failures }
  return code && failures[code]
}
