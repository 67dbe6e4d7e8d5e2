import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/**
 * Matches a host name. The last label of an IP address has only digits, but the last label of a host name
 * never does.
 */
const hostNamePattern = /^([a-z0-9_-]{1,63}\.)*(?!\d+$)[a-z0-9_-]{1,63}$/i

export const whole = (min: number, max: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text),
    z
      .number(`a whole number from ${min} to ${max}`)
      .min(min, { error: `a whole number from ${min} to ${max}` })
      .max(max, {
        error: `a whole number from ${min} to ${max}`,
      }),
  )

export const url = (protocols: string[], isRight: (url: URL) => boolean, error: string) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text)
      return url !== null && protocols.includes(url.protocol) && isRight(url)
    },
    { error },
  )

export const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const yesOrNo = z
  .enum(['true', 'false'], { error: '`true` or `false`' })
  .transform((text) => text === 'true')

export const isAddressOrName = (text: string) => isAddress(text) || hostNamePattern.test(text)

/** Whether text is an IP address. `ipaddr` alone would read `10` as 0.0.0.10 and `010.0.0.1` as 8.0.0.1. */
export function isAddress(text: string) {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

/** Rejects a range of all addresses, which would let any client forge its IP address. */
export function isAddressOrRange(text: string) {
  const [address, bits] = text.split('/')
  return isAddress(address!) && (bits === undefined || (ipaddr.isValidCIDR(text) && Number(bits) > 0))
}

/** Whether a URL has no query, fragment or credentials, so that paths can be appended. */
export function isBare(url: URL) {
  return url.search === '' && url.hash === '' && url.username === '' && url.password === ''
}

/** Whether `pg` can decode these parts. It fails with a stack trace if they are malformed. */
export function isDecodable({ username, password, hostname, pathname }: URL) {
  try {
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** Rejects several hosts, which `pg` would look up as one name. */
const isPostgres = (url: URL) =>
  isDecodable(url) && !url.hostname.includes(',') && !url.searchParams.get('host')?.includes(',')

export const postgresUrl = url(
  ['postgres:', 'postgresql:'],
  isPostgres,
  'a postgres:// URL with one host, and with special characters percent-encoded',
)

/** Rejects other parts of a URL, which are options of other clients and have no effect here. */
export function isRedis(url: URL) {
  const { hostname, pathname, search, hash } = url
  return hostname !== '' && /^\/?\d{0,4}$/.test(pathname) && search + hash === '' && isDecodable(url)
}

/** Whether a URL has no path. Other text also counts as true, because another rule reports it. */
export const isAtRoot = (text: string) => /^\/*$/.test(URL.parse(text)?.pathname ?? '/')
