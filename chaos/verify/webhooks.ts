import { isDeepStrictEqual } from 'node:util'
import { until } from '../../server/test/support/until.ts'
import type { Ledger } from '../load/ledger.ts'
import type { Receiver } from '../load/receiver.ts'
import type { Target } from '../load/writer.ts'
import { type Change, wholeFeed } from './feed.ts'

/**
 * The maximum wait for a message. A delivery that was in progress when the process died is retried when its
 * claim and its job expire, which takes minutes.
 */
export const sentMsMax = 420_000

/**
 * Verifies that the receiver gets every change since its registration exactly once by message ID, and nothing
 * else.
 * @param withinMs how long to wait for pending messages. If undefined, only messages that have arrived are
 * checked.
 */
export async function verifyWebhooks(
  target: Target,
  { webhookId, taken }: Receiver,
  { problems }: Ledger,
  withinMs: number | undefined,
) {
  if (withinMs !== undefined) {
    const feed = await wholeFeed(target)
    const since = feed.findIndex(({ resource_id }) => resource_id === webhookId)
    const due = feed.slice(since + 1).filter(({ resource_id }) => resource_id !== webhookId)
    const missing = () => {
      const told = new Set(changesOf(taken).map(([, { seq }]) => seq))
      return due.filter(({ seq }) => !told.has(seq))
    }
    await until('every change is delivered', () => missing().length === 0, withinMs).catch(() => {
      const { seq, type } = missing()[0]!
      problems.push(`${missing().length} changes were never delivered to the receiver: ${seq}, ${type} …`)
    })
  }
  const told = changesOf(taken)
  const changes = new Map((await wholeFeed(target)).map((change) => [change.seq, change]))
  const ids = new Map<number, string>()
  for (const [id, change] of told) {
    if (!isDeepStrictEqual(changes.get(change.seq), change))
      problems.push(`The message ${id} has a change that did not happen: ${JSON.stringify(change)}`)
    const other = ids.get(change.seq)
    if (other !== undefined) problems.push(`The messages ${other} and ${id} have the same change.`)
    ids.set(change.seq, id)
  }
}

const changesOf = (taken: Receiver['taken']): [id: string, Change][] =>
  [...taken].map(([id, body]) => [id, JSON.parse(body).data])
