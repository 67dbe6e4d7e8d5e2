import { isIP } from 'node:net'
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

/** Whether who comes from `text` is in one of the ranges; none of them means any. What is no address is in none. */
export function isAllowed(ranges: readonly string[], text: string | undefined): boolean {
  if (ranges.length === 0) return true
  const address = text === undefined ? undefined : plainAddress(text)
  if (address === undefined) return false
  // An IPv4 address may come mapped into IPv6.
  const one = ipaddr.process(address)
  return ranges.some((range) => {
    const [network, length] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.parse(range), undefined]
    if (network.kind() !== one.kind()) return false
    return length === undefined ? network.toString() === one.toString() : one.match(network as never, length)
  })
}
