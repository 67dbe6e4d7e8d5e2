import { ApiError } from './errors.ts'

/**
 * A resource's ETag is `"<revision>-<hash of the bytes>"`. The revision is the time of its last change, which never
 * stands still (`after`). `If-Match` compares revisions alone: the bytes also change when signed links are renewed
 * or a count moves, and nobody's edit is lost by that.
 */
export const revisionOf = (updatedAt: string | Date) => new Date(updatedAt).getTime().toString(36)

/** What `If-Match` names (RFC 9110 §13.1.1): revisions, or any; undefined when it was not sent. */
export type IfMatch = ReadonlySet<string> | 'any' | undefined

export function ifMatchOf(header: string | undefined): IfMatch {
  if (header === undefined) return undefined
  if (header.trim() === '*') return 'any'
  // A weak tag never matches here.
  const tags = header.split(',').map((tag) => /^"([0-9a-z]+)-[^"]*"$/.exec(tag.trim())?.[1] ?? '')
  return new Set(tags)
}

/** Refuses with 412 when somebody changed the resource since the caller read it. */
export function assertUnchanged(ifMatch: IfMatch, updatedAt: string | Date) {
  if (ifMatch === undefined || ifMatch === 'any' || ifMatch.has(revisionOf(updatedAt))) return
  throw new ApiError('changed_meanwhile')
}

/** The time of a change to what was last changed at `updatedAt`: now, or a millisecond later if the clock stands. */
export const after = (updatedAt: string | Date) =>
  new Date(Math.max(Date.now(), new Date(updatedAt).getTime() + 1))
