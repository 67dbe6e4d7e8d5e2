import { keyOf, signedBytes } from './signature.ts'

export type SignedMessage = {
  /** Raw body: the message as JSON, with its type and the current time. */
  body: string
  headers: {
    'content-type': string
    'webhook-id': string
    'webhook-timestamp': string
    'webhook-signature': string
  }
}

/**
 * Signs a message as Atelier does, to test a receiver. `verifyWebhook` accepts the message.
 * @param message the type of a change and its data, and optionally a timestamp or an ID.
 * @param secret the secret of the webhook, `whsec_…`.
 * @throws {TypeError} if the secret is not a webhook secret.
 */
export async function signWebhook(
  message: { type: string; data?: unknown; timestamp?: Date; id?: string },
  secret: string,
): Promise<SignedMessage> {
  const { type, data = null, timestamp = new Date(), id = `msg_${crypto.randomUUID()}` } = message
  const body = JSON.stringify({ type, timestamp: timestamp.toISOString(), data })
  const time = String(Math.floor(timestamp.getTime() / 1_000))
  const key = await keyOf(secret, 'sign')
  const signature = await crypto.subtle.sign(
    'HMAC',
    key,
    signedBytes(id, time, new TextEncoder().encode(body)),
  )
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
    },
  }
}
