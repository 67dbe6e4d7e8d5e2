import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type Drain = {
  /** Waits for an answer that no hook has seen. */
  watch(answer: ServerResponse): void
  readonly isClosing: boolean
}

/**
 * Lets a closing server come to its end: what has been asked is answered, and told that the connection closes.
 * Node alone waits for the clients to hang up, and those of a balancer keep their connections for minutes.
 * @param drainMs whoever has still not sent a whole request by then, or not read the answer, is cut.
 */
export function drainOnClose(app: FastifyInstance, drainMs: number): Drain {
  const unanswered = new Set<ServerResponse>()
  let isClosing = false

  const watch = (answer: ServerResponse) => {
    unanswered.add(answer)
    answer.once('close', () => unanswered.delete(answer))
  }
  app.addHook('onRequest', async (_, { raw }) => watch(raw))

  app.addHook('preClose', async () => {
    isClosing = true
    for (const answer of unanswered) {
      answer.shouldKeepAlive = false
      // An answer that is on its way has promised to keep the connection.
      if (answer.headersSent)
        answer.once('close', () => setImmediate(() => app.server.closeIdleConnections()))
    }
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref()
  })

  return {
    watch,
    get isClosing() {
      return isClosing
    },
  }
}
