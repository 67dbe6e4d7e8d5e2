import type { Ledger } from '../load/ledger.ts'
import type { Target } from '../load/writer.ts'
import { readerOf } from './reader.ts'

export type Change = { seq: number; type: string; resource_id: string; request_id: string | null }

const pageSize = 1_000

/**
 * Verifies that the feed has each acknowledged change exactly once, in the order of its writer, and has no
 * gaps in the numbers.
 */
export async function verifyFeed(target: Target, { told, problems }: Ledger) {
  const feed = await wholeFeed(target)
  // The first numbers belong to changes of the company's clients, which the API does not show.
  const first = feed[0]?.seq ?? 0
  const gap = feed.findIndex(({ seq }, place) => seq !== first + place)
  if (gap !== -1) problems.push(`The feed has ${feed[gap]!.seq} instead of ${first + gap}.`)

  const places = new Map<string, number[]>()
  const put = (key: string, seq: number) => places.set(key, [...(places.get(key) ?? []), seq])
  for (const { seq, type, resource_id, request_id } of feed) {
    const verb = type.split('.').at(-1)
    put(`${resource_id} ${verb} ${request_id}`, seq)
    if (verb === 'created') put(`${resource_id} created`, seq)
  }

  const newest = new Map<string, number>()
  for (const { writer, id, verb, requestId } of told) {
    const key = requestId === undefined ? `${id} ${verb}` : `${id} ${verb} ${requestId}`
    const found = places.get(key) ?? []
    if (found.length !== 1) problems.push(`The feed has ${found.length} changes for ${key}.`)
    const [seq] = found
    if (seq === undefined) continue
    if (seq <= (newest.get(writer) ?? 0) && requestId !== undefined)
      problems.push(`The feed has ${key} before an earlier change of the same writer.`)
    newest.set(writer, seq)
  }
  for (const [key, found] of places)
    if (key.endsWith(' created') && found.length > 1)
      problems.push(`The feed has ${found.length} changes for ${key}.`)
}

/** Reads every change of the company, oldest first. */
export async function wholeFeed(target: Target): Promise<Change[]> {
  const { get } = readerOf(target)
  const feed: Change[] = []
  for (let since = 0; ; ) {
    const { status, body, text } = await get(`/api/changes?since=${since}&per_page=${pageSize}`)
    if (status !== 200) throw new Error(`The feed returned ${status}: ${text}`)
    feed.push(...body.data)
    if (!body.meta.more) return feed
    since = body.meta.next
  }
}
