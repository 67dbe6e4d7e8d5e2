import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { source } from '../../server/test/support/imports.ts'
import { asked } from './kinds.ts'
import type { Server, Target } from './writer.ts'

/** Of messages, these are refused once: they must come again. */
const refusedPart = 0.05

/** Somebody's server, which is told of every change. */
export type Receiver = {
  webhookId: string
  url: string
  /** What was taken, by the id of the message. */
  taken: Map<string, string>
}

/** Notes what is not signed as it must be, and what comes again as something else. */
export async function openReceiver(target: Target & Server, problems: string[]): Promise<Receiver> {
  const taken = new Map<string, string>()
  const refused = new Set<string>()
  let verify: Webhook['verify'] | undefined

  /** @returns the status of the answer. */
  function take({ headers }: IncomingMessage, body: string): number {
    const id = `${headers['webhook-id']}`
    try {
      verify?.(body, headers as Record<string, string>)
    } catch (error) {
      problems.push(`The message ${id} is not signed as it must be: ${(error as Error).message}`)
    }
    if (!taken.has(id) && !refused.has(id) && Math.random() < refusedPart) {
      refused.add(id)
      return 503
    }
    if ((taken.get(id) ?? body) !== body) problems.push(`The message ${id} came again with another body.`)
    taken.set(id, body)
    return 204
  }

  const { url } = await source((request, response) =>
    // Whoever is killed while it speaks has said nothing.
    text(request).then(
      (body) => response.writeHead(take(request, body)).end(),
      () => response.destroy(),
    ),
  )
  const answer = await asked(target, target.token, 'POST', '/api/webhooks', { url })
  if (answer.status !== 201) throw new Error(`The webhook was answered ${answer.status}: ${answer.text}`)
  const { id, secret } = answer.body.data
  const webhook = new Webhook(secret)
  verify = (body, headers) => webhook.verify(body, headers)
  return { webhookId: id, url, taken }
}
