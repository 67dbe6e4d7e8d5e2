import ipaddr from 'ipaddr.js'

/** The part of IPv6 that is given out for the public internet; of it, what stands for IPv4 or nothing is refused. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')
const documentationIpv6 = ipaddr.IPv6.parseCIDR('3fff::/20')

/** Where an address leads. Mapped IPv4 counts as the IPv4 that it is. */
export function reachOf(text: string): 'public' | 'loopback' | 'other' {
  if (!ipaddr.isValid(text)) return 'other'
  const address = ipaddr.process(text)
  if (address.range() === 'loopback') return 'loopback'
  if (address.range() !== 'unicast') return 'other'
  if (address instanceof ipaddr.IPv6 && (!address.match(publicIpv6) || address.match(documentationIpv6)))
    return 'other'
  return 'public'
}
