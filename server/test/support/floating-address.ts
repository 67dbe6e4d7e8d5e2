import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { atEnd } from './service.ts'

/**
 * An IP address that can be switched from one server to another, like the address of HAProxy, Patroni or a
 * cloud provider.
 */
export async function floatingAddress(first: number) {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(one)
          other.destroy()
        })
        .pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  atEnd(async () => {
    cut()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: (database: string, user: string) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    /** Existing connections stay open until they are cut. */
    lead(port: number) {
      target = port
    },
    cut,
  }
}
