import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Lets a closing server come to its end: what has been asked is answered, and told that the connection closes.
 * Node alone waits for the clients to hang up, and those of a balancer keep their connections for minutes.
 * @param drainMs whoever has still not sent a whole request by then, or not read the answer, is cut.
 */
export function drainOnClose(app: FastifyInstance, drainMs: number) {
  const unanswered = new Set<ServerResponse>()

  app.addHook('onRequest', async (_, { raw }) => {
    unanswered.add(raw)
    raw.once('close', () => unanswered.delete(raw))
  })

  app.addHook('preClose', async () => {
    for (const answer of unanswered) {
      answer.shouldKeepAlive = false
      // An answer that is on its way has promised to keep the connection.
      if (answer.headersSent)
        answer.once('close', () => setImmediate(() => app.server.closeIdleConnections()))
    }
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref()
  })
}
