import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { pastMoment } from './arguments.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { count, time } from './text.ts'
import { addTokenCheck } from './token-check.ts'
import { addTokenRevoke } from './token-revoke.ts'

/** Long enough to find out from its row what became of a token. */
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
      .description('Delete the access tokens that ended long ago.')
      .option('--before <when>', 'that ended before: days ago (30d), a date or a moment', endedBefore)
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
Without --before: those that ended more than ${Number.parseInt(keptDefault, 10)} days ago. Run it daily.
A token that was revoked is kept until it would have ended, so that it is known as revoked.

Examples:
  $ atelier-server token purge
  $ atelier-server token purge --before 7d
  $ atelier-server token purge --before 2026-10-01`

async function purge(db: Db, { before = endedBefore(keptDefault) }: { before?: Date }): Promise<Done> {
  const { purgeTokens } = await import('../oauth/queries.ts')
  const purged = await purgeTokens(db, before, tokensPerBatch)
  return {
    text: `Purged ${count(purged, 'token')} that ended before ${time(before)}.`,
    json: { purged, before },
  }
}
