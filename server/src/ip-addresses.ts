import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** From where a client may call, at most so many addresses and networks. */
export const allowedAddressesMax = 100

/** `192.0.2.1:443`, `[2001:db8::1]:443`, `[2001:db8::1]`. */
const withPort = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/

/** An address without the port that some proxies forward with it; undefined when it is no address. */
export function plainAddress(text: string): string | undefined {
  const address = withPort.exec(text)?.slice(1).find(Boolean) ?? text
  return isIP(address) === 0 ? undefined : address
}

/**
 * An address or a network (RFC 4632, RFC 4291 §2.3) as it is kept: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`.
 * Undefined when it is neither, or IPv4 written as IPv6: nothing that comes is compared with that.
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

/** Of those who ask at a time. */
const addressesMax = 1_000
/** The longest address has 45 letters; behind a `%` there may be any number. */
const addressLengthMax = 64

/** Makes something of a text, and remembers it for so many texts that are no longer. */
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

/** Whether who comes from `text` is in one of the ranges; none of them means any. What is no address is in none. */
export function isAllowed(ranges: readonly string[], text: string | undefined): boolean {
  if (ranges.length === 0) return true
  const address = text === undefined ? undefined : plainAddress(text)
  if (address === undefined) return false
  const one = parsedAddress(address)
  const oneText = one.toString()
  return parsedRanges(ranges).some(({ network, text, length }) => {
    if (network.kind() !== one.kind()) return false
    // Both are of one kind here, which the library's overloads cannot see.
    return length === undefined ? text === oneText : one.match(network as never, length)
  })
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = { network: Address; text: string; length: number | undefined }

/** An IPv4 address may come mapped into IPv6. */
const parsedAddress = remembering<Address>((address) => ipaddr.process(address))

/** The longest of them, a hundred networks of IPv6. */
const rangesLengthMax = allowedAddressesMax * 50
/** A hundred ranges take some 25 kB. */
const listsMax = 500
const parsedTexts = remembering<readonly Range[]>(
  (texts) => texts.split(' ').map(parsedRange),
  listsMax,
  rangesLengthMax,
)
const parsedLists = new WeakMap<readonly string[], readonly Range[]>()

/**
 * What is read of a client or a token stays in memory and is asked of with each request. Its ranges are parsed once, and
 * kept once for all tokens of a client, each of which has a list of its own.
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
 * The caller as the limiter knows it: an IPv4 address, also where it comes mapped into IPv6; of IPv6 the /64,
 * since whoever has one address of it has them all. Some proxies forward the port too: it is not part of the
 * caller, or each connection would be a new one. Undefined when it is no address.
 */
export function addressKey(text: string): string | undefined {
  const address = plainAddress(text)
  return address === undefined || isIPv4(address) ? address : keyOfIpv6(address)
}

/** To parse one costs more than to count it. */
const keyOfIpv6 = remembering((address) => {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
})
