import type { Origin } from '../audit/event.ts'
import { addressKey } from '../ip-addresses.ts'

/** Headers that tell the library the IP address and the request ID. A client's own values are dropped. */
export const addressHeader = 'x-atelier-address'
export const requestHeader = 'x-atelier-request'

/** What the library's hooks receive of the request. */
export type Asked = { headers?: Headers | undefined }

export function originOf(asked: Asked | null | undefined): Origin | undefined {
  const address = addressKey(asked?.headers?.get(addressHeader) ?? '')
  const requestId = asked?.headers?.get(requestHeader)
  return address ? { address, ...(requestId && { requestId }) } : undefined
}
