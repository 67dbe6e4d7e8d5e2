import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { print, type Settings } from './operator.ts'
import { UsageError } from './usage-error.ts'

type Options = { json?: boolean; ownRole?: boolean }

export function addMigrate(program: Command, settings: Settings) {
  program
    .command('migrate')
    .description('Migrate the database schema. Creates the database if it does not exist.')
    .option('--own-role', 'give the database its own role instead of atelier_app; stop all servers first')
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
Every other command also migrates the schema before it runs. Commands can run at the same time: each migration
runs once.

--own-role is for installations from before per-database roles. If several databases on one PostgreSQL server
share the role atelier_app, the owner of one can read the others.`

async function takeRole({ database }: Config) {
  if (database.kind === 'embedded')
    throw new UsageError('--own-role requires PostgreSQL. The embedded database has no other accounts.')
  const { moveToOwnRole } = await import('../db/database.ts')
  return moveToOwnRole(database)
}

const roleLine = (moved: { from: string; to: string } | undefined) =>
  moved === undefined
    ? 'The database already has its own role.'
    : `The service now uses the role ${moved.to}, and ${moved.from} has no more privileges in this database.`
