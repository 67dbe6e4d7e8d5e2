import type { IncomingMessage } from 'node:http'

const pathOfOne = /^\/api\/uploads\/[^/?]+(\?|$)/
const hidden = new Set(['PATCH', 'DELETE'])

/**
 * Some proxies let neither PATCH nor DELETE through: clients send POST then, and say in a header what they mean
 * (tus 1.0, «X-HTTP-Method-Override»). Call it before the router sees the request.
 */
export function overrideMethod(request: IncomingMessage): void {
  // All other requests pay nothing: Node parses headers when somebody asks for them.
  if (request.method !== 'POST' || !pathOfOne.test(request.url!)) return
  const wanted = `${request.headers['x-http-method-override']}`.toUpperCase()
  if (hidden.has(wanted)) request.method = wanted
}
