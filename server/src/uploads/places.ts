import { ApiError } from '../errors.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Upload } from './queries.ts'

/** Uploads of one company that come in at once. Whoever sends slowly holds a file, a connection, and a part of S3. */
const receivedAtOnceMax = 20

/** Keeps one company's slow connections from filling the server. Each node counts by itself. */
export function receivingPlaces() {
  const taken = new Map<CompanyId, Uuid[]>()

  /**
   * A request that takes over from one on the same upload needs no place of its own.
   * @returns what gives the place back.
   * @throws {ApiError} `unavailable`: clients of tus come again by themselves.
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
