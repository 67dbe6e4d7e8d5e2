import { crc32 } from 'node:zlib'
import type { Command } from 'commander'
import { AuthenticationError, ValidationError } from '../../../sdk/src/index.ts'
import { exitFailed, UsageError } from '../errors.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { facts } from '../text/table.ts'
import { connect, open, urlOf } from './connect.ts'
import { readInput } from './prompt.ts'

export function addTokenCheck(program: Command, terminal: Terminal) {
  program
    .command('token')
    .description('Check access tokens.')
    .command('check')
    .description('Show the state, scopes and expiry of an access token.')
    .argument('[token]', 'the token, or - to read it from standard input; default: the current token')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((token, options) => check(terminal, token, options))
}

const about = `
The exit code is 1 if the token is not active.

Examples:
  $ atelier token check
  $ atelier token check - < token.txt`

type Finding = {
  /** Whether the token has the prefix and the checksum of an Atelier token. */
  prefix: boolean
  checksum: boolean
  active: boolean
  reason: string | null
  client_id: string | null
  scopes: string[]
  expires_at: string | null
}

const dead = { active: false, client_id: null, scopes: [], expires_at: null }

async function check(terminal: Terminal, given: string | undefined, { json }: { json?: boolean }) {
  const token =
    given === '-' ? await readInput(terminal) : (given ?? (terminal.env.ATELIER_TOKEN || undefined))
  if (token === '') throw new UsageError('No token on standard input.')
  const finding = await findingOf(terminal, token)
  await print(terminal, json ? jsonLine(finding) : explained(finding))
  if (!finding.active) process.exitCode = exitFailed
}

/** A malformed token is not sent anywhere, because it may be another system's secret. */
async function findingOf(terminal: Terminal, given: string | undefined): Promise<Finding> {
  const own = given === undefined ? (await connect(terminal)).atelier : undefined
  const token = given ?? (await own!.accessToken(terminal))
  const look = { prefix: token.startsWith(prefix), checksum: isWhole(token) }
  if (!look.prefix) return { ...look, ...dead, reason: `It does not begin with ${prefix}.` }
  if (!look.checksum) return { ...look, ...dead, reason: 'It is truncated or mistyped.' }
  const atelier = own ?? open(await urlOf(terminal.env), { token }).atelier
  try {
    const { client_id, scopes, exp } = await atelier.introspectToken({ signal: terminal.signal })
    const expires_at = new Date(exp * 1_000).toISOString()
    return { ...look, active: true, reason: null, client_id, scopes, expires_at }
  } catch (error) {
    // Introspection returns 422 for a token that is not active (contract R-INSPECT-7).
    const isDead = error instanceof ValidationError || error instanceof AuthenticationError
    if (own || !isDead) throw error
    return { ...look, ...dead, reason: 'It is unknown, expired or revoked.' }
  }
}

function explained({ prefix, checksum, active, reason, client_id, scopes, expires_at }: Finding): string {
  const said = (is: boolean) => (is ? 'right' : 'wrong')
  return facts([
    ['prefix', said(prefix)],
    ['checksum', said(checksum)],
    ['live', active ? 'yes' : `no: ${reason}`],
    ['client', client_id],
    ['scopes', scopes.join(', ') || null],
    ['expires', expires_at],
  ])
}

/** Atelier's token format: a prefix, 43 base62 characters, and 6 for a CRC32 of everything before. */
const prefix = 'atl_at_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6
const tokenLength = prefix.length + 43 + checksumLength

function isWhole(token: string): boolean {
  let rest = crc32(token.slice(0, -checksumLength))
  let digits = ''
  for (let at = 0; at < checksumLength; at++) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return token.length === tokenLength && token.endsWith(digits)
}
