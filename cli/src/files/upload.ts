import type { Command } from 'commander'
import { connect } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'
import { isSmall } from './content.ts'
import { type LocalFile, localFiles } from './local-files.ts'
import { attempting, newOutcome, type Outcome, summarize } from './outcome.ts'
import { smallFirst, withParallel } from './parallel.ts'
import { aboutFilters, type FilterOptions, pathFilter, withFilters } from './path-filter.ts'
import { progressOn } from './progress.ts'
import { type RemoteFolders, remoteFolders } from './remote-folders.ts'
import { sendFile, shelves } from './send-file.ts'
import { paceOf, withLimitRate } from './transfer-rate.ts'

export function addUpload(assets: Command, terminal: Terminal) {
  const command = assets
    .command('upload')
    .description('Upload files and folders. To resume an interrupted upload, run the same command again.')
    .argument('<paths...>', 'files and folders')
    .option('--folder <folder>', 'target folder, fld_… or /Campaigns/2026; a missing path is created')
  withLimitRate(withFilters(withParallel(command)))
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((paths, options) => upload(terminal, paths, options))
}

const about = `
A folder keeps its name; photos/. uploads only the content of the folder. Hidden files and links are skipped.
A file whose SHA-256 already exists in the target folder is not sent again.
${aboutFilters}

Examples:
  $ atelier assets upload logo.svg film.mp4
  $ atelier assets upload photos --folder /Campaigns/2026 --exclude raw --exclude '*.tmp' --limit-rate 2M`

type Options = FilterOptions & { folder?: string; parallel?: number; limitRate?: number; json?: boolean }

async function upload(terminal: Terminal, paths: string[], options: Options) {
  const { signal } = terminal
  const connection = await connect(terminal, paceOf(options.limitRate, signal))
  const folders = remoteFolders(connection.atelier, signal)
  const root = options.folder === undefined ? null : await folders.made(options.folder)
  const outcome = newOutcome()
  const unread: [path: string, error: unknown][] = []
  const filter = pathFilter(options)
  const files = await localFiles(paths, filter, (...miss) => unread.push(miss))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const progress = progressOn(terminal, { files: files.length + unread.length, bytes })
  const run = { outcome, progress, signal }
  const shelfOf = shelves(connection.atelier, signal)
  try {
    for (const [path, error] of unread) await attempting(run, { path }, () => Promise.reject(error))
    const send = (file: LocalFile) =>
      attempting(run, { path: file.path }, async () => {
        const shelf = await shelfOf(await folderOf(folders, root, file))
        const moved = (sent: number) => progress.moved(file.path, sent)
        note(outcome, file, await sendFile(terminal, connection, file, shelf, moved))
      })
    await smallFirst(files, isSmall, options.parallel, send)
  } catch (error) {
    if (signal.aborted) progress.note('Interrupted. Run the same command again to resume.')
    throw error
  } finally {
    progress.end()
  }
  await summarize(terminal, 'Uploaded', outcome, options.json)
}

const folderOf = (folders: RemoteFolders, root: string | null, file: LocalFile) =>
  folders.below(root, file.folders)

function note(outcome: Outcome, { path, size }: LocalFile, sent: { id: string; isNew: boolean }) {
  outcome[sent.isNew ? 'done' : 'skipped'].push({ path, asset_id: sent.id, size })
}
