import type { FairCache } from './fair-cache.ts'

/** What metrics tell of a cache. */
export type CacheUse = {
  hits: number
  misses: number
  /** Of all that was found, together, when it was found: by the hits it is what answers were old. */
  ageSeconds: number
  bytes: number
  entries: number
}

/** Counts without a library's labels: it is done for each request. */
export function cacheUse(cache: Pick<FairCache<unknown>, 'bytes' | 'entries'>) {
  let [hits, misses, ageMs] = [0, 0, 0]
  return {
    hit(age: number) {
      hits += 1
      ageMs += age
    },
    miss() {
      misses += 1
    },
    read: (): CacheUse => ({
      hits,
      misses,
      ageSeconds: ageMs / 1000,
      bytes: cache.bytes,
      entries: cache.entries,
    }),
  }
}
