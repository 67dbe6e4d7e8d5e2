import { type CacheUse, cacheUse } from './cache-usage.ts'
import type { CacheVersions, ReadTimestamp } from './cache-versions.ts'
import { fairCache } from './fair-cache.ts'
import { weightOf } from './memory-size.ts'

export type VersionedCache<Value> = {
  /** Finds a value that is still valid, and counts a hit. */
  find(key: string): Value | undefined
  /** Like `find`, but counts a hit only when `hit(since)` is called. */
  peek(key: string): { value: Value; since: ReadTimestamp; endsAt?: Date | undefined } | undefined
  /** Counts a hit on a value that was read at that time, cached or not. */
  hit(since: ReadTimestamp): void
  /**
   * Counts a miss and returns the timestamp for the read. Undefined if the result of the read must not be
   * cached.
   */
  miss(): ReadTimestamp | undefined
  /** Whether a value of this size is cached at all. */
  mayKeep(bytes: number): boolean
  /** Caches a value unless it was invalidated after the timestamp. */
  keep(key: string, read: Read<Value>): void
  /** Evicts invalid entries, which otherwise stay until they are requested or their memory is needed. */
  sweep(): void
  use(): CacheUse
}

type Read<Value> = {
  value: Value
  since: ReadTimestamp
  /** The keys that invalidate the value. */
  keys: readonly string[]
  endsAt?: Date | undefined
  /** The tenant whose share the entry counts towards. */
  owner: string
}

/**
 * A cache with a limit in bytes. Values stay valid until one of their keys is invalidated
 * (cache-versions.ts).
 */
export function versionedCache<Value>(cacheVersions: CacheVersions, bytesMax: number): VersionedCache<Value> {
  const kept = fairCache<Read<Value>>(bytesMax)
  const use = cacheUse(kept)
  const isGood = ({ since, keys, endsAt }: Read<Value>) =>
    cacheVersions.holds(since, keys) && !(endsAt && endsAt.getTime() <= Date.now())

  const hit = (since: ReadTimestamp) => use.hit(cacheVersions.ageMs(since))

  function peek(key: string) {
    const read = kept.get(key)
    if (!read || isGood(read)) return read
    kept.delete(key)
    return undefined
  }

  return {
    hit,
    peek,
    use: use.read,
    find(key) {
      const read = peek(key)
      if (read) hit(read.since)
      return read?.value
    },
    miss() {
      use.miss()
      return cacheVersions.now()
    },
    mayKeep: (bytes) => bytes < kept.entryBytesMax,
    keep(key, read) {
      if (cacheVersions.holds(read.since, read.keys)) kept.set(key, read.owner, read, weightOf(read))
    },
    sweep: () => kept.sweep((read) => !isGood(read)),
  }
}
