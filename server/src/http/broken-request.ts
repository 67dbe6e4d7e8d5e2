import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode, errorBody, errorTable } from './errors.ts'

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

/** With what Node keeps on it: the answer whose turn it is, and the request that came last. */
type HttpSocket = Socket & {
  _httpMessage?: ServerResponse | null
  parser?: { incoming: IncomingMessage | null } | null
}

/**
 * What is not even HTTP never becomes a request: it is answered on the bare socket, then the socket is closed. One whose
 * body breaks is answered once: when its answer is on its way, the connection is cut.
 */
export function answerBrokenRequest(apiVersion: string) {
  // Node tells of all that comes after it too.
  const seen = new WeakSet<Socket>()

  function refuseInTurn(error: BrokenRequest, socket: HttpSocket) {
    // It is closing: what is still on its way out is not cut.
    if (!socket.writable) return
    const { _httpMessage: answer, parser } = socket
    const request = parser?.incoming?.complete === false ? parser.incoming : undefined
    if (answer && answer.req !== request) return answer.once('close', () => refuseInTurn(error, socket))
    if (request && answer?.headersSent !== false) return socket.destroy()
    const isHead = request ? request.method === 'HEAD' : asksForHead(error)
    refuse(socket, codes[error.code ?? ''] ?? 'bad_request', isHead)
  }

  function refuse(socket: Socket, code: ErrorCode, isHead: boolean) {
    const { status } = errorTable[code]
    const body = JSON.stringify(errorBody('api', new ApiError(code)))
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Api-Version: ${apiVersion}\r\n` +
        `X-Request-Id: req_${randomUUID()}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n` +
        (isHead ? '' : body),
    )
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }

  return (error: BrokenRequest, socket: Socket) => {
    if (error.code === 'ECONNRESET') return socket.destroy()
    if (seen.has(socket)) return
    seen.add(socket)
    refuseInTurn(error, socket)
  }
}

/**
 * Whether a request that broke in its head begins with HEAD, whose answer has no body (RFC 9110 §9.3.2). Where its first
 * line came in an earlier packet, or behind a body, nobody knows, and it is answered with one.
 */
function asksForHead({ rawPacket, bytesParsed }: BrokenRequest): boolean {
  const understood = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, bytesParsed) : ''
  return understood.split('\r\n\r\n').at(-1)!.startsWith('HEAD ')
}
