import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadTimestamp } from '../../cache/cache-versions.ts'
import { OutcomeUnknownError } from '../../db/outcome.ts'
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
import { names } from './etag.ts'
import type { PageCache } from './page-cache.ts'
import { jsonType, secrecy } from './response.ts'
import { tickEnd } from './tick-end.ts'

/** What is known without asking the database. */
export type Memory = {
  recognize(
    token: string,
    address: string | undefined,
  ): { principal: Principal; since: ReadTimestamp } | undefined
  /** Counts one that was recognized and not looked up again, as the long way does. */
  countRecognized(since: ReadTimestamp): void
  pages: Pick<PageCache, 'find'>
  /** By their paths; outside `/api` no limit counts. */
  posts: ReadonlyMap<string, QuickPost>
}

/** Answers a JSON body with JSON; undefined where it can't. */
export type QuickPost = (body: string, from: () => Origin) => string | Promise<string> | undefined

type Origin = { address: string; requestId: string; ip?: string }

const bodies = new WeakMap<IncomingMessage, Buffer>()

/** What whoever takes the long way reads: a body that was read here comes once more. */
export function unread<T>(request: IncomingMessage, payload: T): T | Readable {
  const body = bodies.get(request)
  if (body) return Readable.from([body])
  // Without one, Node ended the stream before anybody listened; Fastify would wait for that end where a type is named.
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
  /** From where a request comes, as Fastify would say. */
  addressOf(request: IncomingMessage): string | undefined
  onAnswers?: ((answered: readonly RequestSummary[]) => void) | undefined
}

const secretFields = Object.entries(secrecy).flat()
/** Of a body that comes in the same packet as its headers. */
const bodyBytesMax = 1_024

/**
 * A page that is in memory is answered before a router, a hook or a promise has cost anything: what is found here is
 * answered byte for byte as the long way would, by the same parts, and all else is left to that way untouched. That a
 * request is counted, logged and refused alike is held by server/test/hot-path.test.ts.
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
    const page = memory.pages.find(recognized.principal.companyId, url)
    if (!page || !principal.scopes.includes(page.scope)) return undefined
    memory.countRecognized(since)
    return { principal, page, address, known: asked['if-none-match'] }
  }

  function answerGet(request: IncomingMessage, response: ServerResponse, takeLongWay: () => void) {
    const began = performance.now()
    const found = findPage(request)
    if (!found) return takeLongWay()
    const { principal, page, address, known } = found

    function answer(verdict: Verdict | undefined) {
      // What was refused was not counted, so that it may be asked again.
      if (verdict?.allowed === false) return takeLongWay()
      if (drain.isClosing) response.shouldKeepAlive = false
      const id = newId()
      const fields = fieldsOf(id)
      if (verdict) {
        const limits = rateLimitHeaders(rateLimit, rateWindowMs, verdict)
        for (const name in limits) fields.push(name, limits[name as keyof typeof limits]!)
      }
      const isKnown = names(known, page.answer.headers.ETag!)
      const body = isKnown ? undefined : (page.answer.body as Buffer)
      fields.push(...(isKnown ? page.fields.known : page.fields.whole))
      const status = isKnown ? 304 : 200
      const answered = { id, method: 'GET', route: page.route, status, elapsedMs: 0, principal }
      send({ response, fields, body, began, answered })
    }

    if (!limiter) return answer(undefined)
    void whenCounted(limiter.take(callerKey(address, request.socket.remoteAddress)), answer)
  }

  function answerPost(request: IncomingMessage, response: ServerResponse, takeLongWay: () => void) {
    const began = performance.now()
    const { url = '', rawHeaders } = request
    const post = memory.posts.get(url)
    const asked = post && readHeaders(rawHeaders)
    const length = Number(asked?.['content-length'])
    if (!post || !isJson(asked?.['content-type']) || !(length <= bodyBytesMax)) return takeLongWay()
    whenRead(() => {
      const sent: Buffer | null = drain.isClosing ? null : request.read()
      if (sent?.length !== length) {
        if (sent) request.unshift(sent)
        return takeLongWay()
      }
      if (!isUtf8(sent)) {
        bodies.set(request, sent)
        return takeLongWay()
      }
      const id = newId()

      function answer(text: string) {
        if (drain.isClosing) response.shouldKeepAlive = false
        const length = String(Buffer.byteLength(text))
        const fields = fieldsOf(id, ...secretFields, 'content-type', jsonType, 'content-length', length)
        const answered = { id, method: 'POST', route: url, status: 200, elapsedMs: 0 }
        send({ response, fields, body: text, began, answered })
      }

      /** Where it is refused, or found out what is wrong, in the words of the long way. */
      function giveBack() {
        bodies.set(request, sent!)
        takeLongWay()
      }

      function from(): Origin {
        const ip = addressOf(request)
        const address = callerKey(ip, request.socket.remoteAddress)
        return { address, requestId: id, ...(ip !== undefined && { ip }) }
      }

      const made = post(sent.toString(), from)
      if (made === undefined) giveBack()
      else if (typeof made === 'string') answer(made)
      else
        made.then(answer, (error) =>
          // Asked again, it would be refused for what may be there.
          error instanceof OutcomeUnknownError ? request.socket.destroy() : giveBack(),
        )
    })
  }

  /** @param takeLongWay is called where this is not for us. */
  return (request: IncomingMessage, response: ServerResponse, takeLongWay: () => void) => {
    const { method, httpVersion } = request
    if (httpVersion !== '1.1' || drain.isClosing) return takeLongWay()
    if (method === 'GET') return answerGet(request, response, takeLongWay)
    if (method === 'POST') return answerPost(request, response, takeLongWay)
    takeLongWay()
  }
}

/** As clients spell it; a stranger type is for the long way to judge. */
const isJson = (type = '') => /^application\/json(; ?charset=utf-8)?$/i.test(type)

/** What it takes to answer from memory; undefined where a request has anything that needs a closer look. */
function readHeaders(rawHeaders: readonly string[]) {
  const once: Record<OnceHeader, string | undefined> = {
    authorization: undefined,
    'if-none-match': undefined,
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
      case 'content-length':
      case 'content-type':
        if (once[name] !== undefined) return undefined
        once[name] = rawHeaders[at + 1]!
        break
      case 'transfer-encoding':
      case 'expect':
      case 'upgrade':
      // Which pages may read the answer is for the router to say.
      case 'origin':
      // What else a request asks of the answer, or says of its body, is read there too.
      case 'if-match':
      case 'content-encoding':
        return undefined
    }
  }
  return hasHost ? once : undefined
}

type OnceHeader = 'authorization' | 'if-none-match' | 'content-length' | 'content-type'
