export const allowedOriginsMax = 20
const originLengthMax = 300

/** Allows every port of this machine, for pages in development. */
export const anyLocalPort = 'http://localhost:*'

/**
 * Parses an origin as browsers write it (RFC 6454 §6.2), or `http://localhost:*`. Undefined for anything
 * else.
 */
export function webOrigin(text: string): string | undefined {
  if (text === anyLocalPort) return text
  if (text.length > originLengthMax || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { origin, href, username, password } = new URL(text)
  const isBare = username === '' && password === '' && href === `${origin}/`
  return isBare && !/[#?*]/.test(text) ? origin : undefined
}

/** The entries by which a client can list this origin. */
export const listingsOf = (origin: string): string[] =>
  /^http:\/\/localhost(:\d{1,5})?$/.test(origin) ? [origin, anyLocalPort] : [origin]
