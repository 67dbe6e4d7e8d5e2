import type { Epochs, Moment } from '../cache/epochs.ts'
import { fairCache } from '../cache/fair-cache.ts'
import { peopleKey } from '../cache/follow.ts'
import { type CacheUse, cacheUse } from '../cache/use.ts'
import type { CompanyId } from '../ids.ts'
import type { Answer } from './answer.ts'
import type { AccessScope } from './caller.ts'

/**
 * Answers as they left, bytes and ETag, by company and URL. They are answered again until the company changes, by the
 * rules of epochs.ts. Of a company's pages all callers see the same: what differs between them is not kept.
 */
export type PageCache = {
  find(companyId: CompanyId, url: string): Page | undefined
  /** To be taken before the page is read. */
  now(): Moment | undefined
  /** @returns the answer as it is kept. */
  keep(asked: Asked, answer: Answer, since: Moment | undefined): Answer
  use(): CacheUse
}

/** A page, and what it takes to answer it without asking whose it is. */
export type Page = {
  /** Its body is bytes. */
  answer: Answer
  /** Of the endpoint. */
  route: string
  scope: AccessScope
}

type Asked = { companyId: CompanyId; url: string; route: string; scope: AccessScope }

type Kept = { page: Page; since: Moment; keys: readonly string[] }

/** Longer URLs are rare, and would be a way to fill the cache. */
const urlLengthMax = 1_000

/** What a company's pages depend on, wherever they are read. */
export const keysOfPages = (companyId: CompanyId): readonly string[] => [companyId, peopleKey]

export function pageCache(epochs: Epochs, bytesMax: number): PageCache {
  const pages = fairCache<Kept>(bytesMax)
  const use = cacheUse(pages)
  const keyOf = (companyId: CompanyId, url: string) => `${companyId} ${url}`

  return {
    use: use.read,
    now: epochs.now,
    find(companyId, url) {
      const key = keyOf(companyId, url)
      const kept = pages.get(key)
      if (!kept) return undefined
      if (epochs.holds(kept.since, kept.keys)) {
        use.hit(epochs.ageMs(kept.since))
        return kept.page
      }
      pages.delete(key)
      return undefined
    },
    keep({ companyId, url, route, scope }, answer, since) {
      use.miss()
      const { status, body } = answer
      if (!since || status !== 200 || typeof body !== 'string' || url.length > urlLengthMax) return answer
      const keys = keysOfPages(companyId)
      // Not of the pool that small buffers share: one page would hold on to all of it.
      const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
      bytes.write(body)
      const kept = { ...answer, body: bytes }
      if (epochs.holds(since, keys))
        pages.set(
          keyOf(companyId, url),
          companyId,
          { page: { answer: kept, route, scope }, since, keys },
          bytes.length,
        )
      return kept
    },
  }
}
