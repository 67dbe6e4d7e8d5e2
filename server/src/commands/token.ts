import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { pastMoment } from './arguments.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { count, time } from './text-output.ts'
import { addTokenCheck } from './token-check.ts'
import { addTokenRevoke } from './token-revoke.ts'

/** Default retention of expired tokens, so that operators can look up why a token stopped working. */
const keptDefault = '30d'
const tokensPerBatch = 5_000

const endedBefore = pastMoment('--before')

export function addToken(program: Command, settings: Settings) {
  const token = program
    .command('token')
    .description('Check, revoke and purge access tokens.')
    .addHelpText('after', examples)
  operates(
    token
      .command('purge')
      .description('Delete access tokens that expired more than 30 days ago, or before a given time.')
      .option(
        '--before <when>',
        'only tokens that expired before this time: days ago (30d), a date or a time',
        endedBefore,
      )
      .addHelpText('after', aboutPurge),
    settings,
    purge,
  )
  addTokenCheck(token, settings)
  addTokenRevoke(token, settings)
}

const examples = `
Examples:
  $ atelier-server token check --file leaked.txt
  $ atelier-server token revoke --file leaked.txt --dry-run
  $ atelier-server token revoke --client cli_…
  $ atelier-server token purge --before 7d`

const aboutPurge = `
Without --before, deletes tokens that expired more than ${Number.parseInt(keptDefault, 10)} days ago. Run it daily.
A revoked token is kept until it would have expired, so that it can be reported as revoked.

Examples:
  $ atelier-server token purge
  $ atelier-server token purge --before 7d
  $ atelier-server token purge --before 2026-10-01`

async function purge(db: Db, { before = endedBefore(keptDefault) }: { before?: Date }): Promise<Done> {
  const { purgeTokens } = await import('../oauth/queries.ts')
  const purged = await purgeTokens(db, before, tokensPerBatch)
  return {
    text: `Purged ${count(purged, 'token')} that expired before ${time(before)}.`,
    json: { purged, before },
  }
}
