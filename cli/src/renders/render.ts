import type { Command } from 'commander'
import type { Atelier, FinishedRender, RenderCheck, Template } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { remoteFolders } from '../files/remote-folders.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal, tell } from '../terminal.ts'
import { size } from '../text/amounts.ts'
import { type BatchOptions, renderRows } from './batch.ts'
import { findTemplate } from './find-template.ts'
import { type LookOptions, lookOf, withLook } from './options.ts'
import { bytesOf, writeWhole } from './output.ts'
import { sizesIn } from './sizes.ts'
import { pictureUploads, valuesOf, withText } from './values.ts'

/** `atelier render`: fills in a template with values and writes the file. */
export function addRender(program: Command, terminal: Terminal) {
  const command = program
    .command('render')
    .description('Render a template with values.')
    .argument('<templates...>', 'template ID or exact name; several are allowed with --csv')
  withLook(command)
    .option('--csv <file>', 'render each row of a file: CSV, TSV, XLSX or NDJSON; --output is then a folder')
    .option('--name <pattern>', 'file names of the rows, such as {sku}.png; {row} is the row number')
    .option(
      '--column <variable=column>',
      'column for a variable; default: the column with the name of the variable',
      withText,
    )
    .option(
      '--sizes <sizes>',
      'several sizes of each row, such as 1080,1080x1920; {size} in --name is the size',
      sizesIn,
    )
    .option('--output <file>', 'file to write; - is standard output. By default, only the URL is printed')
    .option('--keep <folder>', 'save the render as an asset in a library folder; / is the root')
    .option('--keep-name <name>', 'name of the asset; default: the name of the template')
    .option('--dry-run', 'check the values without rendering')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((templates, options) => render(terminal, templates, options))
}

const about = `
Findings, such as shrunk text, are printed to standard error. With --check strict, findings are errors with exit code 1.
With --csv, the server renders each row with each template, and files are downloaded as they are ready. Failed rows are reported, while
the others continue. The same command resumes an interrupted run.
In a CSV, TSV or NDJSON file, @photo.jpg in an image column is a local file, relative to the folder of the table.
An image that already exists in the library folder --pictures is not uploaded again.

Examples:
  $ atelier render 'Launch card' --set headline='Made for first light' --set photo=@photo.jpg --output card.png
  $ atelier render tpl_… --set price=18 --width 1080 --check strict --output - > card.png
  $ atelier render 'Launch card' --bleed 3mm --marks --color cmyk --standard PDF/X-4 --output card.pdf
  $ atelier render 'Launch card' --keep /Campaigns/2026 --keep-name 'Launch card, final'
  $ atelier render 'Launch card' --csv rows.csv --name '{sku}.png' --output cards
  $ atelier render 'Launch card' 'Launch story' --csv rows.csv --name '{sku}-{template}.png' --output cards`

type Options = LookOptions & Partial<BatchOptions> & { dryRun?: boolean; keep?: string; keepName?: string }

async function render(terminal: Terminal, named: readonly string[], options: Options) {
  const { signal } = terminal
  const { output, dryRun, json } = options
  if (options.csv !== undefined) return renderFile(terminal, named, { ...options, csv: options.csv })
  if (options.name !== undefined || options.column)
    throw new UsageError('--name and --column require a file of rows: --csv <file>')
  if (options.sizes) throw new UsageError('--sizes requires a file of rows: --csv <file>')
  if (named.length > 1) throw new UsageError('Several templates require a file of rows: --csv <file>')
  if (options.keepName !== undefined && options.keep === undefined)
    throw new UsageError('Also specify the folder of the asset: --keep <folder>')
  const isPiped = output === '-'
  if (isPiped && terminal.stdout.isTTY) throw new UsageError('Redirect the file: --output - > card.png')
  if (isPiped && json)
    throw new UsageError(
      'Standard output can contain either the file or JSON: omit --json, or name an output file.',
    )
  const look = lookOf(options, isPiped ? undefined : output)
  const connection = await connect(terminal)
  const { atelier } = connection
  const template = await findTemplate(atelier, named[0]!, signal)
  const upload = pictureUploads(terminal, connection, options.pictures)
  const variables = await valuesOf(template, options.set ?? new Map(), upload)
  if (dryRun) return check(terminal, atelier, template, { ...look, variables }, json)
  const keep = await keepOf(terminal, atelier, options)
  const done = await atelier.templates.render(template.id, { ...look, ...keep, variables }, { signal })
  if (output !== undefined) {
    const bytes = await bytesOf(atelier, done, signal)
    await (isPiped ? print(terminal, bytes) : writeWhole(output, bytes))
  }
  showFindings(terminal, done)
  if (json) await print(terminal, jsonLine(done))
  else if (output === undefined) await print(terminal, `${done.asset_id ?? done.url}\n`)
  else if (!isPiped) await print(terminal, `Rendered ${output} (${measures(done)}).\n`)
}

/** The folder is created if it is missing. */
async function keepOf(
  { signal }: Terminal,
  atelier: Atelier,
  { keep, keepName }: Pick<Options, 'keep' | 'keepName'>,
): Promise<{ keep?: { folder_id: string | null; name?: string } }> {
  if (keep === undefined) return {}
  const folder_id = await remoteFolders(atelier, signal).made(keep)
  return { keep: { folder_id, ...(keepName !== undefined && { name: keepName }) } }
}

async function renderFile(
  terminal: Terminal,
  named: readonly string[],
  options: BatchOptions & Pick<Options, 'dryRun' | 'keep' | 'keepName'>,
) {
  if (options.dryRun) throw new UsageError('--dry-run can only be used for one render.')
  if (options.keepName !== undefined)
    throw new UsageError(
      '--keep-name can only be used for one render. Assets of rows are named like their files: use --name.',
    )
  const connection = await connect(terminal)
  const { atelier } = connection
  const templates: Template[] = []
  for (const one of named) templates.push(await findTemplate(atelier, one, terminal.signal))
  const { keep: folder } = await keepOf(terminal, atelier, options)
  await renderRows(terminal, connection, templates, { ...options, keepIn: folder?.folder_id })
}

type Request = Parameters<Atelier['templates']['render']>[1]

async function check(
  terminal: Terminal,
  atelier: Atelier,
  { id }: Template,
  request: Request,
  json: boolean | undefined,
) {
  const { check: level, ...asked } = request!
  const found = await atelier.templates.check(id, { ...asked, check: level }, terminal)
  showFindings(terminal, found)
  if (json) await print(terminal, jsonLine(found))
  else if (found.findings.length === 0) await print(terminal, 'No findings.\n')
}

/** Prints findings, such as `headline: The text was made smaller.` */
export function showFindings(terminal: Terminal, { findings }: Pick<RenderCheck, 'findings'>, place = '') {
  for (const { variable, message } of findings)
    tell(terminal, `${place}${variable === null ? 'template' : variable}: ${message}`)
}

const measures = ({ width, height, size: bytes }: FinishedRender) => `${width} × ${height}, ${size(bytes)}`
