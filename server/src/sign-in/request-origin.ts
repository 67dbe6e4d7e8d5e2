import type { Origin } from '../audit/event.ts'
import { addressKey } from '../ip-addresses.ts'

/** In which we tell the library who asks, and by which request; what a client says in them is dropped. */
export const addressHeader = 'x-atelier-address'
export const requestHeader = 'x-atelier-request'

/** What the library gives its hooks of the request. */
export type Asked = { headers?: Headers | undefined }

export function originOf(asked: Asked | null | undefined): Origin | undefined {
  const address = addressKey(asked?.headers?.get(addressHeader) ?? '')
  const requestId = asked?.headers?.get(requestHeader)
  return address ? { address, ...(requestId && { requestId }) } : undefined
}
