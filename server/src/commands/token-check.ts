import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { publicId } from '../ids.ts'
import type { Leaked } from '../oauth/find-leaked.ts'
import type { Leak } from '../oauth/leaked-tokens.ts'
import type { CredentialKind } from '../secrets/credential-prefixes.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { type Cell, count, table, time } from './text-output.ts'
import { UsageError } from './usage-error.ts'

/**
 * The exit code if a given credential is still valid. A script can react to it without parsing the output.
 */
export const exitStillLive = 3

/** Length of the part of a token that is shown. The part cannot be used for requests. */
export const publicPartLength = 12

export function addTokenCheck(token: Command, settings: Settings) {
  operates(
    token
      .command('check')
      .description('Find tokens and secrets in a piece of text, and show their clients and states.')
      .option('--file <file>', 'file to search (default: standard input)', '-')
      .addHelpText('after', about),
    settings,
    check,
  )
}

const about = `
The text can be anything: a log, a page, a commit. Tokens are never printed, only the first ${publicPartLength} digits of their
hashes, as in the audit log. The exit code is ${exitStillLive} if one of them still works. Secrets of webhooks and render links
are found, but not checked: rotate the webhook's secret, or revoke the link.

Examples:
  $ atelier-server token check --file leaked.txt
  $ git log -p | atelier-server token check --json`

async function check(db: Db, { file }: { file: string }): Promise<Done> {
  const { whoseLeaked } = await import('../oauth/leaked-tokens.ts')
  const leaks = await whoseLeaked(db, await readLeaked(file))
  const live = leaks.filter(({ state }) => state === 'live').length
  const unchecked = leaks.filter(({ state }) => state === 'unchecked').length
  const rows = table(headings, leaks.map(cells), 'No tokens or secrets found.')
  return {
    text: leaks.length === 0 ? rows : `${rows}\n\n${count(live, 'is', 'are')} live.${adviceOn(unchecked)}`,
    json: { live, unchecked, tokens: leaks.map(present) },
    ...(live > 0 && { exitCode: exitStillLive }),
  }
}

const adviceOn = (unchecked: number) =>
  unchecked === 0
    ? ''
    : ` ${count(unchecked, 'secret')} of a webhook or render link cannot be checked: rotate the webhook's secret, or revoke the link.`

/** @throws {UsageError} if the file does not exist or contains too many tokens. */
export async function readLeaked(file: string): Promise<Leaked[]> {
  const { leakedIn, leakedMax, TooManyLeakedError } = await import('../oauth/find-leaked.ts')
  if (file === '-' && process.stdin.isTTY) console.error('Paste the text, then press Ctrl-D.')
  try {
    return await leakedIn(file === '-' ? process.stdin : createReadStream(file))
  } catch (error) {
    if (error instanceof TooManyLeakedError)
      throw new UsageError(`The text has more than ${leakedMax.toLocaleString('en-US')} tokens.`)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`There is no file ${file}.`)
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') throw new UsageError(`${file} is a directory.`)
    throw error
  }
}

const kindNames: Record<CredentialKind, string> = {
  access_token: 'token',
  client_secret: 'secret',
  authorization_code: 'app code',
  refresh_token: 'refresh token',
  render_link_secret: 'link secret',
  webhook_secret: 'webhook secret',
}

const headings = [
  'LINE',
  'KIND',
  'STATE',
  'TOKEN',
  'CLIENT',
  'NAME',
  'COMPANY',
  'ISSUED',
  'ENDS',
  'CLIENT LAST USED',
]

function cells({ line, kind, state, owner, ...leak }: Leak): Cell[] {
  const about: Cell[] = owner
    ? [
        publicId('client', owner.client_id),
        owner.client_name,
        owner.company_name,
        owner.issued_at && time(owner.issued_at),
        owner.expires_at && time(owner.expires_at),
        owner.last_used_at ? time(owner.last_used_at) : 'never',
      ]
    : [null, null, null, null, null, null]
  return [line, kindNames[kind], state, publicPartOf({ kind, ...leak }), ...about]
}

/** The public part of a credential. A secret has no public part, because the log contains its client. */
export const publicPartOf = ({ kind, hash }: Pick<Leak, 'kind' | 'hash'>) =>
  kind === 'access_token' ? hash.toString('hex').slice(0, publicPartLength) : null

const present = ({ kind, state, line, times, hash, owner }: Leak) => ({
  kind,
  state,
  token: publicPartOf({ kind, hash }),
  line,
  times,
  client_id: owner ? publicId('client', owner.client_id) : null,
  client_name: owner?.client_name ?? null,
  company_id: owner?.company_id ? publicId('company', owner.company_id) : null,
  company_name: owner?.company_name ?? null,
  enterprise_name: owner?.enterprise_name ?? null,
  issued_at: owner?.issued_at ?? null,
  expires_at: owner?.expires_at ?? null,
  revoked_at: owner?.revoked_at ?? null,
  client_last_used_at: owner?.last_used_at ?? null,
})
