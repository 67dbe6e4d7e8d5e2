import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { source } from '../../server/test/support/imports.ts'
import { asked } from './kinds.ts'
import type { Server, Target } from './writer.ts'

/** The share of messages that are rejected once, to be retried. */
const refusedPart = 0.05

export type Receiver = {
  webhookId: string
  url: string
  /** Accepted messages by ID. */
  taken: Map<string, string>
}

/** Records messages with an invalid signature, or with another body when retried. */
export async function openReceiver(target: Target & Server, problems: string[]): Promise<Receiver> {
  const taken = new Map<string, string>()
  const refused = new Set<string>()
  let verify: Webhook['verify'] | undefined

  /** @returns the status of the response. */
  function take({ headers }: IncomingMessage, body: string): number {
    const id = `${headers['webhook-id']}`
    try {
      verify?.(body, headers as Record<string, string>)
    } catch (error) {
      problems.push(`The message ${id} has an invalid signature: ${(error as Error).message}`)
    }
    if (!taken.has(id) && !refused.has(id) && Math.random() < refusedPart) {
      refused.add(id)
      return 503
    }
    if ((taken.get(id) ?? body) !== body) problems.push(`The message ${id} was retried with another body.`)
    taken.set(id, body)
    return 204
  }

  const { url } = await source((request, response) =>
    // If the server was killed while sending, nothing was delivered.
    text(request).then(
      (body) => response.writeHead(take(request, body)).end(),
      () => response.destroy(),
    ),
  )
  const answer = await asked(target, target.token, 'POST', '/api/webhooks', { url })
  if (answer.status !== 201) throw new Error(`Creating the webhook returned ${answer.status}: ${answer.text}`)
  const { id, secret } = answer.body.data
  const webhook = new Webhook(secret)
  verify = (body, headers) => webhook.verify(body, headers)
  return { webhookId: id, url, taken }
}
