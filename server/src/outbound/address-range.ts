import ipaddr from 'ipaddr.js'

/** The global unicast range of IPv6. Parts of it that embed IPv4 addresses or are unassigned are rejected. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')
const documentationIpv6 = ipaddr.IPv6.parseCIDR('3fff::/20')

/** The kind of network that an IP address belongs to. IPv4-mapped addresses count as IPv4. */
export function reachOf(text: string): 'public' | 'loopback' | 'other' {
  if (!ipaddr.isValid(text)) return 'other'
  const address = ipaddr.process(text)
  if (address.range() === 'loopback') return 'loopback'
  if (address.range() !== 'unicast') return 'other'
  if (address instanceof ipaddr.IPv6 && (!address.match(publicIpv6) || address.match(documentationIpv6)))
    return 'other'
  return 'public'
}
