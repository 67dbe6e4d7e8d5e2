import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../secrets/constant-time-equal.ts'

/**
 * The library knows one secret for cookies. Cookies signed with another accepted secret are signed again
 * before the library sees them, so that all sessions continue after a rotation.
 */
export function reSignCookies([secret, ...others]: readonly [string, ...string[]]) {
  if (others.length === 0) return (headers: Headers) => headers
  return (headers: Headers): Headers => {
    const cookie = headers.get('cookie')
    if (cookie === null) return headers
    const anew = new Headers(headers)
    anew.set('cookie', cookie.split(/; */).map(signAnew).join('; '))
    return anew
  }

  function signAnew(pair: string): string {
    const [, name, text] = /^([^=]+)=(.*)$/.exec(pair) ?? []
    if (name === undefined || text === undefined) return pair
    const [, value, signature] = signedPattern.exec(decoded(text)) ?? []
    if (
      value === undefined ||
      !others.some((other) => constantTimeEqual(signature!, signatureOf(other, value)))
    )
      return pair
    return `${name}=${encodeURIComponent(`${value}.${signatureOf(secret, value)}`)}`
  }
}

/** The format of `better-call`'s signed cookies, percent-encoded: the value, a dot, and the signature. */
const signedPattern = /^(.+)\.([A-Za-z0-9+/]{43}=)$/

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const signatureOf = (secret: string, value: string) =>
  createHmac('sha256', secret).update(value).digest('base64')
