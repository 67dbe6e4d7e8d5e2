import { fdatasyncSync } from 'node:fs'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { DurableFiles } from '../../server/src/db/durable-files.ts'

/**
 * The embedded engine runs on the server's own thread, so a query is a function call that wakes no other
 * thread. Commits are synced as in Atelier. `pg` prepares the queries, because PGlite's own functions were
 * slower.
 */
export async function openOnThisThread(directory: string) {
  const startParams = [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    '-c',
    'wal_sync_method=fsync',
  ]
  const files = new DurableFiles(join(directory, 'db', 'data'), fdatasyncSync)
  const engine = await PGlite.create({ fs: files, startParams })
  const pool = new pg.Pool({
    max: 1,
    user: 'postgres',
    idleTimeoutMillis: 0,
    // `pg` expects a socket, but only uses the methods of a stream.
    stream: () => new EngineSocket(engine) as never,
  })
  return { pool, close: () => engine.close() }
}

/** The socket that `pg` connects to. */
class EngineSocket extends Duplex {
  readonly #engine: PGlite

  constructor(engine: PGlite) {
    super()
    this.#engine = engine
  }

  connect() {
    process.nextTick(() => this.emit('connect'))
  }
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error) => void) {
    this.#ask(chunk, done)
  }

  override _writev(writes: { chunk: Uint8Array }[], done: (error?: Error) => void) {
    this.#ask(Buffer.concat(writes.map(({ chunk }) => chunk)), done)
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }

  #ask(request: Uint8Array, done: (error?: Error) => void) {
    const onRawData = (bytes: Uint8Array) => void this.push(Buffer.from(bytes))
    this.#engine.execProtocolRawStream(request, { syncToFs: false, onRawData }).then(() => done(), done)
  }
}
