import type { IncomingMessage } from 'node:http'
import { addAbortSignal, PassThrough } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { Server } from '@tus/server'
import { ApiError, type ErrorCode } from '../errors.ts'
import type { Unfinished } from '../storage/unfinished.ts'

/** A request for an upload ends the one before it, which may hang on a dead connection: so long it may wind up. */
const windUpMs = 1_000

/**
 * tus 1.0 as the library speaks it, about the bytes of one upload. It sees nothing of a request but what it needs.
 * @throws {ApiError} in the library's place; what the store throws.
 */
export function tusProtocol(store: Unfinished, bytesMax: number) {
  const faults = new WeakMap<object, unknown>()
  const server = new Server({
    path: '/uploads',
    datastore: store,
    maxSize: bytesMax,
    locker: store.locks,
    lockDrainTimeout: windUpMs,
    getFileIdFromRequest: (_, name) => name,
    onResponseError(request, error) {
      faults.set(request, error)
      return undefined
    },
  })

  async function ask(
    method: string,
    name: string,
    headers: Record<string, string> = {},
    body?: ReadableStream,
  ) {
    const request = new Request(`http://tus/uploads/${encodeURIComponent(name)}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body, duplex: 'half' }),
    })
    const response = await server.handleWeb(request)
    if (!response.ok) throw faultOf(faults.get(request), response.status)
    return response.headers
  }

  return {
    /** The byte at which it goes on. Whoever is sending it is ended. */
    offset: async (name: string) => offsetIn(await ask('HEAD', name)),

    /**
     * Takes the body of a request, until the signal says that it is enough.
     * @returns the byte at which it goes on.
     */
    async append(name: string, offset: number, raw: IncomingMessage, signal: AbortSignal): Promise<number> {
      const length = raw.headers['content-length']
      const headers = {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': `${offset}`,
        ...(length !== undefined && { 'content-length': length }),
      }
      const { body, letGo } = bodyOf(raw, signal)
      try {
        return offsetIn(await ask('PATCH', name, headers, ReadableStream.from(body)))
      } finally {
        letGo()
      }
    },

    /** What is offered, as headers. */
    async offer(): Promise<Record<string, string>> {
      const headers = await ask('OPTIONS', '')
      return { 'Tus-Version': headers.get('tus-version')!, 'Tus-Extension': headers.get('tus-extension')! }
    },
  }
}

/** The connection stays, whatever becomes of the bytes: its client has yet to read the answer. */
function bodyOf(raw: IncomingMessage, signal: AbortSignal) {
  const body = addAbortSignal(signal, new PassThrough())
  const breakOff = () => void (raw.complete || body.destroy(new Error('The client has disconnected.')))
  raw.once('close', breakOff).pipe(body)
  const letGo = () => {
    raw.off('close', breakOff).unpipe(body)
    body.destroy()
  }
  return { body, letGo }
}

const offsetIn = (headers: Headers) => Number(headers.get('upload-offset'))

const codes: Record<number, ErrorCode> = {
  400: 'bad_request',
  404: 'not_found',
  409: 'wrong_offset',
  410: 'not_found',
  413: 'body_too_large',
}

/** The library's own faults have a status; anything else is the store's. */
function faultOf(fault: unknown, status: number): unknown {
  const isOfTus = fault === undefined || 'status_code' in (fault as object)
  const code = codes[status] ?? 'server_error'
  return isOfTus ? new ApiError(code, { cause: fault }) : fault
}
