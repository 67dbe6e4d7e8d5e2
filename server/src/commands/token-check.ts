import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { publicId } from '../ids.ts'
import type { Leaked } from '../oauth/find-leaked.ts'
import type { Leak } from '../oauth/leaked-tokens.ts'
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
      .description('Find tokens and client secrets in a piece of text, and show their clients and states.')
      .option('--file <file>', 'file to search (default: standard input)', '-')
      .addHelpText('after', about),
    settings,
    check,
  )
}

const about = `
The text can be anything: a log, a page, a commit. Tokens are never printed, only the first ${publicPartLength} digits of their
hashes, as in the audit log. The exit code is ${exitStillLive} if one of them still works.

Examples:
  $ atelier-server token check --file leaked.txt
  $ git log -p | atelier-server token check --json`

async function check(db: Db, { file }: { file: string }): Promise<Done> {
  const { whoseLeaked } = await import('../oauth/leaked-tokens.ts')
  const leaks = await whoseLeaked(db, await readLeaked(file))
  const live = leaks.filter(({ state }) => state === 'live').length
  const rows = table(headings, leaks.map(cells), 'No tokens or client secrets found.')
  return {
    text: leaks.length === 0 ? rows : `${rows}\n\n${count(live, 'is', 'are')} live.`,
    json: { live, tokens: leaks.map(present) },
    ...(live > 0 && { exitCode: exitStillLive }),
  }
}

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
        time(owner.issued_at),
        owner.expires_at && time(owner.expires_at),
        owner.last_used_at ? time(owner.last_used_at) : 'never',
      ]
    : [null, null, null, null, null, null]
  return [
    line,
    kind === 'access_token' ? 'token' : 'secret',
    state,
    publicPartOf({ kind, ...leak }),
    ...about,
  ]
}

/** The public part of a credential. A secret has no public part, because the log names its client. */
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
