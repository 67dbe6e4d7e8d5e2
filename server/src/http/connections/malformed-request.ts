import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode, errorBody, errorTable } from '../../errors.ts'

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/**
 * Time for the response to arrive while the client may still be sending. Afterwards, the connection is
 * closed.
 */
const lingerMs = 1_000

type BrokenRequest = {
  code?: string
  rawPacket?: unknown
  bytesParsed?: number
}

/** A socket with Node's internal properties: the next response due, and the last request. */
type HttpSocket = Socket & {
  _httpMessage?: ServerResponse | null
  parser?: { incoming: IncomingMessage | null } | null
}

/**
 * Answers requests that are not valid HTTP on the raw socket and then closes it. If a response on that connection has
 * started, or an earlier request awaits its response, the client could confuse the two, so the connection is closed
 * without a response.
 */
export function answerMalformedRequest(apiVersion: string) {
  // Node also reports each packet after the malformed packet as an error.
  const refused = new WeakSet<Socket>()

  function refuse(socket: Socket, code: ErrorCode, isHead: boolean) {
    refused.add(socket)
    const { status } = errorTable[code]
    const body = JSON.stringify(errorBody('api', new ApiError(code)))
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Api-Version: ${apiVersion}\r\n` +
        `X-Request-Id: req_${randomUUID()}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n` +
        (isHead ? '' : body),
    )
    // The rest of a late request may still arrive. The request was rejected and must not be executed.
    if (code === 'request_timeout') socket.destroySoon()
    else setTimeout(() => socket.destroy(), lingerMs).unref()
  }

  return (error: BrokenRequest, socket: HttpSocket) => {
    if (refused.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const { _httpMessage: answer, parser } = socket
    /** The request with the broken body. Undefined if the head is broken. */
    const request = parser?.incoming?.complete === false ? parser.incoming : undefined
    const isAwaited = answer ? answer.req === request && !answer.headersSent : request === undefined
    if (!isAwaited) return socket.destroy()
    const isHead = request ? request.method === 'HEAD' : asksForHead(error)
    refuse(socket, codes[error.code ?? ''] ?? 'bad_request', isHead)
  }
}

/**
 * Whether a request with a malformed head is a HEAD, whose response has no body (RFC 9110 §9.3.2). Only the current
 * packet can show this. If the request line came in an earlier packet, the method is unknown.
 */
function asksForHead({ rawPacket, bytesParsed }: BrokenRequest): boolean {
  const understood = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, bytesParsed) : ''
  return /^HEAD \S+( HTTP\/|$)/.test(understood)
}
