import { type Outbound, OutboundError, type OutboundFault } from '../../outbound/outbound.ts'
import { invalid } from './validation.ts'

/** Rejects a URL that may not be called, by its text. Its address is checked when something is sent. */
export function assertCallableUrl(outbound: Outbound, field: string, url: string) {
  const fault = outbound.check(url)
  if (fault) throw invalid(field, advice[fault] ?? new OutboundError(fault).message)
}

/** What to enter instead. */
const advice: { [Fault in OutboundFault]?: string } = {
  not_a_url: 'Enter a valid URL.',
  not_https: 'Enter an https URL.',
  has_credentials: 'Enter a URL without a user name and a password.',
  not_public: 'Enter a URL whose IP address is public.',
}
