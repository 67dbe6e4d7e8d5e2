import { ApiError } from '../../errors.ts'

/**
 * When a resource was last changed. `revised_at` is used if rendering also updates `updated_at`.
 */
export type Revised = { updated_at: string | Date; revised_at?: string | Date }

/**
 * A resource's ETag is `"<revision>-<hash of the bytes>"`. The revision is the time of its last change, which
 * always increases (`after`). `If-Match` compares only revisions, because the bytes also change when signed
 * links are renewed, a counter changes or renditions are created, which does not affect edits.
 */
export const revisionOf = ({ updated_at, revised_at = updated_at }: Revised) =>
  new Date(revised_at).getTime().toString(36)

/** The revision of a response with a single resource. JSON omits symbols. */
export const revision = Symbol('revision')

/** The parsed `If-Match` (RFC 9110 §13.1.1): revisions, or any. Undefined if the header was not sent. */
export type IfMatch = ReadonlySet<string> | 'any' | undefined

export function ifMatchOf(header: string | undefined): IfMatch {
  if (header === undefined) return undefined
  if (header.trim() === '*') return 'any'
  // Proxies that compress a response make its tag weak. The revision in the tag stays the same.
  const tags = header.split(',').map((tag) => /^(?:W\/)?"([0-9a-z]+)-[^"]*"$/.exec(tag.trim())?.[1] ?? '')
  return new Set(tags)
}

/** @throws {ApiError} `precondition_failed` if the resource has changed since the caller read it. */
export function assertUnchanged(ifMatch: IfMatch, resource: Revised) {
  if (ifMatch === undefined || ifMatch === 'any' || ifMatch.has(revisionOf(resource))) return
  throw new ApiError('changed_meanwhile')
}

/**
 * Returns the time of a change: now, or one millisecond after `updatedAt` if the clock has not advanced.
 */
export const after = (updatedAt: string | Date) =>
  new Date(Math.max(Date.now(), new Date(updatedAt).getTime() + 1))
