import type { IncomingMessage } from 'node:http'
import { addAbortSignal, PassThrough } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { Server } from '@tus/server'
import { ApiError, type ErrorCode } from '../errors.ts'
import type { Unfinished } from '../storage/unfinished.ts'

/**
 * The time that the previous request for an upload has to end when a new request arrives. The previous
 * request may be stuck on a dead connection.
 */
const windUpMs = 1_000

/**
 * The library's tus 1.0, for the bytes of one upload. The library sees only the parts of a request that it
 * needs.
 * @throws {ApiError} instead of the library's errors; errors of the store.
 */
export function tusProtocol(store: Unfinished, bytesMax: number) {
  const server = new Server({
    path: '/uploads',
    datastore: store,
    maxSize: bytesMax,
    locker: store.locks,
    lockDrainTimeout: windUpMs,
    getFileIdFromRequest: (_, name) => name,
    onResponseError(request, error) {
      if (request instanceof TusRequest) request.error = error
      return undefined
    },
  })

  async function ask(
    method: string,
    name: string,
    headers: Record<string, string> = {},
    body?: ReadableStream,
  ) {
    const request = new TusRequest(`http://tus/uploads/${encodeURIComponent(name)}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body, duplex: 'half' }),
    })
    const response = await server.handleWeb(request)
    if (!response.ok) throw faultOf(request.error, response.status)
    return response.headers
  }

  return {
    /** The byte at which the upload continues. A request that is sending bytes is ended. */
    offset: async (name: string) => offsetIn(await ask('HEAD', name)),

    /**
     * Receives the body of a request until the signal aborts.
     * @returns the byte at which the upload continues.
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

    async offer(): Promise<Record<string, string>> {
      const headers = await ask('OPTIONS', '')
      return { 'Tus-Version': headers.get('tus-version')!, 'Tus-Extension': headers.get('tus-extension')! }
    },
  }
}

/** Also receives the error of the library's response. */
class TusRequest extends Request {
  error: unknown
}

/** The connection stays open if the bytes are rejected, because the client still has to read the response. */
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

/** The library's own errors have a status. Other errors come from the store. */
function faultOf(fault: unknown, status: number): unknown {
  const isOfTus = fault === undefined || 'status_code' in (fault as object)
  const code = codes[status] ?? 'server_error'
  return isOfTus ? new ApiError(code, { cause: fault }) : fault
}
