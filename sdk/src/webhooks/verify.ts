import type { Change } from '../api.gen.ts'
import { WebhookVerificationError } from '../errors.ts'
import { wrongId } from '../http/ids.ts'
import type { OwnBytes } from '../http/own-bytes.ts'
import { base64Bytes, keyOf, signedBytes } from './signature.ts'

/** Default tolerance, as Standard Webhooks recommends. It tolerates clock differences and limits replay attacks. */
const toleranceSecondsDefault = 300
const signaturesMax = 10

export type WebhookRequest = {
  /** Raw request body. Do not parse and serialize it first, because the signature covers the exact bytes. */
  body: string | Uint8Array | ArrayBuffer
  /** Request headers. Names are not case-sensitive. */
  headers: Headers | Record<string, string | readonly string[] | undefined>
  /** Signing secret, `whsec_…`, or a list of the new and the old secret during a rotation. */
  secret: string | readonly string[]
  /** Maximum difference between the message's timestamp and the current time, in seconds. Default: 300. */
  toleranceSeconds?: number | undefined
}

export type WebhookMessage = {
  /** Message ID. It is the same for every delivery of this message, so store it to detect duplicates. */
  id: string
  /** Type of the change, or `webhook.ping`. */
  type: string
  /** Time of the change, in ISO 8601. */
  timestamp: string
  /** The change. Null for a ping. */
  change: Change | null
}

/**
 * Verifies that a webhook message comes from Atelier and returns it. Checks the signature (Standard Webhooks:
 * HMAC-SHA256 of the ID, timestamp and body) in constant time.
 * @throws {WebhookVerificationError} if the message is invalid. Respond with 400 and ignore it.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookMessage> {
  const { body, headers, secret, toleranceSeconds = toleranceSecondsDefault } = request
  const id = headerOf(headers, 'webhook-id')
  const time = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, signaturesMax)
  assertTimely(time, toleranceSeconds)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const signed = signedBytes(id, time, bytes)
  if (!(await isSignedByAny([secret].flat(), signatures, signed)))
    throw new WebhookVerificationError(
      'The signature of the message is invalid. Check the secret, and that the body is the raw request body.',
    )
  const { type, timestamp, data } = JSON.parse(new TextDecoder().decode(bytes))
  const wrong = wrongId(data)
  if (wrong) throw new WebhookVerificationError(`The message has an invalid ID in the field ${wrong.field}.`)
  return { id, type, timestamp, change: type === 'webhook.ping' ? null : data }
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  const text = typeof value === 'string' ? value : value?.[0]
  if (!text)
    throw new WebhookVerificationError(`The message has no header ${name}, so it is not from a webhook.`)
  return text
}

function assertTimely(text: string, toleranceSeconds: number): void {
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  const offSeconds = Math.abs(Date.now() / 1_000 - seconds)
  if (offSeconds <= toleranceSeconds) return
  throw new WebhookVerificationError(
    `The timestamp of the message differs from the current time by more than ${toleranceSeconds} s. It may be a replay, or a clock is wrong.`,
  )
}

async function isSignedByAny(secrets: readonly string[], signatures: string[], signed: OwnBytes) {
  for (const secret of secrets) {
    const key = await keyOf(secret, 'verify')
    for (const signature of signatures) {
      const [version, text] = signature.split(',')
      const bytes = version === 'v1' && text ? base64Bytes(text) : undefined
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true
    }
  }
  return false
}
