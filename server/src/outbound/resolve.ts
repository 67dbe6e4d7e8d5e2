import { Resolver } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'

export type Address = { address: string; family: number }

/** The timeout of the first query to a nameserver. The second query has twice as long. */
const tryMs = 3_000
const tries = 2

/**
 * Resolves a host name to all its IP addresses in DNS. The address family that this machine can reach comes
 * first. The system's own lookup would take one of two threads of the process until it gives up, so a few
 * names whose nameservers do not respond would delay every other name, including the name of the database.
 * @param nameservers default to the nameservers of the system.
 * @throws if the name has no IP address.
 */
export async function addressesOf(
  name: string,
  signal: AbortSignal,
  nameservers?: readonly string[],
): Promise<Address[]> {
  // RFC 6761 §6.3: this name is not looked up.
  if (/(^|\.)localhost\.?$/i.test(name)) return [of(4)('127.0.0.1'), of(6)('::1')]
  const resolver = new Resolver({ timeout: tryMs, tries })
  if (nameservers) resolver.setServers(nameservers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const found = await Promise.allSettled([
      resolver.resolve4(name).then((addresses) => addresses.map(of(4))),
      resolver.resolve6(name).then((addresses) => addresses.map(of(6))),
    ])
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length === 0) throw (found[0] as PromiseRejectedResult).reason
    return hasIpv4() ? addresses : addresses.toReversed()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const of = (family: 4 | 6) => (address: string) => ({ address, family })

const hasIpv4 = () =>
  Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.family === 'IPv4' && !one.internal)
