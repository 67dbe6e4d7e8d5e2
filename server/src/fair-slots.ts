import { ApiError } from './errors.ts'
import { mayStart, slotDealer } from './fair-share.ts'
import type { CompanyId } from './ids.ts'

export type FairSlots = ReturnType<typeof fairSlots>

type Waiting = { start: () => void; refuse: (error: unknown) => void }

/**
 * Shares a number of slots between companies. A company with many files never holds all slots, and the next
 * free slot goes to the company with the fewest slots. The queue is shared in the same way.
 */
export function fairSlots(slots: number, queueMax: number) {
  const deal = slotDealer()
  const running = new Map<CompanyId, number>()
  const queues = new Map<CompanyId, Waiting[]>()
  let free = slots
  let queued = 0

  function startNext() {
    for (const [companyId, count] of deal([...queues.keys()] as string[], free, running)) {
      const queue = queues.get(companyId as CompanyId)!
      for (const { start } of queue.splice(0, count)) {
        queued--
        take(companyId as CompanyId)
        start()
      }
      if (queue.length === 0) queues.delete(companyId as CompanyId)
    }
  }

  function take(companyId: CompanyId) {
    free--
    running.set(companyId, (running.get(companyId) ?? 0) + 1)
  }

  function release(companyId: CompanyId) {
    free++
    const left = running.get(companyId)! - 1
    if (left > 0) running.set(companyId, left)
    else running.delete(companyId)
    startNext()
  }

  return {
    /** @throws {ApiError} `unavailable` when the company's share of the queue is full. */
    async run<Result>(companyId: CompanyId, work: () => Promise<Result>): Promise<Result> {
      const queue = queues.get(companyId) ?? []
      if (!mayStart(queue.length, queueMax - queued)) throw new ApiError('unavailable')
      await new Promise<void>((start, refuse) => {
        queues.set(companyId, [...queue, { start, refuse }])
        queued++
        startNext()
      })
      try {
        return await work()
      } finally {
        release(companyId)
      }
    },

    close() {
      for (const { refuse } of [...queues.values()].flat()) refuse(new ApiError('unavailable'))
      queues.clear()
      queued = 0
    },
  }
}
