import type { Epochs, Moment } from '../cache/epochs.ts'
import { fairCache } from '../cache/fair-cache.ts'
import { peopleKey } from '../cache/follow.ts'
import { type CacheUse, cacheUse } from '../cache/use.ts'
import type { CompanyId } from '../ids.ts'
import type { Answer } from './answer.ts'

/**
 * Answers as they left, bytes and ETag, by company and URL. They are answered again until the company changes, by the
 * rules of epochs.ts. Of a company's pages all callers see the same: what differs between them is not kept.
 */
export type PageCache = {
  find(companyId: CompanyId, url: string): Answer | undefined
  /** To be taken before the page is read. */
  now(): Moment | undefined
  /** @returns the answer as it is kept. */
  keep(companyId: CompanyId, url: string, answer: Answer, since: Moment | undefined): Answer
  use(): CacheUse
}

type Page = { answer: Answer; since: Moment; keys: readonly string[] }

/** Longer URLs are rare, and would be a way to fill the cache. */
const urlLengthMax = 1_000

export function pageCache(epochs: Epochs, bytesMax: number): PageCache {
  const pages = fairCache<Page>(bytesMax)
  const use = cacheUse(pages)
  const keyOf = (companyId: CompanyId, url: string) => `${companyId} ${url}`

  return {
    use: use.read,
    now: epochs.now,
    find(companyId, url) {
      const key = keyOf(companyId, url)
      const page = pages.get(key)
      if (page && epochs.holds(page.since, page.keys)) {
        use.hit(epochs.ageMs(page.since))
        return page.answer
      }
      if (page) pages.delete(key)
      use.miss()
      return undefined
    },
    keep(companyId, url, answer, since) {
      const { status, body } = answer
      if (!since || status !== 200 || typeof body !== 'string' || url.length > urlLengthMax) return answer
      const keys = [companyId, peopleKey]
      // Not of the pool that small buffers share: one page would hold on to all of it.
      const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
      bytes.write(body)
      const kept = { ...answer, body: bytes }
      if (epochs.holds(since, keys))
        pages.set(keyOf(companyId, url), companyId, { answer: kept, since, keys }, bytes.length)
      return kept
    },
  }
}
