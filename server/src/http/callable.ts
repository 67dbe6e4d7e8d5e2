import { type Outbound, OutboundError } from './outbound.ts'
import { invalid } from './validation.ts'

/** Refuses a URL that may not be called, by its text. What its name means is looked at when something is sent. */
export function assertCallable(outbound: Outbound, field: string, url: string) {
  const fault = outbound.check(url)
  if (fault) throw invalid(field, `The ${field} field can't be called: ${new OutboundError(fault).message}`)
}
