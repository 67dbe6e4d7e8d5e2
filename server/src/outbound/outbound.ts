import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { transferTimeout } from '../transfer-timeout.ts'
import { reachOf } from './address-range.ts'
import { connectionFault, lookupFault } from './connection-fault.ts'
import { OutboundError, type OutboundFault } from './outbound-error.ts'
import { type Address, addressesOf } from './resolve.ts'

/** The only code that calls a customer's URL, for webhooks and imported files. */
export type Outbound = {
  /**
   * Sends one request and follows up to `redirectsMax` redirects, each checked like the first URL.
   * @returns the response when its head has arrived. Its body must be read, or `discard`ed.
   * @throws {OutboundError}
   */
  send(url: string, request?: OutboundRequest): Promise<OutboundAnswer>
  /** Whether a URL can be called, judging only by its text. Its host name is resolved with each request. */
  check(url: string): OutboundFault | undefined
}

export type OutboundRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** The timeout for the whole exchange, including the response body. */
  timeoutMs?: number
  /**
   * The timeout for the response head, and the period in which the body must reach a minimum pace
   * (transfer-timeout.ts). Defaults to no limit.
   */
  paceMs?: number
  /** Reading a longer body fails. */
  bytesMax?: number
  /** Maximum number of redirects. Only a GET is redirected. */
  redirectsMax?: number
  signal?: AbortSignal
  calls?: CallCounter
}

export type CallCounter = {
  /**
   * Called for each host, including redirects, before its name is resolved, and then for the IP address. If
   * it returns `false`, the call fails with `busy`.
   */
  admit(place: string): boolean | Promise<boolean>
  /** This is called for a host that has redirected to another host, and for its IP address. */
  leave(place: string): void
}

export type OutboundAnswer = {
  status: number
  headers: IncomingMessage['headers']
  url: string
  /** @throws {OutboundError} if the body is too long, too slow or incomplete. */
  body: AsyncIterable<Buffer>
  discard(): void
}

export type OutboundOptions = {
  /** Allows calls to this machine, including over HTTP, for development and tests. */
  allowLoopback: boolean
  resolve?: (name: string, signal: AbortSignal) => Promise<Address[]>
}

const timeoutMsDefault = 15_000
const bytesMaxDefault = 64 * 1024
const headerBytesMax = 16 * 1024

export function outbound({
  allowLoopback,
  resolve = (name, signal) => addressesOf(name, signal),
}: OutboundOptions): Outbound {
  function parse(text: string): URL {
    const url = URL.parse(text)
    if (!url) throw new OutboundError('not_a_url')
    if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:'))
      throw new OutboundError('not_https')
    if (url.username !== '' || url.password !== '') throw new OutboundError('has_credentials')
    const literal = nameOf(url)
    if (isIP(literal) && !mayCall(url, literal)) throw new OutboundError('not_public')
    return url
  }

  function mayCall({ protocol }: URL, address: string) {
    const reach = reachOf(address)
    return (reach === 'public' && protocol === 'https:') || (reach === 'loopback' && allowLoopback)
  }

  /**
   * Resolves the name once, so that the connection uses this IP address even if the name resolves to another address
   * later. A name with any IP address that is not public is rejected.
   */
  async function addressFor(url: URL, signal: AbortSignal): Promise<Address> {
    const name = nameOf(url)
    if (isIP(name)) return { address: name, family: isIP(name) }
    const found = await untilAborted(
      resolve(name, signal).catch((error) => {
        throw lookupFault(error)
      }),
      signal,
    )
    if (found.length === 0) throw new OutboundError('not_found')
    const refused = found.find(({ address }) => !mayCall(url, address))
    if (refused) throw new OutboundError(reachOf(refused.address) === 'public' ? 'not_https' : 'not_public')
    return found[0]!
  }

  async function admitted(url: URL, calls: CallCounter | undefined, signal: AbortSignal): Promise<Address> {
    const admit = async (place: string) => {
      if (calls && !(await calls.admit(place))) throw new OutboundError('busy')
    }
    await admit(nameOf(url))
    const address = await addressFor(url, signal)
    await admit(address.address)
    return address
  }

  async function sendOnce(
    url: URL,
    address: Address,
    given: OutboundRequest,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>()
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method: given.method ?? 'GET',
      headers: { 'User-Agent': 'Atelier', 'Accept-Encoding': 'identity', ...given.headers },
      // A reused connection would skip the lookup.
      agent: false,
      maxHeaderSize: headerBytesMax,
      signal,
      lookup: (_name, options, found) =>
        options.all ? found(null, [address]) : found(null, address.address, address.family),
    })
    request.once('response', answer)
    request.on('error', (error) => reject(asFault(error, signal)))
    request.end(given.body)
    const timer =
      given.paceMs && setTimeout(() => request.destroy(new OutboundError('too_slow')), given.paceMs)
    return promise.finally(() => clearTimeout(timer))
  }

  return {
    check(text) {
      try {
        parse(text)
        return undefined
      } catch (error) {
        return (error as OutboundError).code
      }
    },
    async send(text, request = {}) {
      let given = request
      const { timeoutMs = timeoutMsDefault, bytesMax = bytesMaxDefault, redirectsMax = 0 } = request
      const stopped = request.signal ?? new AbortController().signal
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped])
      let url = parse(text)
      for (let redirects = 0; ; redirects++) {
        const address = await admitted(url, request.calls, signal)
        const answer = await sendOnce(url, address, given, signal)
        const next = redirectsMax > 0 && given.method !== 'POST' && redirectOf(answer, url)
        if (!next) return answerOf(answer, url, bodyOf(answer, bytesMax, signal, request.paceMs))
        answer.destroy()
        if (redirects >= redirectsMax) throw new OutboundError('too_many_redirects')
        const from = url
        url = parse(next)
        if (url.hostname !== from.hostname)
          for (const place of [nameOf(from), address.address]) request.calls?.leave(place)
        // Headers for one host are not sent to another host.
        if (url.origin !== from.origin) given = { ...given, headers: {} }
      }
    },
  }
}

/** Removes the brackets of an IPv6 address. */
const nameOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function redirectOf({ statusCode, headers }: IncomingMessage, from: URL): string | undefined {
  if (!redirectStatuses.has(statusCode!) || headers.location === undefined) return undefined
  return URL.parse(headers.location, from.href)?.href ?? 'not a URL'
}

function answerOf(answer: IncomingMessage, url: URL, body: OutboundAnswer['body']): OutboundAnswer {
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    url: url.href,
    body,
    discard() {
      // A discarded response can still fail.
      answer.on('error', () => {})
      answer.destroy()
    },
  }
}

async function* bodyOf(
  answer: IncomingMessage,
  bytesMax: number,
  signal: AbortSignal,
  paceMs: number | undefined,
) {
  let bytes = 0
  if (Number(answer.headers['content-length']) > bytesMax) throw new OutboundError('too_large')
  const pace = paceMs === undefined ? undefined : transferTimeout(answer, paceMs)
  pace?.signal.addEventListener('abort', () => answer.destroy(new OutboundError('too_slow')))
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > bytesMax) throw new OutboundError('too_large')
      yield part
    }
  } catch (error) {
    throw asFault(error, signal)
  } finally {
    pace?.stop()
    answer.destroy()
  }
}

function asFault(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error
  if (!signal.aborted) return connectionFault(error)
  return new OutboundError((signal.reason as Error)?.name === 'TimeoutError' ? 'too_slow' : 'stopped', error)
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(asFault(signal.reason, signal))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([work, aborted])
}
