import type { Origin } from '../audit/event.ts'
import { addressKey } from '../ip-addresses.ts'

/**
 * Headers that pass the IP address and the request ID to the library. Values that a client sends in them are
 * dropped.
 */
export const addressHeader = 'x-atelier-address'
export const requestHeader = 'x-atelier-request'

/** The parts of a request that the library's hooks receive. */
export type Asked = { headers?: Headers | undefined }

export function originOf(asked: Asked | null | undefined): Origin | undefined {
  const address = addressKey(asked?.headers?.get(addressHeader) ?? '')
  const requestId = asked?.headers?.get(requestHeader)
  return address ? { address, ...(requestId && { requestId }) } : undefined
}
