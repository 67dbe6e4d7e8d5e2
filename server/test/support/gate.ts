import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

export type Gate = {
  /** The URL of the server behind the gate, through it. */
  url: string
  /** Ends all connections and rejects new ones until `open`. */
  close(): void
  open(): void
  count(): number
  /** Ends each connection that has sent this many bytes back. If undefined, none. */
  bytesMax: number | undefined
  /**
   * Ends each connection whose request starts with this text, such as its method. If undefined, no connection
   * is ended.
   */
  refused: string | undefined
  /** Holds back a request that starts with this text until the gate is closed. If undefined, none. */
  hung: string | undefined
}

/** A TCP proxy that a test can close, so that a server fails as it would in a network. */
export async function startGate(target: string): Promise<Gate> {
  const { hostname, port, searchParams } = new URL(target)
  // PostgreSQL URLs name the directory of a Unix socket like this.
  const folder = searchParams.get('host')
  const behind = folder
    ? { path: `${folder}/.s.PGSQL.${port || 5432}` }
    : { host: hostname, port: Number(port) }
  const sockets = new Set<Socket>()
  let isOpen = true
  const gate: Gate = {
    url: '',
    bytesMax: undefined,
    refused: undefined,
    hung: undefined,
    count: () => sockets.size,
    open() {
      isOpen = true
    },
    close() {
      isOpen = false
      for (const socket of sockets) socket.destroy()
    },
  }
  const server = createServer((near) => {
    if (!isOpen) return near.destroy()
    const far = connect(behind)
    near.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (gate.hung && text.startsWith(gate.hung)) near.unpipe(far)
      if (gate.refused && text.startsWith(gate.refused)) {
        near.destroy()
        far.destroy()
      }
    })
    let bytes = 0
    far.on('data', (chunk) => {
      bytes += chunk.length
      if (gate.bytesMax !== undefined && bytes > gate.bytesMax) near.destroy()
    })
    sockets.add(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(near)
          other.destroy()
        })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    gate.close()
    server.close()
  })
  gate.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return gate
}
