import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Leak } from '../oauth/leaked-tokens.ts'
import { idOf, type Reads } from './arguments.ts'
import { existingClient, operatorOn } from './existing-client.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { count, table, time } from './text-output.ts'
import { exitStillLive, publicPartOf, readLeaked } from './token-check.ts'
import { UsageError } from './usage-error.ts'

export function addTokenRevoke(token: Command, settings: Settings) {
  operates(
    token
      .command('revoke')
      .description(
        'Revoke access tokens immediately: all tokens of a client, one token by its hash, or all tokens in a file.',
      )
      .option('--client <id>', 'all tokens of this client, cli_…', idOf('client'))
      .option(
        '--prefix <digits>',
        'the token whose hash starts with these digits, as in the audit log',
        hashPrefix,
      )
      .option('--all', 'with --prefix: all matching tokens, if there are several')
      .option('--file <file>', 'all tokens in this file; - for standard input')
      .option('--dry-run', 'print the tokens that would be revoked, without revoking them')
      .addHelpText('after', about),
    settings,
    revoke,
  )
}

const about = `
Client secrets in the text are not revoked: use \`client rotate\`. If a client secret in the text still works, the exit code is ${exitStillLive}.
The refresh token of a connected app is revoked together with all tokens of that connection. Secrets of webhooks and
render links are not revoked: see \`token check\`.

Examples:
  $ atelier-server token revoke --client cli_…
  $ atelier-server token revoke --prefix 3f7a90c1d2e4
  $ atelier-server token revoke --file leaked.txt --dry-run`

const prefixDigitsMin = 6
const prefixDigitsMax = 64

const hashPrefix: Reads<string> = (text) => {
  const digits = text.toLowerCase()
  if (new RegExp(`^[0-9a-f]{${prefixDigitsMin},${prefixDigitsMax}}$`).test(digits)) return digits
  throw new UsageError(
    `--prefix must be the first ${prefixDigitsMin} to ${prefixDigitsMax} digits (0-9, a-f) of a token's hash.`,
  )
}

type Options = { client?: Uuid; prefix?: string; all?: boolean; file?: string; dryRun?: boolean }

async function revoke(db: Db, { client, prefix, all, file, dryRun = false }: Options): Promise<Done> {
  const given = [client, prefix, file].filter((one) => one !== undefined)
  if (given.length !== 1) throw new UsageError('Specify exactly one of --client, --prefix and --file.')
  if (all && prefix === undefined) throw new UsageError('--all can only be used with --prefix.')
  if (client !== undefined) return revokeOfClient(db, client, dryRun)
  return prefix === undefined ? revokeIn(db, file!, dryRun) : revokeNamed(db, prefix, all ?? false, dryRun)
}

async function revokeOfClient(db: Db, client: Uuid, dryRun: boolean): Promise<Done> {
  const { revokeTokens } = await import('../clients/revoke-tokens.ts')
  const { countTokens } = await import('../clients/tokens.ts')
  const row = await existingClient(db, client)
  const revoked = dryRun ? await countTokens(db, client) : await revokeTokens(db, operatorOn(row))
  return {
    text: `${told(revoked, dryRun)} of ${row.name}.`,
    json: { client_id: publicId('client', client), revoked, dry_run: dryRun },
  }
}

/** @throws {UsageError} when several tokens match and `all` is not set. */
async function revokeNamed(db: Db, prefix: string, all: boolean, dryRun: boolean): Promise<Done> {
  const { hashesOf, revokeLeaked, whoseLeaked } = await import('../oauth/leaked-tokens.ts')
  const hashes = await hashesOf(db, prefix)
  if (hashes.length === 0) throw new UsageError(`There is no token whose hash starts with ${prefix}.`)
  const named = hashes.map(
    (hash) => ({ kind: 'access_token', hash, isWellFormed: true, line: 1, times: 1 }) as const,
  )
  const live = (await whoseLeaked(db, named)).filter(isRevocable)
  if (live.length > 1 && !all && !dryRun)
    throw new UsageError(`${listed(live)}\n${live.length} tokens match. Specify more digits, or --all.`)
  const revoked = dryRun ? live.length : await revokeLeaked(db, hashes)
  const done =
    revoked === 0
      ? `${prefix} is already expired or revoked.`
      : `${told(revoked, dryRun)} of ${clientsOf(live)}.`
  return {
    text: dryRun && revoked > 0 ? `${listed(live)}\n${done}` : done,
    json: { prefix, revoked, dry_run: dryRun, tokens: live.map(publicPartOf), clients: idsOf(live) },
  }
}

const listed = (leaks: readonly Leak[]) =>
  table(
    ['TOKEN', 'CLIENT', 'NAME', 'ISSUED'],
    leaks.map(({ owner, ...leak }) => [
      publicPartOf(leak),
      publicId('client', owner!.client_id),
      owner!.client_name,
      owner!.issued_at && time(owner!.issued_at),
    ]),
    '',
  )

async function revokeIn(db: Db, file: string, dryRun: boolean): Promise<Done> {
  const { revokeLeaked, whoseLeaked } = await import('../oauth/leaked-tokens.ts')
  const { revokeGrants } = await import('../connected-apps/grants.ts')
  const leaks = await whoseLeaked(db, await readLeaked(file))
  const tokens = leaks.filter(isRevocable)
  const secrets = leaks.filter(({ kind, state }) => kind === 'client_secret' && isOpen(state))
  const hashes = tokens.map(({ hash }) => hash)
  const revoked = dryRun
    ? tokens.length
    : (await revokeLeaked(db, hashes)) + (await revokeGrants(db, hashes, { type: 'operator' }))
  const of = revoked === 0 ? '' : ` of ${clientsOf(tokens)}`
  return {
    text: [`${told(revoked, dryRun)}${of}.`, ...secrets.map(toRotate)].join('\n'),
    json: {
      revoked,
      dry_run: dryRun,
      clients: idsOf(tokens),
      live_secrets_of: idsOf(secrets),
    },
    ...(secrets.length > 0 && { exitCode: exitStillLive }),
  }
}

const told = (revoked: number, dryRun: boolean) =>
  `${dryRun ? 'Would revoke' : 'Revoked'} ${count(revoked, 'token')}`

/** Whether a token is valid, or would be if its inactive enterprise were active. */
const isOpen = (state: Leak['state']) => state === 'live' || state === 'dormant'
const isRevocable = ({ kind, state }: Leak) => kind !== 'client_secret' && isOpen(state)

const clientsOf = (leaks: readonly Leak[]) =>
  [...new Set(leaks.map(({ owner }) => owner!.client_name))].toSorted().join(', ')

const idsOf = (leaks: readonly Leak[]) =>
  [...new Set(leaks.map(({ owner }) => publicId('client', owner!.client_id)))].toSorted()

const toRotate = ({ line, owner }: Leak) =>
  `The client secret on line ${line} still works (client ${owner!.client_name}). Revoke it: client rotate ${publicId('client', owner!.client_id)} --overlap 0`
