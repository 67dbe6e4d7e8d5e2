import type { CacheUse } from '../../cache/cache-usage.ts'
import { ageMsMax, type CacheVersions, peopleKey, type ReadTimestamp } from '../../cache/cache-versions.ts'
import { versionedCache } from '../../cache/versioned-cache.ts'
import { isUnavailable } from '../../db/database-errors.ts'
import type { CompanyId } from '../../ids.ts'
import type { AccessScope } from '../caller.ts'
import { compress, compressedBytesMin, compressedTag, type Encoding } from './compression.ts'
import { type Answer, jsonType, privacyOf } from './response.ts'

/**
 * Complete responses, bytes and ETag, by company and URL. They are served until the company changes, by the
 * rules of cache-versions.ts. All callers of a company see the same pages, so responses that differ between
 * callers are not cached.
 */
export type PageCache = {
  /** Returns undefined also for a page that has not been compressed with this encoding yet. */
  find(companyId: CompanyId, url: string, encoding?: Encoding): Page | undefined
  /**
   * The cached page, or a fresh read that concurrent requests share. A request after a change does not join a read that
   * started before the change.
   */
  answer(asked: Asked, read: () => Promise<Reading>): Promise<Answer>
  sweep(): void
  use(): CacheUse
}

/** A page, with the data to serve it without looking up the caller's company. */
export type Page = {
  /**
   * The body is a buffer, compressed if `Content-Encoding` says so. Its `ETag` is always that of the
   * uncompressed page.
   */
  answer: Answer
  fields: PageFields
  isUntranslated: boolean
  route: string
  scopes: readonly AccessScope[]
}

/**
 * Alternating names and values, built once, because building them for each response would cause much of the garbage
 * collection. `known` is for a 304, which repeats the ETag of the request.
 */
type PageFields = { tag: string; whole: readonly string[]; known: readonly string[] }

/**
 * @param encoding the coding that the client prefers. @param languages the languages that the client prefers,
 * from `languagesAsked`. Requests that differ only in how they write them share a page.
 */
type Asked = {
  companyId: CompanyId
  url: string
  languages?: readonly string[]
  route: string
  scopes: readonly AccessScope[]
  encoding?: Encoding | undefined
}

/**
 * @param shownSince the age limit of the data, if that is before the request.
 * @param changesAt the time at which the page changes without a change of the company.
 */
export type Reading = {
  answer: Answer
  shownSince?: ReadTimestamp | undefined
  changesAt?: Date | undefined
  isUntranslated?: boolean
}

/** @param since undefined if no other request can use the read. */
type Read = {
  answer: Answer
  since: ReadTimestamp | undefined
  endsAt?: Date | undefined
  isUntranslated?: boolean
}

const isOver = ({ endsAt }: Pick<Read, 'endsAt'>) => endsAt !== undefined && endsAt.getTime() <= Date.now()

type Fill = { since: ReadTimestamp; read: Promise<Read> }

/** Maximum length of a cached URL. Longer URLs are rare, and could be used to fill the cache. */
const urlLengthMax = 1_000

/**
 * Maximum number of memory mappings. Linux allows a process 65,530 by default, and some belong to pages that
 * are not garbage-collected yet.
 */
const mappingsMax = 8_192
const mappedBytes = 4_096

export const keysOfPages = (companyId: CompanyId): readonly string[] => [companyId, peopleKey]

export function pageCache(cacheVersions: CacheVersions, bytesMax: number): PageCache {
  const cache = versionedCache<Page>(cacheVersions, bytesMax)
  const fills = new Map<string, Fill>()
  /** Pages that are being compressed, with the uncompressed page. */
  const compressions = new Map<string, { plain: Answer; compressed: Promise<Answer> }>()
  const ownBytesMin = Math.max(16_384, bytesMax / mappingsMax)

  /**
   * The buffer is not allocated from the pool for small buffers, because one page would keep the whole pool
   * alive.
   */
  function room(bytes: number): Buffer {
    if (bytes < ownBytesMin) return Buffer.allocUnsafeSlow(bytes)
    // Such a buffer has its own mapping, so its memory returns to the system (docs/decisions/memory.md).
    const maxByteLength = Math.ceil(bytes / mappedBytes) * mappedBytes
    return Buffer.from(new ArrayBuffer(bytes, { maxByteLength }), 0, bytes)
  }

  function keep(
    asked: Asked,
    { answer, changesAt: endsAt, isUntranslated = false }: Reading,
    since: ReadTimestamp | undefined,
  ): Read {
    const { companyId, url, route, scopes } = asked
    const { status, body } = answer
    if (!since || status !== 200 || typeof body !== 'string' || isOver({ endsAt }))
      return { answer, since: undefined }
    const size = Buffer.byteLength(body)
    if (url.length > urlLengthMax || !cache.mayKeep(size)) return { answer, since, endsAt }
    const bytes = room(size)
    bytes.write(body)
    const kept = { ...answer, body: bytes }
    const value = { answer: kept, fields: fieldsOf(kept, size), isUntranslated, route, scopes }
    cache.keep(keyOf(isUntranslated ? inAnyLanguage(asked) : asked), {
      value,
      since,
      endsAt,
      keys: keysOfPages(companyId),
      owner: companyId,
    })
    return { answer: kept, since, endsAt, isUntranslated }
  }

  /** Compresses once for concurrent requests. Short pages stay uncompressed. */
  async function inEncoding(asked: Asked, encoding: Encoding, plain: Read): Promise<Answer> {
    const { body } = plain.answer
    const { since, endsAt, isUntranslated = false } = plain
    // A response that is not cached is compressed when it is sent.
    if (!since || !Buffer.isBuffer(body) || body.length < compressedBytesMin) return plain.answer
    const key = keyOf(asked, encoding)
    const running = compressions.get(key)
    if (running?.plain === plain.answer) return running.compressed
    const compressed = compress(body, encoding).then((bytes) =>
      keepCompressed(asked, encoding, plain.answer, bytes, { since, endsAt }, isUntranslated),
    )
    const begun = { plain: plain.answer, compressed }
    compressions.set(key, begun)
    try {
      return await compressed
    } finally {
      if (compressions.get(key) === begun) compressions.delete(key)
    }
  }

  function keepCompressed(
    asked: Asked,
    encoding: Encoding,
    plain: Answer,
    compressed: Buffer,
    times: { since: ReadTimestamp; endsAt: Date | undefined },
    isUntranslated: boolean,
  ): Answer {
    const { companyId, route, scopes } = asked
    const bytes = room(compressed.length)
    compressed.copy(bytes)
    const answer = { ...plain, headers: { ...plain.headers, 'Content-Encoding': encoding }, body: bytes }
    if (!cache.mayKeep(bytes.length)) return answer
    const value = {
      answer,
      fields: fieldsOf(answer, bytes.length, encoding),
      isUntranslated,
      route,
      scopes,
    }
    cache.keep(keyOf(isUntranslated ? inAnyLanguage(asked) : asked, encoding), {
      value,
      ...times,
      keys: keysOfPages(companyId),
      owner: companyId,
    })
    return answer
  }

  function fillNow(asked: Asked): Fill | undefined {
    const fill = fills.get(keyOf(asked))
    return fill && cacheVersions.holds(fill.since, keysOfPages(asked.companyId)) ? fill : undefined
  }

  /** Waits for another request's read. Undefined if the read is not valid for this request. */
  async function join(fill: Fill): Promise<Read | undefined> {
    const joined = cacheVersions.now()!
    const { answer, since, endsAt, isUntranslated } = await fill.read.catch((error): Partial<Read> => {
      // This error affects every request. Other errors may affect only one caller.
      if (isUnavailable(error)) throw error
      return {}
    })
    // A replica's read may already have been too old when this request joined it.
    if (
      !since ||
      isOver({ endsAt }) ||
      !(cacheVersions.ageMs(since) - cacheVersions.ageMs(joined) < ageMsMax)
    )
      return undefined
    cache.hit(since)
    return { answer: answer!, since, endsAt, isUntranslated: isUntranslated === true }
  }

  async function fill(asked: Asked, read: () => Promise<Reading>): Promise<Read> {
    const key = keyOf(asked)
    const since = cache.miss()
    const reading = read().then((found) => keep(asked, found, found.shownSince ?? since))
    const filling = since && { since, read: reading }
    if (filling) fills.set(key, filling)
    try {
      return await reading
    } finally {
      // Another read may have replaced this one because it was too old.
      if (fills.get(key) === filling) fills.delete(key)
    }
  }

  const find = (asked: KeyParts, encoding?: Encoding) => cache.find(keyOf(asked, encoding))

  async function readPlain(asked: Asked, read: () => Promise<Reading>): Promise<Read> {
    const kept = cache.peek(keyOf(asked))
    if (kept) {
      cache.hit(kept.since)
      const { answer, isUntranslated } = kept.value
      return { answer, since: kept.since, endsAt: kept.endsAt, isUntranslated }
    }
    const begun = fillNow(asked)
    // There must be no `await` in between, so that concurrent requests find the running read.
    return (begun && (await join(begun))) ?? fill(asked, read)
  }

  return {
    use: cache.use,
    sweep: cache.sweep,
    find: (companyId, url, encoding) => find({ companyId, url }, encoding),
    async answer(request, read) {
      const { encoding, languages = [] } = request
      const anyLanguage = inAnyLanguage(request)
      const isSame = languages.length > 0 && cache.peek(keyOf(anyLanguage))?.value.isUntranslated === true
      const asked = isSame ? anyLanguage : request
      const compressed = encoding && find(asked, encoding)
      if (compressed) return compressed.answer
      const plain = await readPlain(asked, read)
      return encoding ? inEncoding(asked, encoding, plain) : plain.answer
    },
  }
}

const inAnyLanguage = (asked: Asked): Asked => ({ ...asked, languages: [] })

type KeyParts = Pick<Asked, 'companyId' | 'url' | 'languages'>

/** The languages have a label, because `br` is a language and an encoding. */
function keyOf({ companyId, url, languages = [] }: KeyParts, encoding?: Encoding): string {
  const language = languages.length > 0 ? ` language=${languages.join()}` : ''
  return `${companyId} ${url}${language}${encoding === undefined ? '' : ` ${encoding}`}`
}

/** @param size the size of the body. */
function fieldsOf(answer: Answer, size: number, encoding?: Encoding): PageFields {
  const { headers, type = jsonType } = answer
  const privateFields = Object.entries(privacyOf(answer)).flat()
  const link = headers.Link === undefined ? [] : ['link', headers.Link]
  const tag = encoding ? compressedTag(headers.ETag!, encoding) : headers.ETag!
  const encoded = encoding ? ['content-encoding', encoding] : []
  return {
    tag,
    whole: [
      ...['etag', tag, ...link, ...encoded, ...privateFields],
      ...['content-type', type, 'content-length', String(size)],
    ],
    known: [...link, ...privateFields],
  }
}
