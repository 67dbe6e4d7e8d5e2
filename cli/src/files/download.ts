import { mkdir, realpath } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import type { Atelier } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { givenIds } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'
import { isSmall } from './content.ts'
import { findPresets } from './find-preset.ts'
import { listedFields as fields, localNames, type Wanted } from './local-names.ts'
import { attempting, newOutcome, summarize } from './outcome.ts'
import { inParallel, smallFirst, withParallel } from './parallel.ts'
import { aboutFilters, type FilterOptions, pathFilter, withFilters } from './path-filter.ts'
import { namedAs } from './preset-name.ts'
import { progressOn } from './progress.ts'
import { receiveFile, type WantedFile } from './receive-file.ts'
import { remoteFolders } from './remote-folders.ts'
import { paceOf, withLimitRate } from './transfer-rate.ts'

export function addDownload(assets: Command, terminal: Terminal) {
  const command = assets
    .command('download')
    .description('Download assets. A file appears only when it is complete.')
    .argument('[ids...]', 'asset IDs', givenIds)
    .option(
      '--folder <folder>',
      'everything in this folder and its subfolders: fld_…, /Campaigns/2026, or / for all',
    )
    .option('--to <directory>', 'target directory; default: the current directory', '.')
    .option('--overwrite', 'replace existing files whose content differs')
    .addOption(
      new Option(
        '--metadata <how>',
        'embed: write the name, description, tags, alt text, copyright and expiry into JPEG, PNG, WebP, TIFF, PDF and SVG files',
      ).choices(['embed']),
    )
  command.option('--preset <name>', 'download images with this preset; other files are downloaded unchanged')
  withLimitRate(withFilters(withParallel(command)))
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((ids, options) => download(terminal, ids, options))
}

const about = `
An existing file with the same SHA-256 is skipped. If the server writes or removes metadata, the file is downloaded and then compared.
${aboutFilters}

Examples:
  $ atelier assets download ast_… --to pictures
  $ atelier assets download --folder /Campaigns/2026 --to 2026 --include '*.{jpg,png}'
  $ atelier assets download --folder /Press --metadata embed
  $ atelier assets download --folder /Press --preset web --to web`

const lookedUpAtOnce = 4

type Options = FilterOptions & {
  folder?: string
  to: string
  overwrite?: boolean
  metadata?: 'embed'
  preset?: string
  parallel?: number
  limitRate?: number
  json?: boolean
}

async function download(terminal: Terminal, ids: string[], options: Options) {
  if (ids.length === 0 && options.folder === undefined)
    throw new UsageError('Specify asset IDs, or a folder with --folder.')
  if (options.preset !== undefined && options.metadata !== undefined)
    throw new UsageError('Use --preset without --metadata: a preset says which metadata its files have.')
  const { signal } = terminal
  const { atelier } = await connect(terminal)
  const [preset] = options.preset === undefined ? [] : await findPresets(atelier, [options.preset], signal)
  const outcome = newOutcome()
  const inFolder = options.folder === undefined ? [] : await assetsBelow(atelier, options.folder, signal)
  const wanted: Wanted[] = []
  const missing: [id: string, error: unknown][] = []
  await inParallel([...new Set(ids)], lookedUpAtOnce, async (id) => {
    try {
      wanted.push({ asset: await atelier.assets.get(id, { signal }), folders: [] })
    } catch (error) {
      missing.push([id, error])
    }
  })
  const filter = pathFilter(options)
  // Filtered after naming, so that a file has the same name with and without a filter.
  const all = [...wanted, ...inFolder].map(({ asset, folders }) => ({
    asset: preset ? namedAs(asset, preset) : asset,
    folders,
  }))
  const files = localNames(all).filter(({ name }) => filter.file(name))
  const pace = paceOf(options.limitRate, signal)
  const bytes = files.reduce((sum, { asset }) => sum + asset.size, 0)
  const progress = progressOn(terminal, { files: files.length + missing.length, bytes })
  const run = { outcome, progress, signal }
  await mkdir(options.to, { recursive: true })
  const root = await realpath(options.to)
  try {
    for (const [id, error] of missing)
      await attempting(run, { path: id, asset_id: id }, () => Promise.reject(error))
    await smallFirst(
      files,
      ({ asset }) => isSmall(asset),
      options.parallel,
      ({ asset, name }) =>
        attempting(run, { path: name, asset_id: asset.id }, async () => {
          let { size } = asset
          const received = await receiveFile(atelier, asset, root, name, {
            signal,
            isOverwriting: options.overwrite ?? false,
            wanted: wantedFile(options),
            moved(now) {
              if (options.preset !== undefined) size = now
              progress.moved(name, now)
            },
            pace,
          })
          outcome[received ? 'done' : 'skipped'].push({ path: name, asset_id: asset.id, size })
        }),
    )
  } catch (error) {
    if (signal.aborted)
      progress.note('Interrupted. Run the same command again to download the remaining files.')
    throw error
  } finally {
    progress.end()
  }
  await summarize(terminal, 'Downloaded', outcome, options.json)
}

function wantedFile({ preset, metadata }: Options): WantedFile | undefined {
  if (preset !== undefined) return { preset }
  return metadata && { metadata }
}

async function assetsBelow(atelier: Atelier, folder: string, signal: AbortSignal): Promise<Wanted[]> {
  const id = await remoteFolders(atelier, signal).existing(folder)
  const path = id === null ? '' : (await atelier.folders.get(id, { signal })).path
  const query = id === null ? { fields } : { folder_id: id, recursive: true, fields }
  const all: Wanted[] = []
  for await (const asset of atelier.assets.list(query, { signal })) {
    all.push({ asset, folders: asset.folder_path.slice(path.length).split('/').filter(Boolean) })
  }
  return all
}
