import { MessageChannel, Worker } from 'node:worker_threads'
import type { ThreadOrder, ThreadReport, ThreadTask } from './embedded-thread.ts'
import { ThreadSocket } from './thread-socket.ts'

/**
 * Large enough for PostgreSQL to detect runaway recursion itself, so that the statement fails instead of the
 * engine.
 */
const stackSizeMb = 64

export type EngineThread = {
  /** When the thread exits, the connection fails with the reason. */
  connect(): ThreadSocket
  syncs(): number
  /** Resolves with the reason when the thread has exited, intentionally or not. */
  ended: Promise<Error>
  close(): Promise<void>
}

/**
 * Creates an empty database in a separate thread: creation takes 400 MB, which are freed with the thread.
 */
export async function makeDatabase(data: string) {
  const { ended } = await start('make', data)
  await ended
}

/** Starts the engine on the database in `data`. The engine first recovers the log of a killed process. */
export async function startEngine(data: string): Promise<EngineThread> {
  const { worker, ended, syncs } = await start('serve', data)
  const order = (message: ThreadOrder) => worker.postMessage(message, message === 'close' ? [] : [message])
  const sockets = new Set<ThreadSocket>()
  let reason: Error | undefined
  void ended.then((error) => {
    reason = error
    for (const socket of sockets) socket.destroy(error)
  })

  return {
    ended,
    syncs: () => Atomics.load(syncs, 0),
    connect() {
      const { port1, port2 } = new MessageChannel()
      const socket = new ThreadSocket(port1)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      if (reason) socket.destroy(reason)
      else order(port2)
      return socket
    },
    async close() {
      order('close')
      await ended
    },
  }
}

export const databaseThread = 'database'

/** Rejects if the thread exits before it is ready. */
async function start(task: ThreadTask['task'], data: string) {
  const syncs = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: ThreadTask = { task, data, syncs }
  const resourceLimits = { stackSizeMb }
  const worker = new Worker(new URL('./embedded-thread.ts', import.meta.url), {
    name: databaseThread,
    workerData,
    resourceLimits,
  })
  const ended = endOf(worker)
  await Promise.race([ready(worker), ended.then((reason) => Promise.reject(reason))])
  return { worker, ended, syncs }
}

const ready = (worker: Worker) =>
  new Promise<void>((resolve) => {
    worker.on('message', (report: ThreadReport) => 'ready' in report && resolve())
  })

/** Never rejects. The reason of an exit is a value that later callers receive. */
function endOf(worker: Worker) {
  let reason = 'it was closed'
  worker.on('message', (report: ThreadReport) => {
    if ('stopped' in report) reason = report.stopped
  })
  worker.on('error', (error) => {
    reason = String(error)
  })
  return new Promise<Error>((resolve) => {
    worker.on('exit', () => {
      const error = new Error(`The embedded database has stopped: ${reason}`)
      resolve(Object.assign(error, { code: 'ENGINE_STOPPED' }))
    })
  })
}
