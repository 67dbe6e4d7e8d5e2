import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import type { Archive, ArchiveRequest, Atelier } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { failure } from '../files/failure.ts'
import { safeName } from '../files/local-names.ts'
import { progressOn } from '../files/progress.ts'
import { remoteFolders } from '../files/remote-folders.ts'
import { addFlags, givenId, type Query, wholeNumber } from '../lists/flags.ts'
import { archiveFilters } from '../lists/kinds.ts'
import { connect } from '../signing-in/connect.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import { jsonLine, print, type Terminal, tell } from '../terminal.ts'

const sideMax = 4_096
const named = ['original', 'small', 'large'] as const
const drawn = ['webp', 'avif', 'jpeg', 'png'] as const

/** `atelier archive`: a zip of assets. */
export function addArchive(program: Command, terminal: Terminal) {
  const command = program
    .command('archive')
    .description('Download assets as one zip. The file appears only when it is complete.')
    .argument('[ids...]', 'asset IDs', (id, before: string[] = []) => [...before, givenId(id)])
    .option(
      '--folder <folder>',
      'everything in this folder and its subfolders: fld_…, /Campaigns/2026, or / for all',
    )
    .option('--collection <id>', 'everything in this collection, in collection order', givenId)
  const filtersIn = addFlags(command, archiveFilters)
  command
    .addOption(
      new Option('--format <format>', 'originals, or images in this format')
        .choices([...named, ...drawn])
        .default('original'),
    )
    .option('--preset <name>', 'images with this preset, instead of --format')
    .option('--width <pixels>', 'maximum width of images', wholeNumber(1, sideMax))
    .option('--height <pixels>', 'maximum height of images', wholeNumber(1, sideMax))
    .option('--quality <percent>', 'compression quality of images', wholeNumber(1, 100))
    .option(
      '--name <name>',
      'name of the zip; default: the folder or collection name, or Assets followed by the date',
    )
    .option('--include-unavailable', 'include unavailable files; requires assets:write')
    .option('--output <file>', 'file to write; default: the name of the zip, in the current directory')
    .option('--overwrite', 'replace an existing file')
    .option('--url', 'print the URL of the zip instead of downloading it')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((ids, options) => archive(terminal, ids, options, filtersIn(options)))
}

const about = `
Report.txt in the zip lists the assets that could not be included.

Examples:
  $ atelier archive ast_… ast_… --output selection.zip
  $ atelier archive --folder /Campaigns/2026
  $ atelier archive --tag summer --type image --format jpeg --width 2000
  $ atelier archive --folder /Press --preset web
  $ atelier archive --folder /Press --url
  $ atelier archive --collection col_…`

type Format = (typeof named)[number] | (typeof drawn)[number]

type Options = {
  folder?: string
  collection?: string
  format: Format
  preset?: string
  width?: number
  height?: number
  quality?: number
  name?: string
  includeUnavailable?: boolean
  output?: string
  overwrite?: boolean
  url?: boolean
  json?: boolean
}

async function archive(terminal: Terminal, ids: string[], options: Options, filter: Query) {
  const { signal } = terminal
  const isFiltered = Object.keys(filter).length > 0
  const sources = [ids.length > 0, options.folder !== undefined, options.collection !== undefined, isFiltered]
  if (sources.filter(Boolean).length !== 1)
    throw new UsageError(
      'Specify asset IDs, a folder with --folder, a collection with --collection, or filters such as --tag.',
    )
  const { atelier } = await connect(terminal)
  const body = {
    ...(ids.length > 0 && { asset_ids: ids }),
    ...(options.folder !== undefined && { folder_id: await folderId(atelier, options.folder, signal) }),
    ...(options.collection !== undefined && { collection_id: options.collection }),
    ...(isFiltered && { filter }),
    ...(options.preset === undefined ? { format: formatOf(options) } : { preset: presetIn(options) }),
    ...(options.name !== undefined && { name: options.name }),
    ...(options.includeUnavailable && { include_unavailable: true }),
  }
  const made = await atelier.archives.create(body as ArchiveRequest, { signal })
  if (options.url) return print(terminal, options.json ? jsonLine(made) : `${made.url}\n`)
  const path = options.output ?? `${safeName(made.name)}.zip`
  await save(terminal, made, path, options.overwrite ?? false)
  if (options.json) return print(terminal, jsonLine({ ...made, path }))
  const files = made.counts.files === 1 ? '1 file' : `${made.counts.files.toLocaleString('en')} files`
  tell(terminal, `Saved ${path}: ${files}.`)
}

async function folderId(atelier: Atelier, folder: string, signal: AbortSignal) {
  return (await remoteFolders(atelier, signal).existing(folder)) ?? 'root'
}

function presetIn({ preset, format, width, height, quality }: Options) {
  if (format !== 'original' || [width, height, quality].some((one) => one !== undefined))
    throw new UsageError('Use --preset without --format, --width, --height and --quality.')
  return preset
}

function formatOf({ format, width, height, quality }: Options): ArchiveRequest['format'] {
  const isDrawn = (drawn as readonly string[]).includes(format)
  const size = { w: width, h: height, q: quality }
  const given = Object.fromEntries(Object.entries(size).filter(([, value]) => value !== undefined))
  if (!isDrawn && Object.keys(given).length === 0) return format as (typeof named)[number]
  if (!isDrawn && format !== 'original')
    throw new UsageError('Use --width, --height and --quality with --format webp, avif, jpeg or png.')
  return { ...given, ...(isDrawn && { format: format as (typeof drawn)[number] }) }
}

/**
 * The zip gets its file name only when it is complete. @throws {AtelierError} if the file exists or the
 * download fails.
 */
async function save(terminal: Terminal, made: Archive, path: string, isOverwriting: boolean) {
  const { signal } = terminal
  if (!isOverwriting && (await lstat(path).catch(unlessMissing)))
    throw failure(`${path} exists. Choose another file with --output, or replace it with --overwrite.`)
  const part = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`)
  const progress = progressOn(terminal, { files: 1, bytes: made.size })
  async function* counted() {
    let bytes = 0
    for await (const chunk of await opened(made, signal)) {
      bytes += chunk.length
      progress.moved(path, bytes)
      yield chunk
    }
  }
  try {
    await pipeline(counted, createWriteStream(part, { flags: 'wx', flush: true }), { signal })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    progress.end()
  }
}

async function opened({ url }: Archive, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(url, { signal })
  if (response.ok && response.body) return response.body
  await response.body?.cancel()
  const requestId = response.headers.get('x-request-id')
  throw failure(
    `The server responded with status ${response.status}. Try again later.${requestId ? ` (${requestId})` : ''}`,
  )
}
