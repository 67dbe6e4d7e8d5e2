import { type CacheUse, cacheUse } from './cache-usage.ts'
import type { CacheVersions, ReadTimestamp } from './cache-versions.ts'
import { fairCache } from './fair-cache.ts'
import { weightOf } from './memory-size.ts'

export type VersionedCache<Value> = {
  /** What is as it was read; it counts as a hit. */
  find(key: string): Value | undefined
  /** The same, which counts only once it is used: `hit(since)`. */
  peek(key: string): { value: Value; since: ReadTimestamp } | undefined
  /** Counts as a hit what was read after that moment and is used once more, kept or not. */
  hit(since: ReadTimestamp): void
  /** Says that something is about to be read, and when: undefined where it may not be kept. */
  miss(): ReadTimestamp | undefined
  /** Whether so much is kept at all. */
  mayKeep(bytes: number): boolean
  /** Keeps what was read after that moment, unless it has changed meanwhile. */
  keep(key: string, read: Read<Value>): void
  /** Lets go of what can't be used any more, which else waits until it is asked for or its room is needed. */
  sweep(): void
  use(): CacheUse
}

type Read<Value> = {
  value: Value
  since: ReadTimestamp
  /** What it depends on. */
  keys: readonly string[]
  /** When it is over whatever happens. */
  endsAt?: Date | undefined
  /** Who pays for it. */
  owner: string
}

/** Values by a key, in so many bytes, each of which is used until something that it depends on changes (cache-versions.ts). */
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
