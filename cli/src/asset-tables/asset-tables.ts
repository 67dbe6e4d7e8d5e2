import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Atelier } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { addFlags, type Query } from '../lists/flags.ts'
import { archiveFilters } from '../lists/kinds.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal, tell } from '../terminal.ts'
import { count } from '../text/amounts.ts'
import { lookOf, table } from '../text/table.ts'

type Result = Awaited<ReturnType<Atelier['assets']['updateFromTable']>>

/** `atelier assets export` and `atelier assets import`: assets as a table, for a spreadsheet. */
export function addAssetTables(assets: Command, terminal: Terminal) {
  const exporting = assets
    .command('export')
    .description('Write assets as CSV, with a column for each field and custom property.')
    .option('--output <file>', 'file to write; default: standard output')
    .option('--overwrite', 'replace an existing file')
    .option('--languages <tags>', 'add columns for the translations into these languages, such as de,pt-BR')
    .option('--bom', 'start the file with a byte order mark, which Excel needs to recognize UTF-8')
    .addHelpText('after', about)
  const filtersIn = addFlags(exporting, archiveFilters)
  exporting.action((options) => exportAssets(terminal, options, filtersIn(options)))
  assets
    .command('import')
    .description('Show what a table changes: CSV, TSV, XLSX or NDJSON. With --apply, change the assets.')
    .argument('<file>', 'the edited table')
    .option('--apply', 'change the assets')
    .option('--skip-faults', 'with --apply, change the rows without errors even if other rows have errors')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((file, options) => importAssets(terminal, file, options))
}

const about = `
An empty cell removes a value. Columns that are missing do not change. An asset that was changed since the export is an error,
unless the column revised_at is deleted.

Examples:
  $ atelier assets export --tag autumn --output autumn.csv --bom
  $ atelier assets export --languages de,fr --output texts.csv
  $ atelier assets import autumn.csv
  $ atelier assets import autumn.csv --apply`

type ExportOptions = { output?: string; overwrite?: boolean; languages?: string; bom?: boolean }

async function exportAssets(
  terminal: Terminal,
  { output, overwrite, languages, bom }: ExportOptions,
  filters: Query,
) {
  const { atelier } = await connect(terminal)
  const query = { ...filters, ...(languages !== undefined && { languages }) }
  // The SDK decodes the response, which removes a byte order mark.
  const csv = (bom ? '\uFEFF' : '') + (await atelier.assets.exportCsv(query, { signal: terminal.signal }))
  if (output === undefined) return print(terminal, csv)
  await writeFile(output, csv, { flag: overwrite ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new UsageError(`${output} exists. Replace it with --overwrite.`)
    throw error
  })
  tell(terminal, `Saved ${output}.`)
}

type ImportOptions = { apply?: boolean; skipFaults?: boolean; json?: boolean }

async function importAssets(terminal: Terminal, file: string, { apply, skipFaults, json }: ImportOptions) {
  const { atelier } = await connect(terminal)
  const { signal } = terminal
  const fields = { ...(apply && { apply }), ...(skipFaults && { skip_faults: skipFaults }) }
  const options = { signal, fileName: basename(file) }
  const result = await atelier.assets.updateFromTable(await readFile(file), fields, options)
  if (result.job) await atelier.jobs.finished(result.job.id, { signal })
  if (json) return print(terminal, jsonLine(result))
  await print(terminal, changesOf(result, terminal))
  for (const { row, column, message } of result.faults) tell(terminal, `Row ${row}, ${column}: ${message}`)
  tell(terminal, summaryOf(result))
}

function changesOf({ changes }: Result, { stdout, env }: Terminal): string {
  if (changes.length === 0) return ''
  const rows = changes.flatMap(({ row, name, cells }) =>
    cells.map(({ column, from, to }) => [row, name, column, from, to]),
  )
  return table(['ROW', 'ASSET', 'COLUMN', 'BEFORE', 'AFTER'], rows, lookOf(stdout, env))
}

function summaryOf({ is_applied, changes_count, faults_count }: Result): string {
  const faults = faults_count === 0 ? '' : ` ${count(faults_count, 'cell')} with errors.`
  const changed = count(changes_count, 'asset')
  if (is_applied) return `Changed ${changed}.${faults}`
  return `${changed} would change.${faults}${changes_count > 0 ? ' Change them with --apply.' : ''}`
}
