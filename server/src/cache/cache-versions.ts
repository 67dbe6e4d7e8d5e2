import { randomUUID } from 'node:crypto'

/** Maximum age of a cached read, which limits how long a lost notification can leave it stale. */
export const ageMsMax = 5_000

/** The key of every page that shows people's names. */
export const peopleKey = 'people'

/** A time that is recorded before a read. */
export type ReadTimestamp = {
  /** The number of invalidations that this node had seen at that time. */
  readonly count: number
  readonly monotonic: number
  readonly wall: number
}

/**
 * Invalidation of cached reads. A read depends on keys, such as the company whose rows it shows or the client whose
 * token it is. A change invalidates its key and thereby every read with an older timestamp. A read that races with a
 * change has an older timestamp, so it is never used, however late it ends.
 */
export type CacheVersions = {
  /** Identifies this node in notifications. */
  readonly node: string
  /** Call this before the read. Undefined while the subscription is lost, when nothing can be cached. */
  now(): ReadTimestamp | undefined
  /**
   * Whether a read of that time is still valid, because none of its keys was invalidated since then and the
   * subscription is up.
   */
  holds(since: ReadTimestamp, keys: readonly string[]): boolean
  ageMs(since: ReadTimestamp): number
  invalidate(key: string): void
  /** Invalidates all earlier reads, because notifications may have been lost. */
  invalidateAll(): void
}

export type Clock = { monotonic(): number; wall(): number }

const clockOfMachine: Clock = { monotonic: () => performance.now(), wall: () => Date.now() }

/** @param isListening returns whether notifications of other nodes arrive. */
export function createCacheVersions(isListening: () => boolean, clock = clockOfMachine): CacheVersions {
  let count = 0
  let allInvalidatedAt = 0
  // Older reads are invalid by their age alone, so older invalidated keys need not be remembered.
  let recent = new Map<string, number>()
  let previous = new Map<string, number>()
  let rotatedAt = clock.monotonic()

  const invalidatedAt = (key: string) => recent.get(key) ?? previous.get(key) ?? 0

  // Only the wall clock includes the time that a machine sleeps, and only the monotonic clock is never set back.
  function ageMs({ monotonic, wall }: ReadTimestamp) {
    const passed = clock.wall() - wall
    return passed < 0 ? Number.POSITIVE_INFINITY : Math.max(passed, clock.monotonic() - monotonic)
  }

  return {
    node: randomUUID(),
    ageMs,
    now: () => (isListening() ? { count, monotonic: clock.monotonic(), wall: clock.wall() } : undefined),
    holds(since, keys) {
      if (!isListening() || since.count < allInvalidatedAt || ageMs(since) >= ageMsMax) return false
      for (const key of keys) if (since.count < invalidatedAt(key)) return false
      return true
    },
    invalidate(key) {
      if (clock.monotonic() - rotatedAt > ageMsMax) {
        previous = recent
        recent = new Map()
        rotatedAt = clock.monotonic()
      }
      count += 1
      recent.set(key, count)
    },
    invalidateAll() {
      count += 1
      allInvalidatedAt = count
      recent.clear()
      previous.clear()
    },
  }
}
