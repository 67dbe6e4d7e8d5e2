import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'

/**
 * One event of a stream (HTML Living Standard, "Server-sent events"). Without data, it only advances the client's
 * position.
 */
export type ServerEvent = { id: string; data?: object }

export const eventStreamType = 'text/event-stream'

/** How long clients wait before they reconnect. */
const reconnectMs = 2_000

export const asksForEvents = (request: FastifyRequest) =>
  request.method === 'GET' && (request.headers.accept ?? '').includes(eventStreamType)

/** Sends events until there are no more, the client disconnects, or its token is rejected. */
export function sendEvents(request: FastifyRequest, reply: FastifyReply, events: AsyncIterable<ServerEvent>) {
  return reply
    .code(200)
    .type(eventStreamType)
    .headers({ 'Cache-Control': 'no-store', Vary: 'Authorization, Accept' })
    .header('X-Accel-Buffering', 'no')
    .send(Readable.from(written(request, events), { objectMode: false }))
}

async function* written(request: FastifyRequest, events: AsyncIterable<ServerEvent>) {
  yield `retry: ${reconnectMs}\n\n`
  try {
    for await (const { id, data } of events)
      yield data === undefined
        ? `: still here\nid: ${id}\n\n`
        : `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`
  } catch (error) {
    // The status was already sent. The client reconnects and then gets the error.
    if (!(error instanceof ApiError)) request.log.error({ err: error, request_id: request.id })
  }
}
