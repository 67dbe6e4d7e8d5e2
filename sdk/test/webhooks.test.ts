// Engines: postgres in CI
// Messages from the server, and forgeries.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { signWebhook, verifyWebhook, WebhookVerificationError } from '../src/index.ts'
import { clientAt } from './support/client.ts'

const service = await startService({ env: { OUTBOUND_LOOPBACK: 'true' } })
const acme = await newCompany(service, 'Acme')
const atelier = clientAt(service, acme)

type Message = { headers: IncomingHttpHeaders; body: string }
const messages: Message[] = []
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  messages.push({ headers: request.headers, body })
  response.writeHead(204).end()
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
after(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

const arrived = (count: number) => until(`${count} messages have come`, () => messages[count - 1])

const webhook = await atelier.webhooks.create({ url })
const folder = await atelier.folders.create({ name: 'Été «2026»' })
const { headers, body } = await arrived(1)
const { secret } = webhook

const refused = (request: Partial<Parameters<typeof verifyWebhook>[0]>, message: RegExp) =>
  assert.rejects(verifyWebhook({ headers: headers, body, secret, ...request }), (error: Error) => {
    assert.ok(error instanceof WebhookVerificationError, `${error}`)
    assert.match(error.message, message)
    return true
  })

/** Signed with the reference library of Standard Webhooks. */
function signed(text: string, { at = new Date(), by = secret, id = 'msg_1' } = {}) {
  const signature = new Webhook(by).sign(id, at, text)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': signature,
  }
  return { body: text, headers, secret }
}

test('a message from the server is verified, as text or bytes, and its change returned', async () => {
  for (const one of [body, new TextEncoder().encode(body), new TextEncoder().encode(body).buffer]) {
    const message = await verifyWebhook({ headers: headers, body: one, secret })
    assert.deepEqual([message.type, message.change?.resource_id], ['folder.created', folder.id])
    assert.equal(message.id, headers['webhook-id'])
  }
  const asHeaders = new Headers(Object.entries(headers) as [string, string][])
  assert.equal((await verifyWebhook({ headers: asHeaders, body, secret })).type, 'folder.created')
})

test('a message is signed for tests of a receiver, as the reference library does', async () => {
  const { data } = JSON.parse(body)
  const message = await signWebhook({ type: 'folder.created', data }, secret)
  assert.deepEqual((await verifyWebhook({ ...message, secret })).change, data)
  new Webhook(secret).verify(message.body, message.headers)
  await assert.rejects(signWebhook({ type: 'folder.created' }, 'whsec_'), TypeError)
})

test('a ping is verified, and has no change', async () => {
  await atelier.webhooks.ping(webhook.id)
  const ping = await until('the ping has come', () =>
    messages.find((one) => one.body.includes('webhook.ping')),
  )
  const { type, change } = await verifyWebhook({
    ...ping,
    headers: ping.headers,
    secret,
  })
  assert.deepEqual([type, change], ['webhook.ping', null])
})

test('during a secret rotation, either secret verifies', async () => {
  const { secret: next } = await atelier.webhooks.rotateSecret(webhook.id)
  const before = messages.length
  await atelier.folders.create({ name: 'Next' })
  const { headers, body } = await arrived(before + 1)
  for (const one of [secret, next, ['whsec_AAAA', next]])
    await verifyWebhook({ headers: headers, body, secret: one })
})

test('a modified message or a message signed with another secret is rejected', async () => {
  await refused({ body: body.replace('Été', 'Ete').replace('created', 'deleted') }, /signature/)
  await refused({ secret: `whsec_${btoa('x'.repeat(32))}` }, /signature/)
  await refused({ headers: { ...headers, 'webhook-id': 'msg_2' } }, /signature/)
  for (const signature of ['v1,', 'v1,%%%', 'v2,AAAA', 'garbage', ' '])
    await refused({ headers: { ...headers, 'webhook-signature': signature } }, /signature/)
})

test('messages that are too old or from the future are rejected, outside the tolerance', async () => {
  const minutesAgo = (minutes: number) =>
    signed('{"type":"x.y","timestamp":"","data":{}}', { at: new Date(Date.now() - minutes * 60_000) })
  await refused(minutesAgo(6), /differs from the current time/)
  await refused(minutesAgo(-6), /differs from the current time/)
  await refused({ headers: { ...headers, 'webhook-timestamp': 'soon' } }, /differs from the current time/)
  await verifyWebhook(minutesAgo(4))
  await verifyWebhook({ ...minutesAgo(60), toleranceSeconds: 4_000 })
})

test('a message without a signature is rejected', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const { [name]: _, ...rest } = headers
    await refused({ headers: rest }, new RegExp(name))
  }
})

test('an invalid secret throws a TypeError', async () => {
  const notSet = undefined as unknown as string
  for (const none of ['whsec_', '', notSet, [secret.slice(0, -1).concat('%'), notSet]])
    await assert.rejects(verifyWebhook({ headers: headers, body, secret: none }), {
      name: 'TypeError',
      message: 'The secret must be the value shown in the portal: whsec_…',
    })
})
