import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { atEnd } from './service.ts'

/**
 * The effect on a COMMIT:
 * - `lost`: the connection ends before the server receives it.
 * - `unanswered`: the connection ends after the server has responded, and the response is lost.
 * - `alone`: like `unanswered`, and all other connections end at the same moment.
 * - `unwatched`: the connection ends when the server has received the commit, finished or not.
 */
export type Fault = 'lost' | 'unanswered' | 'alone' | 'unwatched'

export type CommitProxy = {
  /** The URL of the server, through the proxy. */
  url: string
  /** Applies to the next transaction that sends this text as a value. If undefined, no commit is affected. */
  next: Next | undefined
}

type Next = {
  fault: Fault
  text: string
  /** Whether the statement with the text is itself a commit. */
  isAlone?: boolean
}

/** PostgreSQL protocol: a simple query, and its completion tag. */
const commit = Buffer.from('commit\0')
const committed = Buffer.from('COMMIT\0')

/** Runs between a service and PostgreSQL and breaks connections at a commit. */
export async function startCommitProxy(target: string): Promise<CommitProxy> {
  const { hostname, port, searchParams } = new URL(target)
  const folder = searchParams.get('host')
  const behind = folder
    ? { path: `${folder}/.s.PGSQL.${port || 5432}` }
    : { host: hostname, port: Number(port) }
  const nears = new Set<Socket>()
  const fars = new Set<Socket>()
  const proxy: CommitProxy = { url: '', next: undefined }

  const server = createServer((near) => {
    const far = connect(behind)
    let fault: Fault | undefined
    let met: Next | undefined
    nears.add(near)
    fars.add(far)
    near
      .on('error', () => {})
      .on('close', () => {
        nears.delete(near)
        // PostgreSQL still processes the received data.
        if (!fault) far.end()
      })
    far
      .on('error', () => {})
      .on('close', () => {
        fars.delete(far)
        near.destroy()
      })
    near.on('data', (chunk: Buffer) => {
      const { next } = proxy
      if (next && chunk.includes(next.text)) met = next
      if (met && met === next && (met.isAlone || chunk.includes(commit))) {
        fault = met.fault
        proxy.next = undefined
        if (fault === 'lost') return far.destroy()
      }
      far.write(chunk)
      if (fault === 'unwatched') near.destroy()
    })
    far.on('data', (chunk: Buffer) => {
      if (!fault || !(met!.isAlone || chunk.includes(committed))) return void near.write(chunk)
      far.destroy()
      if (fault === 'alone') for (const other of nears) other.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    for (const socket of [...nears, ...fars]) socket.destroy()
    server.close()
  })
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url.searchParams.delete('host')
  proxy.url = url.href
  return proxy
}
