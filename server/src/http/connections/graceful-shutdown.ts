import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

export type Drain = {
  readonly isClosing: boolean
  /** From now on each answer says that its connection closes, and the server that it is not ready. It goes on serving. */
  leave(): void
}

/** How often a closing server looks for connections on which nothing happens any more. */
const lookMs = 50

/**
 * Lets a closing server come to its end: what has been asked is answered, and told that the connection closes.
 * Node alone waits for the clients to hang up, and those of a balancer keep their connections for minutes.
 * @param drainMs whoever has still not sent a whole request by then, or not read the answer, is cut.
 */
export function drainOnClose(app: FastifyInstance, drainMs: number): Drain {
  const unanswered = new Set<ServerResponse>()
  let isClosing = false

  function leave() {
    isClosing = true
    for (const answer of unanswered) answer.shouldKeepAlive = false
  }

  app.addHook('onRequest', async (_, { raw }) => {
    if (isClosing) raw.shouldKeepAlive = false
    unanswered.add(raw)
    raw.once('close', () => unanswered.delete(raw))
  })

  app.addHook('preClose', async () => {
    leave()
    // An answer that was on its way had promised to keep the connection.
    const looking = setInterval(() => app.server.closeIdleConnections(), lookMs)
    app.server.once('close', () => clearInterval(looking))
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref()
  })

  return {
    get isClosing() {
      return isClosing
    },
    leave,
  }
}
