import type { CacheUse } from '../../cache/cache-usage.ts'
import { ageMsMax, type CacheVersions, peopleKey, type ReadTimestamp } from '../../cache/cache-versions.ts'
import { versionedCache } from '../../cache/versioned-cache.ts'
import { isUnavailable } from '../../db/unavailable.ts'
import type { CompanyId } from '../../ids.ts'
import type { AccessScope } from '../caller.ts'
import { type Answer, jsonType, privacy } from './response.ts'

/**
 * Answers as they left, bytes and ETag, by company and URL. They are answered again until the company changes, by the
 * rules of cache-versions.ts. Of a company's pages all callers see the same: what differs between them is not kept.
 */
export type PageCache = {
  find(companyId: CompanyId, url: string): Page | undefined
  /**
   * The page as it is in memory, else as it is read: once for all who ask meanwhile. Whoever asks after a change does not
   * wait for what began before it.
   */
  answer(asked: Asked, read: () => Promise<Reading>): Promise<Answer>
  sweep(): void
  use(): CacheUse
}

/** A page, and what it takes to answer it without asking whose it is. */
export type Page = {
  /** Its body is bytes. */
  answer: Answer
  fields: PageFields
  /** Of the endpoint. */
  route: string
  scope: AccessScope
}

/** Names and values alternate. Built once. Each time anew, they would be much of what must be collected again. */
type PageFields = { whole: readonly string[]; known: readonly string[] }

type Asked = { companyId: CompanyId; url: string; route: string; scope: AccessScope }

/** @param shownSince of when it shows everything at least, where that is before it was asked for. */
export type Reading = { answer: Answer; shownSince?: ReadTimestamp | undefined }

/** @param since undefined where it is for nobody else. */
type Read = { answer: Answer; since: ReadTimestamp | undefined }

/** A reading that is under way, since then. */
type Fill = { since: ReadTimestamp; read: Promise<Read> }

/** Longer URLs are rare, and would be a way to fill the cache. */
const urlLengthMax = 1_000

/** Linux gives a process 65,530 of them by default; some are of pages that are not collected yet. */
const mappingsMax = 8_192
/** In which memory is mapped. */
const mappedBytes = 4_096

/** What a company's pages depend on, wherever they are read. */
export const keysOfPages = (companyId: CompanyId): readonly string[] => [companyId, peopleKey]

export function pageCache(cacheVersions: CacheVersions, bytesMax: number): PageCache {
  const cache = versionedCache<Page>(cacheVersions, bytesMax)
  const fills = new Map<string, Fill>()
  const ownBytesMin = Math.max(16_384, bytesMax / mappingsMax)

  /** Not of the pool that small buffers share: one page would hold on to all of it. */
  function room(bytes: number): Buffer {
    if (bytes < ownBytesMin) return Buffer.allocUnsafeSlow(bytes)
    // Such a buffer is mapped by itself, and so goes back to the system with its page (docs/decisions/memory.md).
    const maxByteLength = Math.ceil(bytes / mappedBytes) * mappedBytes
    return Buffer.from(new ArrayBuffer(bytes, { maxByteLength }), 0, bytes)
  }

  function keep(
    { companyId, url, route, scope }: Asked,
    answer: Answer,
    since: ReadTimestamp | undefined,
  ): Read {
    const { status, body } = answer
    if (!since || status !== 200 || typeof body !== 'string') return { answer, since: undefined }
    const size = Buffer.byteLength(body)
    if (url.length > urlLengthMax || !cache.mayKeep(size)) return { answer, since }
    const bytes = room(size)
    bytes.write(body)
    const kept = { ...answer, body: bytes }
    const value = { answer: kept, fields: fieldsOf(answer, size), route, scope }
    cache.keep(keyOf(companyId, url), { value, since, keys: keysOfPages(companyId), owner: companyId })
    return { answer: kept, since }
  }

  /** The reading that is under way, where nothing has changed since it began. */
  function fillNow({ companyId, url }: Asked): Fill | undefined {
    const fill = fills.get(keyOf(companyId, url))
    return fill && cacheVersions.holds(fill.since, keysOfPages(companyId)) ? fill : undefined
  }

  /** What somebody else reads; undefined where that is nothing for who asks now. */
  async function join(fill: Fill): Promise<Answer | undefined> {
    const joined = cacheVersions.now()!
    const { answer, since } = await fill.read.catch((error): Partial<Read> => {
      // It would be the same for everybody. What else is wrong may be so for one caller alone.
      if (isUnavailable(error)) throw error
      return {}
    })
    // One of a replica may have been too old when it was joined.
    if (!since || !(cacheVersions.ageMs(since) - cacheVersions.ageMs(joined) < ageMsMax)) return undefined
    cache.hit(since)
    return answer
  }

  async function fill(asked: Asked, read: () => Promise<Reading>): Promise<Answer> {
    const key = keyOf(asked.companyId, asked.url)
    const since = cache.miss()
    const reading = read().then(({ answer, shownSince }) => keep(asked, answer, shownSince ?? since))
    const filling = since && { since, read: reading }
    if (filling) fills.set(key, filling)
    try {
      return (await reading).answer
    } finally {
      // Somebody may have begun after a change, for whom this one was too old.
      if (fills.get(key) === filling) fills.delete(key)
    }
  }

  const find = (companyId: CompanyId, url: string) => cache.find(keyOf(companyId, url))

  return {
    use: cache.use,
    sweep: cache.sweep,
    find,
    async answer(asked, read) {
      const kept = find(asked.companyId, asked.url)
      if (kept) return kept.answer
      const begun = fillNow(asked)
      // Nothing is waited for in between: who comes in the same moment finds what was begun.
      return (begun && (await join(begun))) ?? fill(asked, read)
    },
  }
}

const keyOf = (companyId: CompanyId, url: string) => `${companyId} ${url}`

const privateFields = Object.entries(privacy).flat()

/** @param size of its body. */
function fieldsOf({ headers, type = jsonType }: Answer, size: number): PageFields {
  const link = headers.Link === undefined ? [] : ['link', headers.Link]
  const known = ['etag', headers.ETag!, ...link, ...privateFields]
  return { whole: [...known, 'content-type', type, 'content-length', String(size)], known }
}
