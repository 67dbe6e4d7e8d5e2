import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode, errorBody, errorTable } from './errors.ts'

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Time for the answer to arrive; whoever hangs on longer is cut. */
const lingerMs = 1_000

/** What is not even HTTP never becomes a request: it is answered on the bare socket, then the socket is closed. */
export function answerBrokenRequest(apiVersion: string) {
  return (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const code = codes[error.code ?? ''] ?? 'bad_request'
    const { status } = errorTable[code]
    const body = JSON.stringify(errorBody('api', new ApiError(code)))
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Api-Version: ${apiVersion}\r\n` +
        `X-Request-Id: req_${randomUUID()}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    )
    socket.setTimeout(lingerMs, () => socket.destroy())
  }
}
