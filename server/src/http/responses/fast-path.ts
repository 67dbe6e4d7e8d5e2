import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadTimestamp } from '../../cache/cache-versions.ts'
import { OutcomeUnknownError } from '../../db/commit-outcome.ts'
import type { CompanyId } from '../../ids.ts'
import { bearerOf, type Principal } from '../caller.ts'
import type { Drain } from '../connections/graceful-shutdown.ts'
import { isHostName } from '../connections/host-header.ts'
import {
  callerKey,
  type RateLimiter,
  rateLimitHeaders,
  type Verdict,
  whenCounted,
} from '../rate-limits/rate-limit.ts'
import type { RequestSummary } from '../request-summary.ts'
import { compressedBytesMin, encodingFor } from './compression.ts'
import { namedTag } from './etag.ts'
import type { PageCache } from './page-cache.ts'
import { jsonType, secrecy } from './response.ts'
import { tickEnd } from './tick-end.ts'

/** Lookups that need no database. */
export type Memory = {
  recognize(
    token: string,
    address: string | undefined,
  ): { principal: Principal; since: ReadTimestamp } | undefined
  /** Counts a cached lookup, as the slow path does. */
  countRecognized(since: ReadTimestamp): void
  pages: Pick<PageCache, 'find'>
  /** Handlers by path. The rate limit does not apply outside `/api`. */
  posts: ReadonlyMap<string, QuickPost>
}

/** Answers a JSON body with JSON. Undefined if it cannot. */
export type QuickPost = (body: string, from: () => Origin) => string | Promise<string> | undefined

type Origin = { address: string; requestId: string; ip?: string }

/** A request whose body was read by the fast path, which then left the request to the slow path. */
type ReadAhead = IncomingMessage & { bodyReadAhead?: Buffer }

/** The payload for the slow path. A body that was read here is replayed. */
export function unread<T>(request: ReadAhead, payload: T): T | Readable {
  const { bodyReadAhead } = request
  if (bodyReadAhead) return Readable.from([bodyReadAhead])
  // Node has already ended a stream without content. With a content type, Fastify would wait for that end.
  const isOver = request.readableEnded && request.headers['content-type'] !== undefined
  return isOver ? Readable.from([]) : payload
}

type Parts = {
  memory: Memory
  limiter: RateLimiter | undefined
  rateLimit: number
  rateWindowMs: number
  apiVersion: string
  drain: Drain
  newId(): string
  /** The client's IP address, as Fastify determines it. */
  addressOf(request: IncomingMessage): string | undefined
  onAnswers?: ((answered: readonly RequestSummary[]) => void) | undefined
}

const secretFields = Object.entries(secrecy).flat()
/** Size limit of a body that arrives in the same packet as its headers. */
const bodyBytesMax = 1_024

/**
 * Serves a cached page without running the router, hooks or promises. The response is identical to that of the slow
 * path, because the same code builds it. All other requests go to the slow path unchanged. server/test/hot-path.test.ts
 * checks that requests are counted, logged and rejected in the same way.
 */
export function fastPath(parts: Parts) {
  const { memory, limiter, rateLimit, rateWindowMs, apiVersion, drain, newId, addressOf, onAnswers } = parts

  const { whenRead, send } = tickEnd(onAnswers)
  const fieldsOf = (id: string, ...more: string[]) => [
    'x-request-id',
    id,
    'x-api-version',
    apiVersion,
    'x-content-type-options',
    'nosniff',
    ...more,
  ]

  function findPage(request: IncomingMessage) {
    const { url = '', rawHeaders } = request
    if (!url.startsWith('/api/')) return undefined
    const asked = readHeaders(rawHeaders)
    if (asked?.authorization === undefined || asked['content-length'] !== undefined) return undefined
    const token = bearerOf(asked.authorization)
    if (!token) return undefined
    const address = addressOf(request)
    const recognized = memory.recognize(token, address)
    if (!recognized?.principal.companyId) return undefined
    const { principal, since } = recognized
    const page = pageFor(recognized.principal.companyId, url, asked['accept-encoding'])
    if (!page?.scopes.every((scope) => principal.scopes.includes(scope))) return undefined
    // The slow path finds the page in the language of the request.
    if (!page.isUntranslated && (asked['accept-language'] ?? '*') !== '*') return undefined
    memory.countRecognized(since)
    return { principal, page, address, known: asked['if-none-match'] }
  }

  /** The body in the encoding that the client prefers. Short pages are never compressed. */
  function pageFor(companyId: CompanyId, url: string, accepted: string | undefined) {
    const encoding = encodingFor(accepted)
    const page = memory.pages.find(companyId, url, encoding)
    if (page || !encoding) return page
    const plain = memory.pages.find(companyId, url)
    return plain && (plain.answer.body as Buffer).length < compressedBytesMin ? plain : undefined
  }

  function answerGet(request: IncomingMessage, response: ServerResponse, takeSlowPath: () => void) {
    const began = performance.now()
    const found = findPage(request)
    if (!found) return takeSlowPath()
    const { principal, page, address, known } = found

    function answer(verdict: Verdict | undefined) {
      // Rejected requests are not counted, so the limit can be checked again.
      if (verdict?.allowed === false) return takeSlowPath()
      if (drain.isClosing) response.shouldKeepAlive = false
      const id = newId()
      const fields = fieldsOf(id)
      if (verdict) {
        const limits = rateLimitHeaders(rateLimit, rateWindowMs, verdict)
        for (const name in limits) fields.push(name, limits[name as keyof typeof limits]!)
      }
      const tag = namedTag(known, page.answer.headers.ETag!, page.fields.tag)
      const body = tag === undefined ? (page.answer.body as Buffer) : undefined
      if (tag === undefined) fields.push(...page.fields.whole)
      else fields.push('etag', tag, ...page.fields.known)
      const status = tag === undefined ? 200 : 304
      const answered = { id, method: 'GET', route: page.route, status, elapsedMs: 0, principal }
      send({ response, fields, body, began, answered })
    }

    if (!limiter) return answer(undefined)
    void whenCounted(limiter.take(callerKey(address, request.socket.remoteAddress)), answer)
  }

  function answerPost(request: ReadAhead, response: ServerResponse, takeSlowPath: () => void) {
    const began = performance.now()
    const { url = '', rawHeaders } = request
    const post = memory.posts.get(url)
    const asked = post && readHeaders(rawHeaders)
    const length = Number(asked?.['content-length'])
    if (!post || !isJson(asked?.['content-type']) || !(length <= bodyBytesMax)) return takeSlowPath()
    whenRead(() => {
      const sent: Buffer | null = drain.isClosing ? null : request.read()
      if (sent?.length !== length) {
        if (sent) request.unshift(sent)
        return takeSlowPath()
      }
      if (!isUtf8(sent)) {
        request.bodyReadAhead = sent
        return takeSlowPath()
      }
      const id = newId()

      function answer(text: string) {
        if (drain.isClosing) response.shouldKeepAlive = false
        const length = String(Buffer.byteLength(text))
        const fields = fieldsOf(id, ...secretFields, 'content-type', jsonType, 'content-length', length)
        const answered = { id, method: 'POST', route: url, status: 200, elapsedMs: 0 }
        send({ response, fields, body: text, began, answered })
      }

      function leaveToSlowPath() {
        request.bodyReadAhead = sent!
        takeSlowPath()
      }

      function from(): Origin {
        const ip = addressOf(request)
        const address = callerKey(ip, request.socket.remoteAddress)
        return { address, requestId: id, ...(ip !== undefined && { ip }) }
      }

      const made = post(sent.toString(), from)
      if (made === undefined) leaveToSlowPath()
      else if (typeof made === 'string') answer(made)
      else
        made.then(answer, (error) =>
          // A second attempt would fail because of changes that the first attempt may have committed.
          error instanceof OutcomeUnknownError ? request.socket.destroy() : leaveToSlowPath(),
        )
    })
  }

  /** @param takeSlowPath called when the fast path does not apply. */
  return (request: IncomingMessage, response: ServerResponse, takeSlowPath: () => void) => {
    const { method, httpVersion } = request
    if (httpVersion !== '1.1' || drain.isClosing) return takeSlowPath()
    if (method === 'GET') return answerGet(request, response, takeSlowPath)
    if (method === 'POST') return answerPost(request, response, takeSlowPath)
    takeSlowPath()
  }
}

/** Matches the common spellings. The slow path handles other spellings. */
const isJson = (type = '') => /^application\/json(; ?charset=utf-8)?$/i.test(type)

/**
 * The headers needed to answer from memory. Undefined if the request has any header that needs a closer look.
 */
function readHeaders(rawHeaders: readonly string[]) {
  const once: Record<OnceHeader, string | undefined> = {
    authorization: undefined,
    'if-none-match': undefined,
    'accept-encoding': undefined,
    'accept-language': undefined,
    'content-length': undefined,
    'content-type': undefined,
  }
  let hasHost = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    switch (name) {
      case 'host':
        if (hasHost || !isHostName(rawHeaders[at + 1]!)) return undefined
        hasHost = true
        break
      case 'authorization':
      case 'if-none-match':
      case 'accept-encoding':
      case 'accept-language':
      case 'content-length':
      case 'content-type':
        if (once[name] !== undefined) return undefined
        once[name] = rawHeaders[at + 1]!
        break
      case 'transfer-encoding':
      case 'expect':
      case 'upgrade':
      // The router decides which pages can read the response.
      case 'origin':
      // Other headers about the response or the body are handled by the slow path too.
      case 'if-match':
      case 'content-encoding':
        return undefined
    }
  }
  return hasHost ? once : undefined
}

type OnceHeader =
  | 'authorization'
  | 'if-none-match'
  | 'accept-encoding'
  | 'accept-language'
  | 'content-length'
  | 'content-type'
