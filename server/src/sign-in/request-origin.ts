import type { Origin } from '../audit/event.ts'
import { addressKey } from '../ip-addresses.ts'

/**
 * Our headers with the IP address and the request ID for the library. Values that a client sends in them are
 * dropped.
 */
export const addressHeader = 'x-atelier-address'
export const requestHeader = 'x-atelier-request'

export type Asked = { headers?: Headers | undefined }

export function originOf(asked: Asked | null | undefined): Origin | undefined {
  const address = addressKey(asked?.headers?.get(addressHeader) ?? '')
  const requestId = asked?.headers?.get(requestHeader)
  return address ? { address, ...(requestId && { requestId }) } : undefined
}
