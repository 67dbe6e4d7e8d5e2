import { tooBusy } from './database-errors.ts'

/**
 * Maximum number of items that wait for one key. The next item is rejected, because it could not be processed
 * in time.
 */
const waitingMax = 1_000

/**
 * Runs a batch of work for one key and returns the outcome of each item.
 * @param take closes the batch at its first call and returns it; later calls return the same batch. The later
 *   the first call, the larger the batch.
 */
export type RunBatch<Work> = (key: string, take: () => Work[]) => Promise<PromiseSettledResult<unknown>[]>

/** @param run is the same in all calls. */
export type BatchQueue<Work> = (key: string, work: Work, run: RunBatch<Work>) => Promise<unknown>

/**
 * Work for one key runs in the order of its calls, and work for different keys runs concurrently. Items that
 * arrive while a batch runs form the next batch, so the first call never waits, and a busier key gets larger
 * batches. If `run` fails, the whole batch fails.
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
