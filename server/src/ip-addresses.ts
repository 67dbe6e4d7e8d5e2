import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Maximum number of IP addresses and networks of a client. */
export const allowedAddressesMax = 100

/**
 * Matches an IP address with a port or in brackets: `192.0.2.1:443`, `[2001:db8::1]:443`, `[2001:db8::1]`.
 */
const withPort = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/

/** An IP address without the port that some proxies append. Undefined for anything else. */
export function plainAddress(text: string): string | undefined {
  const address = withPort.exec(text)?.slice(1).find(Boolean) ?? text
  return isIP(address) === 0 ? undefined : address
}

/**
 * Normalizes an IP address or a network (RFC 4632, RFC 4291 §2.3): `192.0.2.7`, `192.0.2.0/24`,
 * `2001:db8::/32`. Undefined for anything else, and for IPv4 written as IPv6, which no caller's address would
 * match.
 */
export function addressRange(text: string): string | undefined {
  const [address = '', length, ...more] = text.trim().split('/')
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return undefined
  const parsed = ipaddr.parse(address)
  if (parsed.kind() !== ipaddr.process(address).kind()) return undefined
  if (length === undefined) return parsed.toString()
  const bits = parsed.kind() === 'ipv4' ? 32 : 128
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits) return undefined
  const network = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${network.networkAddressFromCIDR(`${parsed}/${Number(length)}`)}/${Number(length)}`
}

const addressesMax = 1_000
/**
 * Maximum length of a cached IP address. The longest address has 45 characters, but any text can follow a
 * `%`.
 */
const addressLengthMax = 64

/** Caches a function of a string. Only a limited number of strings up to a maximum length are cached. */
export function remembering<T>(
  make: (text: string) => T,
  textsMax = addressesMax,
  textLengthMax = addressLengthMax,
): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    if (text.length > textLengthMax) return made
    if (known.size >= textsMax) known.clear()
    known.set(text, made)
    return made
  }
}

/**
 * Whether an IP address is in one of the ranges. An empty list allows any address. Text that is not an IP address is in
 * no range.
 */
export function isAllowed(ranges: readonly string[], text: string | undefined): boolean {
  if (ranges.length === 0) return true
  const address = text === undefined ? undefined : plainAddress(text)
  if (address === undefined) return false
  const one = parsedAddress(address)
  const oneText = one.toString()
  return parsedRanges(ranges).some(({ network, text, length }) => {
    if (network.kind() !== one.kind()) return false
    // Both addresses have the same kind here, which the library's overloads cannot express.
    return length === undefined ? text === oneText : one.match(network as never, length)
  })
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = { network: Address; text: string; length: number | undefined }

/** An IPv4 address can be mapped into IPv6. */
const parsedAddress = remembering<Address>((address) => ipaddr.process(address))

/** Maximum length of a cached list, which fits a hundred IPv6 networks. */
const rangesLengthMax = allowedAddressesMax * 50
/** Maximum number of cached lists. A hundred ranges take about 25 kB. */
const listsMax = 500
const parsedTexts = remembering<readonly Range[]>(
  (texts) => texts.split(' ').map(parsedRange),
  listsMax,
  rangesLengthMax,
)
/** Caches the ranges of a cached client or token. They are freed together with the list. */
const parsedLists = new WeakMap<readonly string[], readonly Range[]>()

/**
 * Cached clients and tokens are checked with each request. Ranges are parsed once and shared by all tokens of
 * a client, although each token has its own list.
 */
function parsedRanges(ranges: readonly string[]): readonly Range[] {
  const known = parsedLists.get(ranges)
  if (known) return known
  const parsed = parsedTexts(ranges.join(' '))
  parsedLists.set(ranges, parsed)
  return parsed
}

function parsedRange(range: string): Range {
  const [network, length] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.parse(range), undefined]
  return { network, text: network.toString(), length }
}

/**
 * The caller's key for rate limits. For IPv4, the address, even if it is mapped into IPv6. For IPv6, the /64,
 * which one user controls completely. A port that a proxy forwards is removed; otherwise, each connection
 * would count as a new caller. Undefined if the text is not an IP address.
 */
export function addressKey(text: string): string | undefined {
  const address = plainAddress(text)
  return address === undefined || isIPv4(address) ? address : keyOfIpv6(address)
}

/**
 * The network of a caller's key, for limits that an owner of many addresses must not avoid: the /24 of IPv4, and the
 * /48 of IPv6. One rented machine may have a /48, which contains 65,536 of the /64 networks that otherwise count as an
 * IP address.
 */
export const networkKey = (address: string): string =>
  address.endsWith('::/64')
    ? `${address.split(':').slice(0, 3).join(':')}::/48`
    : address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')

/** The keys are cached, because parsing costs more than counting. */
const keyOfIpv6 = remembering((address) => {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
})
