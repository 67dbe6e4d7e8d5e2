import { ApiError } from '../../errors.ts'

/** When a resource was last changed; `revised_at` where the server's own doings move `updated_at` too. */
export type Revised = { updated_at: string | Date; revised_at?: string | Date }

/**
 * A resource's ETag is `"<revision>-<hash of the bytes>"`. The revision is the time of its last change, which never
 * stands still (`after`). `If-Match` compares revisions alone: the bytes also change when signed links are renewed,
 * a count moves or pictures are drawn, and nobody's edit is lost by that.
 */
export const revisionOf = ({ updated_at, revised_at = updated_at }: Revised) =>
  new Date(revised_at).getTime().toString(36)

/** Where an answer that shows one resource says which state of it. JSON leaves symbols out. */
export const revision = Symbol('revision')

/** What `If-Match` names (RFC 9110 §13.1.1): revisions, or any; undefined when it was not sent. */
export type IfMatch = ReadonlySet<string> | 'any' | undefined

export function ifMatchOf(header: string | undefined): IfMatch {
  if (header === undefined) return undefined
  if (header.trim() === '*') return 'any'
  // Proxies that compress an answer make its tag weak. The revision in it says the same.
  const tags = header.split(',').map((tag) => /^(?:W\/)?"([0-9a-z]+)-[^"]*"$/.exec(tag.trim())?.[1] ?? '')
  return new Set(tags)
}

/** Refuses with 412 when somebody changed the resource since the caller read it. */
export function assertUnchanged(ifMatch: IfMatch, resource: Revised) {
  if (ifMatch === undefined || ifMatch === 'any' || ifMatch.has(revisionOf(resource))) return
  throw new ApiError('changed_meanwhile')
}

/** The time of a change to what was last changed at `updatedAt`: now, or a millisecond later if the clock stands. */
export const after = (updatedAt: string | Date) =>
  new Date(Math.max(Date.now(), new Date(updatedAt).getTime() + 1))
