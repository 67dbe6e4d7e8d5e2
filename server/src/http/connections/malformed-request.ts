import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode, errorBody, errorTable } from '../../errors.ts'

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Time for the answer to arrive, also at a client that goes on sending; whoever hangs on longer is cut. */
const lingerMs = 1_000

type BrokenRequest = {
  code?: string
  /** The bytes that came last, and how many of them were understood; of one that is late there are none. */
  rawPacket?: unknown
  bytesParsed?: number
}

/** With what Node keeps on it: the response that is due next, and the request that came last. */
type HttpSocket = Socket & {
  _httpMessage?: ServerResponse | null
  parser?: { incoming: IncomingMessage | null } | null
}

/**
 * What is not even HTTP never becomes a request: it is answered on the bare socket, then the socket is closed. Where an
 * answer of that connection has begun, or is awaited by a request before it, another one would be taken for that or for a
 * part of it: the connection is cut.
 */
export function answerMalformedRequest(apiVersion: string) {
  // Node reports each packet that follows the broken one as an error too.
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
    // The rest of one that is late may still come: it was refused, and must not be done.
    if (code === 'request_timeout') socket.destroySoon()
    else setTimeout(() => socket.destroy(), lingerMs).unref()
  }

  return (error: BrokenRequest, socket: HttpSocket) => {
    if (refused.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const { _httpMessage: answer, parser } = socket
    /** The one whose body breaks; none where it is a head. */
    const request = parser?.incoming?.complete === false ? parser.incoming : undefined
    const isAwaited = answer ? answer.req === request && !answer.headersSent : request === undefined
    if (!isAwaited) return socket.destroy()
    const isHead = request ? request.method === 'HEAD' : asksForHead(error)
    refuse(socket, codes[error.code ?? ''] ?? 'bad_request', isHead)
  }
}

/**
 * Whether a request that broke in its head is a HEAD, whose answer has no body (RFC 9110 §9.3.2). Only the packet at hand can
 * tell: of one whose first line came before it nobody knows.
 */
function asksForHead({ rawPacket, bytesParsed }: BrokenRequest): boolean {
  const understood = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, bytesParsed) : ''
  return /^HEAD \S+( HTTP\/|$)/.test(understood)
}
