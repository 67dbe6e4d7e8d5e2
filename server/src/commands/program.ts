import { Command } from 'commander'
import { addArchive } from './archive.ts'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addCheck } from './check.ts'
import { addClient } from './client.ts'
import { addCompany } from './company.ts'
import { addEnterprise } from './enterprise.ts'
import { addJob } from './job.ts'
import { addMigrate } from './migrate.ts'
import type { Settings } from './operator.ts'
import { addPerson } from './person.ts'
import { addPreview } from './preview.ts'
import { addSecret } from './secret.ts'
import { addServe } from './serve.ts'
import { addToken } from './token.ts'

/**
 * The whole command line. Commands load their modules when they run, so `--help` and usage errors are fast.
 */
export function createProgram(settings: Settings): Command {
  const program = new Command('atelier-server')
    .description("Serve and manage an organization's creative resources: templates, assets and brand kits.")
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('(see --help)')
    .helpCommand('help [command]', 'show help for a command')
    .helpOption('-h, --help', 'show help for this command')
    .addHelpText('after', more)
  addServe(program, settings)
  addMigrate(program, settings)
  addCompany(program, settings)
  addEnterprise(program, settings)
  addClient(program, settings)
  addPerson(program, settings)
  addToken(program, settings)
  addSecret(program, settings)
  addJob(program, settings)
  addPreview(program, settings)
  addAudit(program, settings)
  addArchive(program, settings)
  addBackup(program, settings)
  addCheck(program, settings)
  return program
}

const more = `
Examples:
  $ atelier-server serve --demo
  $ atelier-server company create Acme
  $ atelier-server client create --name Website --company cmp_…
  $ atelier-server client list --json

Settings are environment variables: DATA_DIR, DATABASE_URL, PORT … (docs/configuration.md).
Exit codes: 0 success, 1 unexpected error or failed check, 2 invalid usage or not possible now, 3 a leaked credential still works.`
