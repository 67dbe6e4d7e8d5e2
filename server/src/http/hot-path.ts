import type { IncomingMessage, ServerResponse } from 'node:http'
import { jsonType, privacy } from './answer.ts'
import type { Answered } from './answered.ts'
import { bearerOf, type Principal } from './caller.ts'
import type { Drain } from './drain.ts'
import { names } from './etag.ts'
import type { PageCache } from './page-cache.ts'
import { callerKey, type RateLimiter, rateLimitHeaders, type Verdict, whenCounted } from './rate-limit.ts'

/** What is known without asking the database. */
export type Memory = {
  recognize(token: string, address: string | undefined): Principal | undefined
  pages: Pick<PageCache, 'find'>
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
  onAnswer?: ((answered: Answered) => void) | undefined
}

const privateFields = Object.entries(privacy).flat()

type Ready = {
  response: ServerResponse
  fields: string[]
  bytes: Buffer | undefined
  began: number
  answered: Answered
}

/**
 * A page that is in memory is answered before a router, a hook or a promise has cost anything: what is found here is
 * answered byte for byte as the long way would, by the same parts, and all else is left to that way untouched. That a
 * request is counted, logged and refused alike is held by server/test/hot-path.test.ts.
 */
export function hotPath(parts: Parts) {
  const { memory, limiter, rateLimit, rateWindowMs, apiVersion, drain, newId, addressOf, onAnswer } = parts

  // What a turn of the event loop has found leaves at its end, all at once: whoever waits for the first is woken, and
  // has the rest when it is there. Each by itself would wake somebody each time, which costs more than all else here.
  let ready: Ready[] = []

  function send(one: Ready) {
    if (ready.push(one) === 1) setImmediate(sendAll)
  }

  function sendAll() {
    const all = ready
    ready = []
    for (const { response, fields, bytes, answered } of all)
      response.writeHead(answered.status, fields).end(bytes)
    const now = performance.now()
    for (const { answered, began } of all) onAnswer?.({ ...answered, elapsedMs: now - began })
  }

  function find(request: IncomingMessage) {
    const { method, url = '', rawHeaders } = request
    if (method !== 'GET' || !url.startsWith('/api/') || request.httpVersion !== '1.1') return undefined
    if (drain.isClosing) return undefined
    const asked = readHeaders(rawHeaders)
    const token = asked && bearerOf(asked.authorization)
    if (!token) return undefined
    const address = addressOf(request)
    const principal = memory.recognize(token, address)
    if (!principal?.companyId) return undefined
    const page = memory.pages.find(principal.companyId, url)
    if (!page || !principal.scopes.includes(page.scope)) return undefined
    return { principal, page, address, known: asked.known }
  }

  /** @param takeLongWay is called where this is not for us. */
  return (request: IncomingMessage, response: ServerResponse, takeLongWay: () => void) => {
    const began = performance.now()
    const found = find(request)
    if (!found) return takeLongWay()
    const { principal, page, address, known } = found

    function answer(verdict: Verdict | undefined) {
      // What was refused was not counted, so that it may be asked again.
      if (verdict?.allowed === false) return takeLongWay()
      if (drain.isClosing) response.shouldKeepAlive = false
      const id = newId()
      const { headers, body } = page.answer
      const fields = ['x-request-id', id, 'x-api-version', apiVersion, 'x-content-type-options', 'nosniff']
      if (verdict) {
        const limits = rateLimitHeaders(rateLimit, rateWindowMs, verdict)
        for (const name in limits) fields.push(name.toLowerCase(), limits[name as keyof typeof limits]!)
      }
      fields.push('etag', headers.ETag!, ...privateFields)
      const isKnown = names(known, headers.ETag!)
      const bytes = isKnown ? undefined : (body as Buffer)
      if (bytes) fields.push('content-type', jsonType, 'content-length', String(bytes.length))
      const status = isKnown ? 304 : 200
      const answered = { id, method: 'GET', route: page.route, status, elapsedMs: 0, principal }
      send({ response, fields, bytes, began, answered })
    }

    if (!limiter) return answer(undefined)
    void whenCounted(limiter.take(callerKey(address, request.socket.remoteAddress)), answer)
  }
}

/** What it takes to answer from memory; undefined where a request has anything that needs a closer look. */
function readHeaders(rawHeaders: readonly string[]) {
  let authorization: string | undefined
  let known: string | undefined
  let hasHost = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const value = rawHeaders[at + 1]!
    switch (rawHeaders[at]!.toLowerCase()) {
      case 'host':
        hasHost = true
        break
      case 'authorization':
        if (authorization !== undefined) return undefined
        authorization = value
        break
      case 'if-none-match':
        if (known !== undefined) return undefined
        known = value
        break
      case 'content-length':
      case 'transfer-encoding':
      case 'expect':
      case 'upgrade':
        return undefined
    }
  }
  return hasHost && authorization !== undefined ? { authorization, known } : undefined
}
