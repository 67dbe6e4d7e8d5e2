import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Cuts whoever has asked for something and takes next to nothing of it for so long: it would hold a file, what was read of
 * it and a connection for ever. How long a whole answer takes is not bounded, for only its size says that. Whenever the
 * system takes more the time begins anew, and none runs while there is nothing to be taken: Node keeps it. The system
 * takes more once a good part of its buffer has gone, which may hold some MB.
 */
export function slowReaderTimeout(server: Server, waitMs: number) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // To look at all of them now and then costs a request nothing.
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
