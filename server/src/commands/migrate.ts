import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { print, type Settings } from './operator.ts'
import { UsageError } from './usage-error.ts'

type Options = { json?: boolean; ownRole?: boolean }

export function addMigrate(program: Command, settings: Settings) {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date; make the database when there is none.')
    .option(
      '--own-role',
      'give the database a role of its own instead of atelier_app; stop the servers first',
    )
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', more)
    .action(async ({ json = false, ownRole = false }: Options) => {
      const config = await settings()
      const moved = ownRole ? await takeRole(config) : undefined
      const { openDatabase } = await import('../db/database.ts')
      const { migrated, warnings, close } = await openDatabase(config.database)
      const lines = [
        migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The schema is up to date.',
        ...(ownRole ? [roleLine(moved)] : []),
      ]
      for (const warning of warnings) console.error(warning)
      print(
        { text: lines.join('\n'), json: { applied: migrated, ...(ownRole && { role: moved?.to }) } },
        json,
      )
      await close()
    })
}

const more = `
Every other command does this too before it works. Several may start at once: each migration runs once.

--own-role is for installations from before each database had its own role. Databases that share the role atelier_app on
one PostgreSQL server can be read by each other's owners.`

async function takeRole({ database }: Config) {
  if (database.kind === 'embedded')
    throw new UsageError('The embedded database has no other accounts: --own-role is for PostgreSQL.')
  const { moveToOwnRole } = await import('../db/database.ts')
  return moveToOwnRole(database)
}

const roleLine = (moved: { from: string; to: string } | undefined) =>
  moved === undefined
    ? 'The database has its own role already.'
    : `The service now works as ${moved.to}, and ${moved.from} has no rights in this database any more.`
