export const redirectUriLengthMax = 1_000

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Parses a redirect URI: https, or http on this machine (RFC 8252 §7.3), without a fragment or credentials.
 * The text must be normalized as the browser writes it, so that texts can be compared.
 */
export function parseRedirectUri(text: string): URL | undefined {
  if (text.length > redirectUriLengthMax || text.includes('#')) return undefined
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '') return undefined
  const isCanonical = url.href === text || url.href === `${text}/`
  return isCanonical && (url.protocol === 'https:' || isLoopback(url)) ? url : undefined
}

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && loopbackHosts.includes(hostname)

/**
 * Whether an app registered a redirect URI. The texts must be equal. Only the port of this machine can
 * differ, because programs listen on any free port (RFC 8252 §7.3).
 */
export function isRegistered(registered: readonly string[], text: string): boolean {
  const asked = parseRedirectUri(text)
  if (!asked) return false
  return registered.some(
    (one) =>
      one === text || (isLoopback(asked) && portless(one) === portless(text) && isLoopback(new URL(one))),
  )
}

function portless(text: string): string {
  const url = new URL(text)
  url.port = ''
  return url.href
}

/** Adds response parameters to the redirect URI (RFC 6749 §4.1.2). */
export const withParameters = (uri: string, parameters: Record<string, string | undefined>): string => {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
