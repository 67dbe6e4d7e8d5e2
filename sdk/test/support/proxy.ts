import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/**
 * The proxy's treatment of a request: forward it; forward it and drop the response; never respond; or send
 * this response.
 */
export type Fate =
  | 'pass'
  | 'lose'
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: string }

/**
 * A proxy in front of the API. Each request gets the next fate. After the last fate, all requests get the
 * last. Token requests are forwarded.
 */
export async function startProxy(service: { url: string }, first: Fate[], rest: Fate = 'pass') {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const isToken = request.url === '/oauth/access-token'
    const fate = isToken ? 'pass' : (first[seen.push(`${request.method} ${request.url}`) - 1] ?? rest)
    if (fate === 'hang') return
    if (typeof fate === 'object') return answer(response, fate)
    passOn(service.url, request, (answered) => {
      if (fate === 'lose') answered.resume().once('end', () => response.destroy())
      else answered.pipe(response.writeHead(answered.statusCode!, answered.headers))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function answer(response: ServerResponse, { status, headers, body = '{"message":"No."}' }: Fate & object) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** @returns the forwarded request. */
export function passOn(url: string, request: IncomingMessage, answered: (answer: IncomingMessage) => void) {
  const { method, headers } = request
  return request.pipe(ask(url + request.url, { method: method!, headers }, answered))
}
