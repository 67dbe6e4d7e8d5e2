import { epochCache } from '../cache/epoch-cache.ts'
import type { Epochs, Moment } from '../cache/epochs.ts'
import { peopleKey } from '../cache/follow.ts'
import type { CacheUse } from '../cache/use.ts'
import type { CompanyId } from '../ids.ts'
import type { Answer } from './answer.ts'
import type { AccessScope } from './caller.ts'

/**
 * Answers as they left, bytes and ETag, by company and URL. They are answered again until the company changes, by the
 * rules of epochs.ts. Of a company's pages all callers see the same: what differs between them is not kept.
 */
export type PageCache = {
  find(companyId: CompanyId, url: string): Page | undefined
  /** To be taken before a page is read that was not found. */
  miss(): Moment | undefined
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

/** Longer URLs are rare, and would be a way to fill the cache. */
const urlLengthMax = 1_000

/** What a company's pages depend on, wherever they are read. */
export const keysOfPages = (companyId: CompanyId): readonly string[] => [companyId, peopleKey]

export function pageCache(epochs: Epochs, bytesMax: number): PageCache {
  const cache = epochCache<Page>(epochs, bytesMax)
  const keyOf = (companyId: CompanyId, url: string) => `${companyId} ${url}`

  return {
    use: cache.use,
    miss: cache.miss,
    find: (companyId, url) => cache.find(keyOf(companyId, url)),
    keep({ companyId, url, route, scope }, answer, since) {
      const { status, body } = answer
      if (!since || status !== 200 || typeof body !== 'string' || url.length > urlLengthMax) return answer
      // Not of the pool that small buffers share: one page would hold on to all of it.
      const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
      bytes.write(body)
      const kept = { ...answer, body: bytes }
      cache.keep(keyOf(companyId, url), {
        value: { answer: kept, route, scope },
        since,
        keys: keysOfPages(companyId),
        owner: companyId,
        bytes: bytes.length,
      })
      return kept
    },
  }
}
