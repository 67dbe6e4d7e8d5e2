import { type Command, Option } from 'commander'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal, tell } from '../terminal.ts'
import { type Cell, facts, lookOf, table } from '../text/table.ts'
import { addFlags, givenId, type Query, wholeNumber } from './flags.ts'
import { type Kind, kinds } from './kinds.ts'

type Row = Record<string, unknown>

const limitDefault = 20
const limitMax = 1_000_000
const pageSizeMax = 100

/** Adds `list` and `get` for every resource type. @returns the commands by name. */
export function addLists(program: Command, terminal: Terminal): Map<string, Command> {
  return new Map(kinds.map((kind) => [kind.name, addKind(program, terminal, kind)]))
}

function addKind(program: Command, terminal: Terminal, kind: Kind<Row>): Command {
  const command = program.command(kind.name).description(`Work with ${kind.plural}.`)
  const listing = command
    .command('list')
    .description(`List ${kind.plural}, newest first.`)
    .option('--limit <rows>', `maximum number of rows; default: ${limitDefault}`, wholeNumber(1, limitMax))
    .option('--all', 'list all rows')
    .option('--fields <names>', 'only these fields, separated by commas')
    .option('--json', 'print one JSON array and nothing else')
  const filtersIn = addFlags(listing, kind.flags)
  if (kind.isTranslated) listing.addOption(language())
  listing.action((options) => list(terminal, kind, options, filtersIn(options)))
  const getting = command
    .command('get')
    .description('Show one item by ID.')
    .argument('<id>', 'item ID', givenId)
    .option('--json', 'print one JSON document and nothing else')
    .action((id, options) => get(terminal, kind, id, options))
  if (kind.isTranslated) getting.addOption(language())
  return command
}

const language = () =>
  new Option(
    '--language <languages>',
    'show translated texts, such as de-AT or "de, fr;q=0.5"; default: the original texts',
  )

type GetOptions = { json?: boolean; language?: string }
type ListOptions = GetOptions & { limit?: number; all?: boolean; fields?: string }

async function list(terminal: Terminal, kind: Kind<Row>, options: ListOptions, filters: Query) {
  const { atelier } = await connect(terminal)
  const max = options.all ? Number.POSITIVE_INFINITY : (options.limit ?? limitDefault)
  const fields = options.fields?.split(',').map((name) => name.trim())
  const query = { ...filters, fields, per_page: Math.min(max + 1, pageSizeMax) }
  const rows = firstOf(kind.from(atelier).list(query, callOf(terminal, options)), max)
  const isMore = await (options.json ? printJson(terminal, rows) : printTable(terminal, kind, rows, fields))
  if (isMore) tell(terminal, `There are more rows. Use --limit <rows> or --all.`)
}

type Rows = AsyncGenerator<Row, boolean>

/** @returns whether there are more rows. */
async function* firstOf(rows: AsyncIterable<Row>, max: number): Rows {
  let given = 0
  for await (const row of rows) {
    if (given === max) return true
    given += 1
    yield row
  }
  return false
}

/** Streams the rows to keep memory use low. The output is valid JSON only when it is complete. */
async function printJson(terminal: Terminal, rows: Rows): Promise<boolean> {
  let before = '[\n'
  for (;;) {
    const { done, value } = await rows.next()
    if (done) {
      await print(terminal, before === '[\n' ? '[]\n' : '\n]\n')
      return value
    }
    await print(terminal, before + JSON.stringify(value))
    before = ',\n'
  }
}

async function printTable(terminal: Terminal, kind: Kind<Row>, rows: Rows, fields?: string[]) {
  const columns = fields ? columnsOf(fields) : Object.entries(kind.columns)
  const lines: Cell[][] = []
  let step = await rows.next()
  for (; !step.done; step = await rows.next()) {
    const row = step.value
    lines.push(columns.map(([, cellOf]) => cellOf(row)))
  }
  const headings = columns.map(([name]) => name.toUpperCase())
  if (lines.length === 0) tell(terminal, `No ${kind.plural} found.`)
  else await print(terminal, table(headings, lines, lookOf(terminal.stdout, terminal.env)))
  return step.value
}

const columnsOf = (fields: string[]) => fields.map((name) => [name, (row: Row) => cellOf(row[name])] as const)

const callOf = ({ signal }: Terminal, { language }: GetOptions) => ({ signal, language })

async function get(terminal: Terminal, kind: Kind<Row>, id: string, options: GetOptions) {
  const { atelier } = await connect(terminal)
  const one = await kind.from(atelier).get(id, callOf(terminal, options))
  const pairs = Object.entries(one).map(([name, value]): [string, Cell] => [name, cellOf(value)])
  await print(terminal, options.json ? jsonLine(one) : facts(pairs))
}

export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (Array.isArray(value) && value.length === 0) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
