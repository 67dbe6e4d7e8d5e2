import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { letGo } from '../connections/request-body-timeout.ts'

type Done = (error: Error | null, body?: undefined) => void

/**
 * The parser for types that an endpoint does not accept. A request without content has no body, regardless of its type
 * (contract R-WIRE-2). Content is rejected before it is read. For a chunked body, the first chunk shows whether there
 * is content.
 */
export function refuseContent(request: FastifyRequest, payload: Readable, done: Done): void {
  const refusal = new ApiError('unsupported_media_type')
  const { 'transfer-encoding': encoding, 'content-length': length = 0 } = request.headers
  if (encoding === undefined) {
    done(Number(length) > 0 ? refusal : null)
    return
  }
  const settle = (error: Error | null) => {
    payload.off('data', refuse).off('end', accept).off('error', settle)
    if (error) letGo(request)
    done(error)
  }
  const refuse = () => settle(refusal)
  const accept = () => settle(null)
  payload.on('data', refuse).on('end', accept).on('error', settle)
}
