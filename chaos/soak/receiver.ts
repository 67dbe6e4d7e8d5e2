import { text as textOf } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { source } from '../../server/test/support/imports.ts'
import { asked } from '../load/kinds.ts'
import { metricsNow } from './samples.ts'
import type { SoakTarget } from './weighted-request.ts'

/** Maximum time after the load in which its last changes must be delivered. */
const toldWithinMs = 60_000
const lookMs = 200
const pageSize = 1_000

export type Receiver = {
  messages(): number
  /** Number of changes without a message so far. */
  untold(): Promise<number>
  /**
   * Returns the differences between the change feed and the messages once all are delivered, one sentence
   * each.
   */
  faults(): Promise<string[]>
}

/** A webhook receiver that gets every change from now on. */
export async function openReceiver(target: SoakTarget): Promise<Receiver> {
  const told = new Map<number, number>()
  const { url } = await source(async (request, response) => {
    const { seq } = JSON.parse(await textOf(request)).data
    told.set(seq, (told.get(seq) ?? 0) + 1)
    response.writeHead(204).end()
  })
  const call = (method: string, path: string, json?: object) => askedFor(target, method, path, json)
  await call('POST', '/api/webhooks', { url })
  const newest = async () => (await call('GET', '/api/changes?since=latest')).meta.next as number
  const first = await newest()

  async function changes(): Promise<number[]> {
    const seqs: number[] = []
    for (let since = first, more = true; more; ) {
      const { data, meta } = await call('GET', `/api/changes?since=${since}&per_page=${pageSize}`)
      for (const { seq } of data) seqs.push(seq)
      since = meta.next
      more = meta.more
    }
    return seqs
  }

  const untold = async () => (await newest()) - first - told.size
  return {
    messages: () => [...told.values()].reduce((sum, times) => sum + times, 0),
    untold,
    async faults() {
      for (const end = performance.now() + toldWithinMs; performance.now() < end; await wait(lookMs))
        if ((await untold()) <= 0) break
      const attempts = await metricsNow(target.url)
      const failed = attempts('atelier_webhook_attempts_total', ({ outcome }) => outcome !== 'delivered')
      return faultsOfMessages(await changes(), told, failed)
    },
  }
}

/**
 * @param changes the sequence numbers in the feed.
 * @param told how often a message arrived, by sequence number.
 * @param failedAttempts the failed attempts. Each allows a message to arrive once more.
 */
export function faultsOfMessages(
  changes: readonly number[],
  told: ReadonlyMap<number, number>,
  failedAttempts: number,
): string[] {
  const faults: string[] = []
  const untold = changes.filter((seq) => !told.has(seq))
  if (changes.length === 0) faults.push('There was no change to deliver to a webhook.')
  if (untold.length > 0)
    faults.push(
      `${untold.length} of ${changes.length} changes were not delivered to the webhook, starting with ${untold[0]}.`,
    )
  const known = new Set(changes)
  const strange = [...told.keys()].filter((seq) => !known.has(seq))
  if (strange.length > 0)
    faults.push(
      `${strange.length} changes were delivered to the webhook but are not in the feed, starting with ${strange[0]}.`,
    )
  const again = [...told.values()].reduce((sum, times) => sum + times - 1, 0)
  if (again > failedAttempts)
    faults.push(`${again} messages were repeated, but only ${failedAttempts} attempts had failed.`)
  return faults
}

async function askedFor(target: SoakTarget, method: string, path: string, json?: object) {
  const { status, text, body } = await asked(target, target.token, method, path, json)
  if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${text}`)
  return body
}
