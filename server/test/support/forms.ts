import { type Answer, type Caller, send, someAddress } from './companies.ts'
import type { Service } from './service.ts'

export type Fields = Record<string, string> | string

/**
 * Sends a form as OAuth libraries do, from its own IP address, so the service must trust this machine as a
 * proxy.
 */
export const sendForm = (
  service: Pick<Service, 'url'>,
  path: string,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(service, 'POST', path, {
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': someAddress(),
      ...headers,
    },
  })

type Client = Pick<Caller, 'clientId' | 'clientSecret'>

export const basic = ({ clientId, clientSecret }: Client) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
})

export const inBody = ({ clientId, clientSecret }: Client) => ({
  client_id: clientId,
  client_secret: clientSecret,
})
