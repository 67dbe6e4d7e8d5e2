import cluster, { type Worker } from 'node:cluster'
import { uploadLocks } from '../storage/unfinished-locks.ts'
import { machineCounters } from './counters.ts'
import { locksFor } from './locks.ts'
import { closeWhatIsLost } from './lost-connections.ts'
import type { ToPrimary, ToWorker } from './messages.ts'
import { passLinesOn } from './output.ts'
import { gatherReports } from './reports.ts'

export type Member = {
  /** Undefined if the system could not start the process. */
  pid: number | undefined
  /** Resolves with the worker's URL once it accepts requests. Undefined if it exited earlier. */
  listened: Promise<string | undefined>
  /**
   * Resolves with the exit code, the signal that ended the worker, or the reason why it could not be started.
   */
  ended: Promise<number | string>
  stop(): void
  kill(): void
}

/**
 * Starts workers and provides the state that they share: counters, locks, metrics.
 * @param write receives their output, in whole lines.
 */
export function openCrew(write: (lines: Buffer) => void): () => Member {
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const members = new Map<number, { id: number; tell(message: ToWorker): void }>()
  const count = machineCounters()
  const locks = uploadLocks()
  const reports = gatherReports(() => members.values())
  let isStopping = false

  return () => {
    const worker = cluster.fork()
    const { id } = worker
    const tell = tellerOf(worker)
    const locksOfWorker = locksFor(locks, tell)
    const listened = Promise.withResolvers<string | undefined>()
    const ended = Promise.withResolvers<number | string>()

    function end(how: number | string) {
      members.delete(id)
      locksOfWorker.end()
      reports.end(id)
      listened.resolve(undefined)
      ended.resolve(how)
    }

    closeWhatIsLost(worker.process, () => isStopping)
    passLinesOn(worker.process.stdout!, write)
    worker.on('message', (message: ToPrimary) => {
      switch (message.kind) {
        case 'listening':
          members.set(id, { id, tell })
          return listened.resolve(message.url)
        case 'count':
          return tell({ kind: 'counted', id: message.id, counted: count(message) })
        case 'ask-reports':
          return void reports.all().then((all) => tell({ kind: 'reports', id: message.id, ...all }))
        case 'report':
          return reports.told(message.id, id, message.report)
        case 'put-together':
          return reports.putTogether(message.ended, message.endedVersion)
        default:
          return locksOfWorker.hear(message)
      }
    })
    // Not `once` of node:events, which an `error` event would end.
    worker.on('exit', (code, signal) => end(code ?? signal))
    worker.on('error', ({ code }: NodeJS.ErrnoException) => {
      // If there is a process ID, a message to a process that had just exited was lost, which is harmless.
      if (worker.process.pid === undefined) end(code!)
    })
    return {
      pid: worker.process.pid,
      listened: listened.promise,
      ended: ended.promise,
      stop() {
        isStopping = true
        tell({ kind: 'stop' })
      },
      kill: () => void worker.process.kill('SIGKILL'),
    }
  }
}

const tellerOf = (worker: Worker) => (message: ToWorker) =>
  void (worker.isConnected() && worker.send(message, undefined, undefined, () => {}))
