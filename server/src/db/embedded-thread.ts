/**
 * The thread of the embedded engine, started by embedded.ts. Runs PostgreSQL itself, which blocks the thread.
 */
import { fdatasyncSync, mkdirSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { dataDir as emptyDatabase } from '@electric-sql/pglite-prepopulatedfs'
import { packagedFile } from '../disk/packaged-file.ts'
import { syncTree } from '../disk/sync-tree.ts'
import { webAssembly } from '../disk/web-assembly.ts'
import { DurableFiles } from './durable-files.ts'

/**
 * `make` creates an empty database and exits; `serve` responds until it is closed. `syncs` is shared memory.
 */
export type ThreadTask = { task: 'make' | 'serve'; data: string; syncs: Int32Array }
/** A port for a new connection, or the message to close. */
export type ThreadOrder = MessagePort | 'close'
export type ThreadReport = { ready: true } | { stopped: string }

const { task, data, syncs } = workerData as ThreadTask

/** The last fatal error in PostgreSQL's log. The exception that follows does not contain it. */
let lastWords: string | undefined
const fatalLine = /(?:FATAL|PANIC): {2}(.+)|DETAIL: {2}(.+)/

try {
  await (task === 'make' ? make() : serve())
} catch (error) {
  stop('PostgreSQL did not start', error)
}

/**
 * Unpacks the result of `initdb` that PGlite ships, because running `initdb` takes three seconds longer.
 * Every file is synced before the caller renames the directory, because nothing else syncs it.
 */
async function make() {
  mkdirSync(data, { mode: 0o700 })
  const engine = await PGlite.create({
    dataDir: data,
    loadDataDir: await emptyDatabase(),
    ...(await engineFiles()),
  })
  await engine.close()
  syncTree(data)
  report({ ready: true })
}

async function serve() {
  const engine = await PGlite.create({
    fs: new DurableFiles(data, sync),
    ...(await engineFiles()),
    startParams: durableParams(),
    onStderr: listenForWords,
  })
  stopOnTrap(engine)
  parentPort!.on('message', async (order: ThreadOrder) => {
    if (order !== 'close') return serveConnection(engine, order)
    await engine.close()
    process.exit(0)
  })
  report({ ready: true })
}

async function engineFiles() {
  const read = (name: string) => packagedFile(new URL(name, import.meta.resolve('@electric-sql/pglite')))
  return {
    pgliteWasmModule: await webAssembly.compile(read('pglite.wasm')),
    fsBundle: new Blob([new Uint8Array(read('pglite.data'))]),
  }
}

/**
 * Start parameters that make PostgreSQL sync to disk. PGlite turns `fsync` off (-F) and ignores the default,
 * `fdatasync`.
 */
function durableParams() {
  return [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']
}

/**
 * After a failed sync the state of the disk is unknown. The thread exits, and the next start recovers from
 * the log.
 */
function sync(file: number) {
  try {
    fdatasyncSync(file)
  } catch (error) {
    stop('a sync to disk failed', error)
  }
  Atomics.add(syncs, 0, 1)
}

/**
 * An SQL error leaves the engine by a known jump. Any other exit stops the engine, which PGlite would not
 * notice.
 */
function stopOnTrap({ Module: engine }: PGlite) {
  const step = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      step()
    } catch (error) {
      if ((error as { status?: number }).status !== 100) stop('PostgreSQL crashed', error)
      throw error
    }
  }
}

function serveConnection(engine: PGlite, port: MessagePort) {
  port.on('message', (request: Uint8Array) => {
    answer(engine, port, request).catch((error) => stop('PostgreSQL crashed', error))
  })
}

async function answer(engine: PGlite, port: MessagePort, request: Uint8Array) {
  const isStartup = request[0] === 0 // Only the startup packet begins with its length.
  if (isStartup) await forgetConnection(engine)
  const parts: Uint8Array[] = []
  await engine.execProtocolRawStream(request, {
    syncToFs: false, // The option has no effect on disk, because PostgreSQL has already synced.
    onRawData: (bytes) => parts.push(bytes.slice()),
  })
  for (const part of parts) port.postMessage(part, [part.buffer as ArrayBuffer])
}

/**
 * All connections share one session, so a new connection must find no transaction and no prepared statement
 * of the previous connection. Settings made with `set` remain, including the role, so a new connection never
 * gains privileges.
 */
async function forgetConnection(engine: PGlite) {
  await engine.exec('rollback')
  await engine.exec('deallocate all')
}

/** A detail line belongs to the previous line. The engine prints the line anyway. */
function listenForWords(line: string): boolean {
  const [, fatal, detail] = fatalLine.exec(line) ?? []
  if (fatal) lastWords = fatal
  else if (detail && lastWords && !lastWords.includes(detail)) lastWords += `. ${detail}`
  return false
}

function stop(reason: string, cause: unknown): never {
  report({ stopped: `${reason} (${lastWords ?? (cause as Error).message})` })
  process.exit(1)
}

function report(message: ThreadReport) {
  parentPort!.postMessage(message)
}
