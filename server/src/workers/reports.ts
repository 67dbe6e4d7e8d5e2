import type { Reports, ToWorker } from './messages.ts'

/** Time within which a worker must report. After that, its previous report is used. */
const reportWithinMs = 2_000

type Teller = { id: number; tell(message: ToWorker): void }

/**
 * Collects the reports of workers. The last report of an exited worker is kept, so that counters never
 * decrease.
 */
export function gatherReports(tellers: () => Iterable<Teller>) {
  const last = new Map<number, string>()
  const waiting = new Map<number, { missing: Set<number>; done(): void }>()
  let ended: string[] = []
  let endedVersion = 0
  let lastId = 0

  function all(): Promise<Reports> {
    return new Promise((resolve) => {
      const id = ++lastId
      const asked = [...tellers()]
      const missing = new Set(asked.map((teller) => teller.id))
      const done = () => {
        clearTimeout(timer)
        waiting.delete(id)
        const living = asked.map((teller) => last.get(teller.id)).filter((report) => report !== undefined)
        resolve({ living, ended, endedVersion })
      }
      const timer = setTimeout(done, reportWithinMs)
      waiting.set(id, { missing, done })
      for (const teller of asked) teller.tell({ kind: 'ask-report', id })
    })
  }

  function settle(id: number, worker: number) {
    const one = waiting.get(id)
    if (one?.missing.delete(worker) && one.missing.size === 0) one.done()
  }

  return {
    all,
    told(id: number, worker: number, report: string) {
      if (!waiting.get(id)?.missing.has(worker)) return
      last.set(worker, report)
      settle(id, worker)
    },
    end(worker: number) {
      const report = last.get(worker)
      last.delete(worker)
      if (report !== undefined) {
        ended = [...ended, report]
        endedVersion += 1
      }
      for (const id of waiting.keys()) settle(id, worker)
    },
    putTogether(report: string, version: number) {
      // Another worker has exited since.
      if (version !== endedVersion) return
      ended = [report]
      endedVersion += 1
    },
  }
}
