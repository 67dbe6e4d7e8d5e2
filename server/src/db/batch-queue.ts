import { tooBusy } from './unavailable.ts'

/** Waiting for one key; the next is rejected, since it would not be answered in time. */
const waitingMax = 1_000

/**
 * Runs a batch of work of one key, and returns the outcome of each.
 * @param take ends the gathering at its first call and returns the batch, then and later. The later, the larger.
 */
export type RunBatch<Work> = (key: string, take: () => Work[]) => Promise<PromiseSettledResult<unknown>[]>

/** @param run is the same in all calls. */
export type BatchQueue<Work> = (key: string, work: Work, run: RunBatch<Work>) => Promise<unknown>

/**
 * Work of one key runs in the order of its calls, work of two keys at once. What gathers while a batch runs is the next
 * batch: the first call never waits, and the busier a key is, the larger its batches. If `run` fails, the whole batch
 * fails.
 */
export function batchQueue<Work>(batchMax: number): BatchQueue<Work> {
  type Waiting = PromiseWithResolvers<unknown> & { work: Work }
  const queues = new Map<string, Waiting[]>()

  async function serve(key: string, queue: Waiting[], run: RunBatch<Work>) {
    while (queue.length > 0) {
      let batch: Waiting[] | undefined
      const take = () => {
        batch ??= queue.splice(0, batchMax)
        return batch.map(({ work }) => work)
      }
      const outcomes = await run(key, take).catch((reason) =>
        take().map(() => ({ status: 'rejected' as const, reason })),
      )
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') batch![index]!.resolve(outcome.value)
        else batch![index]!.reject(outcome.reason)
      }
    }
    queues.delete(key)
  }

  return (key, work, run) => {
    const waiting = { ...Promise.withResolvers<unknown>(), work }
    const queue = queues.get(key)
    if (queue === undefined) {
      const started = [waiting]
      queues.set(key, started)
      void serve(key, started, run)
    } else if (queue.length >= waitingMax) waiting.reject(tooBusy('Too many changes are waiting.'))
    else queue.push(waiting)
    return waiting.promise
  }
}
