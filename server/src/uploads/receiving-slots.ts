import { ApiError } from '../errors.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Upload } from './queries.ts'

/**
 * Maximum number of uploads that one company sends concurrently. A slow sender holds a file, a connection, and an
 * S3 part.
 */
const receivedAtOnceMax = 20

/** Keeps one company's slow connections from filling the server. Each node counts separately. */
export function receivingPlaces() {
  const taken = new Map<CompanyId, Uuid[]>()

  /**
   * Takes a slot. A request that replaces another request for the same upload needs no additional slot.
   * @returns a function that releases the slot.
   * @throws {ApiError} `unavailable`, after which tus clients retry automatically.
   */
  return ({ companyId, id }: Upload): (() => void) => {
    const ids = taken.get(companyId) ?? []
    if (!ids.includes(id) && new Set(ids).size >= receivedAtOnceMax) throw new ApiError('unavailable')
    taken.set(companyId, ids)
    ids.push(id)
    return () => {
      ids.splice(ids.indexOf(id), 1)
      if (ids.length === 0) taken.delete(companyId)
    }
  }
}
