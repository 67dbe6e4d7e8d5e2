import type { Command } from 'commander'
import { print, type Settings } from './operator.ts'

export function addMigrate(program: Command, settings: Settings) {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date; make the database when there is none.')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', more)
    .action(async ({ json }: { json?: boolean }) => {
      const config = await settings()
      const { openDatabase } = await import('../db/database.ts')
      const { migrated, close } = await openDatabase(config.database)
      const text = migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The schema is up to date.'
      print({ text, json: { applied: migrated } }, json ?? false)
      await close()
    })
}

const more = `
Every other command does this too before it works. Several may start at once: each migration runs once.`
