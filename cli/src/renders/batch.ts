import { createHash, randomUUID } from 'node:crypto'
import { lstat, mkdir, readFile, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type FollowedBatch,
  NotFoundError,
  type RenderBatchRow,
  type Template,
} from '../../../sdk/src/index.ts'
import { exitFailed, isRefusal, lineFor, UsageError } from '../errors.ts'
import { failure } from '../files/failure.ts'
import { inside } from '../files/inside-root.ts'
import { isRenderName } from '../files/local-names.ts'
import { inParallel } from '../files/parallel.ts'
import { type Progress, progressOn } from '../files/progress.ts'
import type { Connection } from '../signing-in/connect.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { count } from '../text/amounts.ts'
import { type BatchFile, batchFile } from './batch-state.ts'
import { withPictures } from './local-pictures.ts'
import { type LookOptions, lookOf } from './options.ts'
import { writeWhole } from './output.ts'
import type { Size } from './sizes.ts'
import { pictureUploads } from './values.ts'

export type BatchOptions = LookOptions & {
  csv: string
  name?: string
  column?: ReadonlyMap<string, string>
  sizes?: readonly Size[]
  output?: string
  /**
   * Library folder in which each render is saved as an asset. Null is the root. If undefined, renders are not
   * saved.
   */
  keepIn?: string | null | undefined
  json?: boolean
}

type Failed = { row: number; name: string; errors: string[] }
type Done = { row: number; name: string; render_id: string; findings: number; asset_id?: string }
type Outcome = { rendered: Done[]; skipped: Done[]; failed: Failed[] }

const downloadsAtOnce = 8
/** How long an idempotency key is reused. The server forgets it after 24 hours, and the clocks may differ. */
const keysKnownMs = 23 * 60 * 60 * 1_000

/** Renders each row of a file with each template on the server and downloads the files as they are done. */
export async function renderRows(
  terminal: Terminal,
  connection: Connection,
  templates: readonly Template[],
  options: BatchOptions,
) {
  const { signal, env } = terminal
  if (options.set) throw new UsageError('--set is for one render. Add a column to the file instead.')
  if (options.output === undefined || options.output === '-')
    throw new UsageError('Specify the folder for the files: --output <folder>')
  const look = lookOf(options, options.name)
  const given = await readFile(options.csv)
  const upload = pictureUploads(terminal, connection, options.pictures)
  const rows = await withPictures(given, { path: options.csv, templates, columns: options.column, upload })
  await mkdir(options.output, { recursive: true })
  const root = await realpath(options.output)
  const request = {
    template_ids: [...new Set(templates.map(({ id }) => id))],
    name_pattern: options.name,
    columns: options.column && Object.fromEntries(options.column),
    sizes: options.sizes && [...options.sizes],
    ...look,
  }
  const checksum = createHash('sha256').update(rows).digest('hex')
  const state = batchFile(env, [connection.url, request, checksum, root, options.keepIn])
  const batch = await begunBatch(terminal, connection, state, { rows, name: options.csv, request })
  const progress = progressOn(terminal, { files: batch.counts.rows, bytes: 0 }, 'Rendering')
  const outcome: Outcome = { rendered: [], skipped: [], failed: [] }
  const begunMs = Date.parse(batch.created_at)
  let isWhole = false
  try {
    const { keepIn } = options
    isWhole = await receiveRows({ terminal, connection, root, progress, outcome, begunMs, keepIn }, batch)
  } catch (error) {
    if (signal.aborted) progress.note('Interrupted. Run the same command again to resume.')
    throw error
  } finally {
    progress.end()
  }
  // A later run with the same rows is a new batch, unless files are still missing.
  if (isWhole) await state.remove()
  await summarize(terminal, batch, outcome, options.json)
}

type Rows = { rows: Uint8Array<ArrayBuffer>; name: string; request: object }

/** The batch of an interrupted run, or a new batch. */
async function begunBatch(
  { signal }: Terminal,
  { atelier }: Connection,
  state: BatchFile,
  { rows, name, request }: Rows,
): Promise<FollowedBatch> {
  const before = await state.read()
  if (before?.batchId !== undefined) {
    try {
      const batch = await atelier.renderBatches.get(before.batchId, { signal })
      const follow = () => atelier.renderBatches.follow(batch.id, { signal })
      return Object.assign(batch, { [Symbol.asyncIterator]: follow })
    } catch (error) {
      // The server deletes batches after some days.
      if (!(error instanceof NotFoundError)) throw error
    }
  }
  const idempotencyKey = (before?.batchId === undefined && before?.idempotencyKey) || randomUUID()
  await state.write({ idempotencyKey })
  const options = { signal, idempotencyKey, fileName: basename(name) }
  const created = atelier.renderBatches.createFromFile(rows, request as never, options)
  // The server would reject the same request again, so there is nothing to resume.
  const batch = await created.catch(async (error) => {
    if (error.status >= 400 && error.status < 500) await state.remove()
    throw error
  })
  await state.write({ idempotencyKey, batchId: batch.id })
  return batch
}

type Run = {
  /** When the batch was created. */
  begunMs: number
  terminal: Terminal
  connection: Connection
  root: string
  progress: Progress
  outcome: Outcome
  keepIn: BatchOptions['keepIn']
}

/** @returns whether every file that was rendered is here. */
async function receiveRows(run: Run, batch: FollowedBatch): Promise<boolean> {
  let isWhole = true
  const rest = batch[Symbol.asyncIterator]() as AsyncGenerator<RenderBatchRow>
  const workers = Array.from({ length: downloadsAtOnce }, (_, at) => at)
  // An async generator queues its `next` calls, so the workers do not overlap.
  await inParallel(workers, downloadsAtOnce, async () => {
    for (let step = await rest.next(); !step.done; step = await rest.next()) {
      if (!(await receiveRow(run, step.value))) isWhole = false
    }
  })
  return isWhole
}

/** @returns false if the file could not be downloaded. */
async function receiveRow(run: Run, row: RenderBatchRow): Promise<boolean> {
  const { terminal, progress, outcome } = run
  const fail = (errors: string[]) => {
    outcome.failed.push({ row: row.row, name: row.name, errors })
    for (const error of errors) progress.note(`row ${row.row} (${row.name}): ${error}`)
  }
  try {
    if (row.status === 'failed') fail(reasonsOf(row))
    else if (row.status === 'cancelled') fail(['The batch was canceled.'])
    else await receiveFile(run, row)
    return true
  } catch (error) {
    if (terminal.signal.aborted) throw terminal.signal.reason
    if (isRefusal(error)) throw error
    fail([lineFor(error)])
    return false
  } finally {
    progress.finished()
  }
}

async function receiveFile(run: Run, row: RenderBatchRow) {
  const { terminal, connection, root, progress, outcome, begunMs } = run
  const asset = await kept(run, row)
  const done: Done = {
    row: row.row,
    name: row.name,
    render_id: row.render_id!,
    findings: row.findings.length,
  }
  if (asset) done.asset_id = asset.id
  for (const { variable, message } of row.findings)
    progress.note(`row ${row.row} (${row.name}): ${variable ?? 'template'}: ${message}`)
  if (!isRenderName(row.name))
    throw failure(
      `The server sent an unsafe file name, ${JSON.stringify(row.name)}. The file was not written.`,
    )
  await inside(root, row.name, async (path) => {
    const there = await lstat(path).catch(unlessMissing)
    // Files appear only when they are complete, so this file was written by an earlier run of this batch.
    if (there?.isFile() && there.size === row.size && there.mtimeMs >= begunMs) {
      outcome.skipped.push(done)
      return
    }
    const link = { id: row.render_id!, url: row.url }
    const bytes = await connection.atelier.renders.download(link, { signal: terminal.signal })
    if (bytes.length !== row.size) throw failure('The download is damaged. Try again.')
    await writeWhole(path, bytes)
    outcome.rendered.push(done)
  })
}

/** Saves the render in the library. A resumed run gets the assets that an earlier run has saved. */
async function kept({ terminal: { signal }, connection, keepIn, begunMs }: Run, row: RenderBatchRow) {
  if (keepIn === undefined) return undefined
  const id = row.render_id!
  const { renders } = connection.atelier
  if (Date.now() - begunMs > keysKnownMs) {
    const { asset_id } = await renders.get(id, { signal })
    if (asset_id !== null) return { id: asset_id }
  }
  const body = { folder_id: keepIn, name: row.name }
  return renders.keep(id, body, { signal, idempotencyKey: `keep-${id}` })
}

function reasonsOf({ errors }: RenderBatchRow): string[] {
  const all = Object.entries(errors ?? {}).flatMap(([field, texts]) =>
    texts.map((text) => `${field.replace(/^variables\./, '')}: ${text}`),
  )
  return all.length > 0 ? all : ['The row was not rendered.']
}

/** Sets the exit code to 1 if a row failed. */
async function summarize(terminal: Terminal, batch: FollowedBatch, outcome: Outcome, asJson = false) {
  const { rendered, skipped, failed } = outcome
  const byRow = (one: { row: number }, other: { row: number }) => one.row - other.row
  for (const rows of [rendered, skipped, failed]) (rows as { row: number }[]).sort(byRow)
  const parts = [
    `Rendered ${count(rendered.length, 'file')}`,
    skipped.length > 0 && `${skipped.length.toLocaleString('en-US')} already there`,
    failed.length > 0 && `${count(failed.length, 'row')} failed`,
  ]
  const line = `${parts.filter(Boolean).join(', ')}.\n`
  await print(terminal, asJson ? jsonLine({ batch_id: batch.id, ...outcome }) : line)
  if (failed.length > 0) process.exitCode = exitFailed
}
