import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Command, Option } from 'commander'
import { type SecurityEventType, securityEventTypes } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { syncPath } from '../disk/sync-tree.ts'
import { type CompanyId, earliestId, publicId, type Uuid } from '../ids.ts'
import { csvLine } from '../row-files/csv-line.ts'
import { idOf, pastMoment } from './arguments.ts'
import { type PresentedEvent, presentEvent } from './audit-event.ts'
import { onDatabase, type Settings } from './operator.ts'
import { UsageError } from './usage-error.ts'

export function addAuditExport(audit: Command, settings: Settings) {
  audit
    .command('export')
    .description('Write the audit log to standard output, oldest first, one event per line.')
    .addOption(new Option('--format <format>', 'output format').choices(['jsonl', 'csv']).default('jsonl'))
    .option(
      '--since <when>',
      'only events since this time: days ago (30d), a date or a time',
      pastMoment('--since'),
    )
    .option('--after <id>', 'only events after this one, sev_…', idOf('securityEvent'))
    .option('--state <file>', 'resume after the position in this file, and update the file')
    .option('--company <id>', 'only events of this company, cmp_…', idOf('company'))
    .addOption(new Option('--type <type>', 'only events of this type').choices(securityEventTypes))
    .addHelpText('after', about)
    .action((options: Options) =>
      onDatabase(settings, (db) => exportEvents(db, options).catch(unlessReaderLeft)),
    )
}

const about = `
Events of the last minute are left to the next run, because older events may still be committed.
You can run it with --state as often as you like. After an interrupted run, events may be repeated, but none are lost.
CSV output starts with the column names, unless the export resumes.

Examples:
  $ atelier-server audit export --since 30d > audit.jsonl
  $ atelier-server audit export --state audit.position >> audit.jsonl
  $ atelier-server audit export --format csv --after sev_…`

type Options = {
  format: 'jsonl' | 'csv'
  since?: Date
  after?: Uuid
  state?: string
  company?: CompanyId
  type?: SecurityEventType
}

async function exportEvents(db: Db, { format, since, state, company, type, ...options }: Options) {
  if (state !== undefined && options.after !== undefined)
    throw new UsageError('Use either --after or --state, not both.')
  const { securityEventsAfter, settlingMs } = await import('../audit/export.ts')
  const after = options.after ?? (state === undefined ? undefined : positionIn(state))
  const before = earliestId(new Date(Date.now() - settlingMs))
  const from = since && earliestId(since)
  if (format === 'csv' && after === undefined) await write(csvLine(columns))
  for await (const page of securityEventsAfter(db, { company, type, from, after, before })) {
    const lines = page.map(presentEvent).map(format === 'csv' ? inCsv : inJson)
    await write(lines.join(''))
    // The position is saved after the write, so an event that was not written is exported again next time.
    if (state !== undefined) keepPosition(state, publicId('securityEvent', page.at(-1)!.id))
  }
}

const columns = [
  'event_id',
  'at',
  'type',
  'company_id',
  'client_id',
  'person_id',
  'address',
  'request_id',
  'data',
]

const inJson = (event: PresentedEvent) => `${JSON.stringify(event)}\n`
const inCsv = ({ data, ...event }: PresentedEvent) => csvLine([...Object.values(event), JSON.stringify(data)])

/** Resolves when the reader has received the text. Rejects when the reader has disconnected. */
async function write(text: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  await promise
}

/** A reader that stops early is not an error. */
function unlessReaderLeft(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error
}

function positionIn(file: string): Uuid | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8').trim()
  try {
    return idOf('securityEvent')(text)
  } catch {
    throw new UsageError(`${file} does not contain the position of an export.`)
  }
}

/** Replaces the file atomically and syncs it. */
function keepPosition(file: string, position: string) {
  writeFileSync(`${file}.unfinished`, `${position}\n`, { flush: true })
  renameSync(`${file}.unfinished`, file)
  syncPath(dirname(file))
}
