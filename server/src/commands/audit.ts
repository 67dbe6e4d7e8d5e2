import { type Command, Option } from 'commander'
import { type SecurityEventType, securityEventTypes } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { idOf, pastMoment, wholeNumber } from './arguments.ts'
import { presentEvent } from './audit-event.ts'
import { addAuditExport } from './audit-export.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { table, time } from './text-output.ts'

const limitDefault = 100
const limitMax = 10_000

export function addAudit(program: Command, settings: Settings) {
  const audit = program
    .command('audit')
    .description('Show and export the audit log.')
    .addHelpText('after', examples)
  operates(
    audit
      .command('list')
      .description('List security events, newest first.')
      .option('--company <id>', 'only events of this company, cmp_…', idOf('company'))
      .option('--client <id>', 'only events of this client, cli_…', idOf('client'))
      .addOption(new Option('--type <type>', 'only events of this type').choices(securityEventTypes))
      .option(
        '--since <when>',
        'only events since this time: days ago (30d), a date or a time',
        pastMoment('--since'),
      )
      .option(
        '--limit <number>',
        'maximum number of events',
        wholeNumber('--limit', 1, limitMax),
        limitDefault,
      ),
    settings,
    list,
  )
  addAuditExport(audit, settings)
}

const examples = `
Examples:
  $ atelier-server audit list --type token.refused --since 1d
  $ atelier-server audit list --client cli_… --json
  $ atelier-server audit export --state audit.position >> audit.jsonl`

type ListOptions = {
  company?: CompanyId
  client?: Uuid
  type?: SecurityEventType
  since?: Date
  limit: number
}

async function list(db: Db, filter: ListOptions): Promise<Done> {
  const { listSecurityEvents } = await import('../audit/queries.ts')
  const events = await listSecurityEvents(db, filter)
  const headings = ['AT', 'TYPE', 'COMPANY', 'CLIENT', 'PERSON', 'ADDRESS', 'DATA']
  const rows = events.map((event) => [
    time(event.created_at),
    event.type,
    event.company_id && publicId('company', event.company_id),
    event.client_id && publicId('client', event.client_id),
    event.person_id && publicId('person', event.person_id),
    event.address,
    JSON.stringify(event.data),
  ])
  return {
    text: table(headings, rows, 'No events found.'),
    json: { events: events.map(presentEvent) },
  }
}
