import cluster, { type Worker } from 'node:cluster'
import { uploadLocks } from '../storage/unfinished-locks.ts'
import { machineCounters } from './counters.ts'
import { locksFor } from './locks.ts'
import { closeWhatIsLost } from './lost-connections.ts'
import type { ToPrimary, ToWorker } from './messages.ts'
import { passLinesOn } from './output.ts'
import { gatherReports } from './reports.ts'

/** A worker from its start to its end. */
export type Member = {
  /** Undefined where the system did not start it. */
  pid: number | undefined
  /** Resolves with its address once it takes requests; undefined when it has ended before. */
  listened: Promise<string | undefined>
  /** Resolves with its exit code, the signal that ended it, or why the system did not start it. */
  ended: Promise<number | string>
  /** It ends once running requests are answered. */
  stop(): void
  kill(): void
}

/**
 * Starts workers, and keeps for them what they have together: counters, locks, what they tell of themselves.
 * @param write takes what they write, in whole lines.
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
    // Not by `once` of node:events, which an error would end.
    worker.on('exit', (code, signal) => end(code ?? signal))
    worker.on('error', ({ code }: NodeJS.ErrnoException) => {
      // Else it was a message for one that has just ended: it is lost, and nobody waits for it.
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
