import { reachOf } from '../../outbound/address-range.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { OutboundError, type OutboundFault } from '../../outbound/outbound-error.ts'
import { invalid } from './validation.ts'

/**
 * Rejects a URL whose text shows that it must not be called. Its IP address is checked when a request is
 * sent.
 */
export function assertCallableUrl(outbound: Outbound, field: string, url: string) {
  const fault = outbound.check(url)
  if (!fault) return
  const hint = isLoopback(url) ? ` ${loopbackHint}` : ''
  throw invalid(field, (advice[fault] ?? new OutboundError(fault).message) + hint)
}

const loopbackHint =
  'It is on the server itself: for development, the operator can allow that with OUTBOUND_LOOPBACK=true.'

function isLoopback(text: string) {
  const hostname = URL.parse(text)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return hostname === 'localhost' || hostname.endsWith('.localhost') || reachOf(hostname) === 'loopback'
}

/** Advice about what to enter instead. */
const advice: { [Fault in OutboundFault]?: string } = {
  not_a_url: 'Enter a valid URL.',
  not_https: 'Enter an https URL.',
  has_credentials: 'Enter a URL without a user name and a password.',
  not_public: 'Enter a URL whose IP address is public.',
}
