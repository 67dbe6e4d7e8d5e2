import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

export type Drain = {
  readonly isClosing: boolean
  /** From now on, responses close their connections and readiness checks fail. Requests are still served. */
  leave(): void
}

/** Interval at which a closing server looks for idle connections. */
const lookMs = 50

/**
 * Closes a server gracefully. Requests in progress get a response that closes the connection.
 * Node alone would wait until clients disconnect, and load balancers keep connections for minutes.
 * @param drainMs after this time, connections with an incomplete request or an unread response are closed.
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
    // A response that had already started could not announce that the connection closes.
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
