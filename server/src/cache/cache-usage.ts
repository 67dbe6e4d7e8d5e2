import type { FairCache } from './fair-cache.ts'

export type CacheUse = {
  hits: number
  misses: number
  /** The sum of the ages of all hits. Divided by the number of hits, it is the mean age. */
  ageSeconds: number
  bytes: number
  entries: number
}

/** Counts the use of a cache. Uses no metrics library, because it runs for each request. */
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
