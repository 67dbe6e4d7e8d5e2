import { text as textOf } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { source } from '../../server/test/support/imports.ts'
import { asked } from '../load/kinds.ts'
import { metricsNow } from './samples.ts'
import type { SoakTarget } from './weighted-request.ts'

/** What was under way when the load ended is told of within this. */
const toldWithinMs = 60_000
const lookMs = 200
const pageSize = 1_000

export type Receiver = {
  /** How many messages have come. */
  messages(): number
  /** Changes of which no message has come yet. */
  untold(): Promise<number>
  /** What the change feed and the messages differ in, once no more is to come, a sentence each. */
  faults(): Promise<string[]>
}

/** Somebody's server, which is told of every change from now on. */
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
 * @param changes their numbers in the feed.
 * @param told how often a message has come, by the number of its change.
 * @param failedAttempts after each of which a message may have come again.
 */
export function faultsOfMessages(
  changes: readonly number[],
  told: ReadonlyMap<number, number>,
  failedAttempts: number,
): string[] {
  const faults: string[] = []
  const untold = changes.filter((seq) => !told.has(seq))
  if (changes.length === 0) faults.push('Nothing changed of which a webhook could be told.')
  if (untold.length > 0)
    faults.push(
      `No webhook was told of ${untold.length} of ${changes.length} changes, first of ${untold[0]}.`,
    )
  const known = new Set(changes)
  const strange = [...told.keys()].filter((seq) => !known.has(seq))
  if (strange.length > 0)
    faults.push(
      `A webhook was told of ${strange.length} changes that are not in the feed, first of ${strange[0]}.`,
    )
  const again = [...told.values()].reduce((sum, times) => sum + times - 1, 0)
  if (again > failedAttempts)
    faults.push(`${again} messages came again, and only ${failedAttempts} attempts had failed.`)
  return faults
}

async function askedFor(target: SoakTarget, method: string, path: string, json?: object) {
  const { status, text, body } = await asked(target, target.token, method, path, json)
  if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text}`)
  return body
}
