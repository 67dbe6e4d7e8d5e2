import type { IncomingMessage } from 'node:http'

const pathOfOne = /^\/api\/uploads\/[^/?]+(\?|$)/
const hidden = new Set(['HEAD', 'PATCH', 'DELETE'])

/**
 * Some proxies block HEAD, PATCH and DELETE, so clients send POST with a header that names the method (tus
 * 1.0, "X-HTTP-Method-Override"). Call this before the router sees the request.
 */
export function overrideMethod(request: IncomingMessage): void {
  // Node parses headers lazily, so this check costs other requests nothing.
  if (request.method !== 'POST' || !pathOfOne.test(request.url!)) return
  const wanted = `${request.headers['x-http-method-override']}`.toUpperCase()
  if (hidden.has(wanted)) request.method = wanted
}
