import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes connections whose client reads almost nothing for this time, because they would hold a file, its buffers and a
 * connection forever. The total time of a response is not limited, because it depends on the size. The time restarts
 * whenever the system accepts more data, and does not run while nothing is being sent. The system accepts more data
 * only after much of its buffer, which can hold several MB, was sent.
 */
export function slowReaderTimeout(server: Server, waitMs: number) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Checking all connections periodically costs nothing per request.
  const looking = setInterval(() => {
    for (const socket of sockets) {
      const isBehind = socket.writableLength > 0
      if (isBehind && !socket.timeout) socket.setTimeout(waitMs)
      if (!isBehind && socket.timeout === waitMs) socket.setTimeout(0)
    }
  }, waitMs / 2)
  looking.unref()
  server.once('close', () => clearInterval(looking))
}
