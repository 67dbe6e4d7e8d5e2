import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../server/test/support/service.ts'

/** The interval between checks of `/readyz`. After one failed check, a node gets no more requests. */
const lookMs = 200
const lookMsMax = 3_000

type Node = { url: string; isReady: boolean }

export type Balancer = Awaited<ReturnType<typeof startBalancer>>

/**
 * Starts a load balancer in front of nodes. It sends each request to the next ready node, reuses connections, and never
 * retries. If no node is ready, it tries any node, because an error from a node is better than no response.
 */
export async function startBalancer() {
  const nodes = new Map<string, Node>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  function next(): Node | undefined {
    const all = [...nodes.values()]
    const ready = all.filter(({ isReady }) => isReady)
    const candidates = ready.length > 0 ? ready : all
    return candidates[turn++ % candidates.length]
  }

  const server = createServer({ requestTimeout: 0 }, (asked, answer) => {
    const node = next()
    if (node) pass(agent, node.url, asked, answer)
    else answer.writeHead(502).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const looking = setInterval(() => {
    for (const node of nodes.values()) void look(node)
  }, lookMs)
  atEnd(async () => {
    clearInterval(looking)
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Registers a node, which gets requests once it is ready. */
    set: (name: string, url: string) => void nodes.set(name, { url, isReady: false }),
    isReady: (name: string) => nodes.get(name)?.isReady ?? false,
  }
}

async function look(node: Node) {
  const answer = await fetch(`${node.url}/readyz`, { signal: AbortSignal.timeout(lookMsMax) }).catch(
    () => undefined,
  )
  node.isReady = answer?.status === 200
  await answer?.body?.cancel()
}

/**
 * Forwards a request. If the node drops the connection, the client gets 502, or a truncated response if the
 * response had started.
 */
function pass(agent: Agent, url: string, asked: IncomingMessage, answer: ServerResponse) {
  const { method, headers } = asked
  const sent = request(url + asked.url, { method, headers, agent })
  sent.on('response', (response) => {
    // Hop-by-hop headers, which must not be forwarded.
    const { connection, 'keep-alive': _, ...rest } = response.headers
    answer.writeHead(response.statusCode!, rest)
    response.pipe(answer).on('error', () => {})
    response.on('error', () => answer.destroy())
  })
  sent.on('error', (error) => {
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end(`The balancer: ${error.message}`)
  })
  asked.on('error', () => {})
  answer.on('close', () => {
    if (!answer.writableFinished) sent.destroy()
  })
  asked.pipe(sent)
}
