// Engines: postgres
// Webhooks receive every change of the requested types, signed, until it is acknowledged.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { asCompany } from '../src/db/tenancy.ts'
import { earliestId, newId, parseId } from '../src/ids.ts'
import { credentialPrefixes } from '../src/secrets/credential-prefixes.ts'
import { purgeDeliveries } from '../src/webhooks/purge.ts'
import { attemptsMax, nextAttemptAt } from '../src/webhooks/schedule.ts'
import { type Caller, newCaller, newCompany } from './support/companies.ts'
import { meaning } from './support/names.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { OUTBOUND_LOOPBACK: 'true' } })
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

type Message = { headers: IncomingHttpHeaders; body: string; at: number }
type Reply = { status: number; headers?: Record<string, string>; text?: string }

/** A receiver that records messages and sends the given responses. */
async function receiver(reply: (count: number) => Reply | Promise<Reply> = () => ({ status: 204 })) {
  const messages: Message[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    request.on('end', async () => {
      const count = messages.push({ headers: request.headers, body, at: performance.now() })
      const { status, headers, text } = await reply(count)
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, messages }
}

async function webhook(url: string, fields: object = {}, caller: Caller = acme) {
  const { status, body, text } = await caller.post('/api/webhooks', { url, ...fields })
  assert.equal(status, 201, text)
  return body.data as { id: string; secret: string; url: string }
}

let made = 0
async function folder(caller: Caller = acme) {
  const { body } = await caller.post('/api/folders', { name: `folder ${made++}` })
  return body.data.id as string
}

const remove = async ({ id }: { id: string }) =>
  assert.equal((await acme.delete(`/api/webhooks/${id}`)).status, 204)

const deliveriesOf = async ({ id }: { id: string }, query = '', caller: Caller = acme) =>
  (await caller.get(`/api/webhooks/${id}/deliveries${query}`)).body.data

/** Makes pending deliveries due. */
async function hurry({ id }: { id: string }) {
  await asCompany(db, acme.companyId, (trx) =>
    sql`update webhook_deliveries set next_attempt_at = now() where state = 'pending'
      and company_id = ${acme.companyId} and webhook_id = ${parseId('webhook', id)!}`.execute(trx),
  )
  const due = sql`update pgboss.job_common set start_after = now() where name = 'webhook.deliver' and state < 'active'`
  await due.execute(db)
  await sql`select pg_notify('atelier_jobs', 'webhook.deliver')`.execute(db)
}

describe('a message', () => {
  // Holds R-HOOK-2.
  test('a message arrives soon after the change and is signed as in Standard Webhooks', async () => {
    const { url, messages } = await receiver()
    const hook = await webhook(url)
    const id = await folder()
    const message = (await until('message', () => messages.find(({ body }) => body.includes(id))))!
    const { type, timestamp, data } = new Webhook(hook.secret).verify(
      message.body,
      message.headers as Record<string, string>,
    ) as { type: string; timestamp: string; data: Record<string, unknown> }
    assert.deepEqual([type, data.type, data.resource_id], ['folder.created', 'folder.created', id])
    assert.equal(timestamp, data.at)
    const { body } = await acme.get(`/api/changes?since=${(data.seq as number) - 1}`)
    assert.deepEqual(body.data[0], data)
    assert.match(message.headers['content-type']!, /^application\/json/)
    assert.match(message.headers['webhook-id'] as string, /^msg_[0-9a-z]{26}$/)
    assert.throws(() => new Webhook(hook.secret).verify(`${message.body} `, message.headers as never))
    await remove(hook)
  })

  test('a message is sent for every change, even for concurrent ones', async () => {
    const { url, messages } = await receiver()
    const hook = await webhook(url)
    const ids = await Promise.all(Array.from({ length: 60 }, () => folder()))
    await until('all', () => ids.every((id) => messages.some(({ body }) => body.includes(id))))
    await remove(hook)
  })

  // Holds R-HOOK-3.
  test('a message is sent only for the requested types, and not for changes before the webhook', async () => {
    const old = await folder()
    await acme.patch(`/api/folders/${old}`, { name: 'renamed before' })
    const { url, messages } = await receiver()
    const hook = await webhook(url, { types: ['folder.updated'] })
    // This looks as if earlier changes had not been processed yet.
    await db.updateTable('companies').set({ webhooks_seq: 0 }).where('id', '=', acme.companyId).execute()
    const id = await folder()
    await acme.patch(`/api/folders/${id}`, { name: 'renamed for a webhook' })
    await until('message', () => messages.length > 0)
    await wait(300)
    assert.deepEqual(
      messages.map(({ body }) => JSON.parse(body).type),
      ['folder.updated'],
    )
    assert.ok(!messages.some(({ body }) => body.includes(old)))
    await remove(hook)
  })

  // Holds R-HOOK-3.
  test("a message contains nothing of another company, and nothing outside the scopes of the webhook's creator", async () => {
    const { url, messages } = await receiver()
    const { enterpriseId, companyId, ownerId } = acme
    const blind = await newCaller(service, {
      name: 'blind',
      enterpriseId,
      companyId,
      ownerId,
      scopes: ['webhooks:write', 'templates:read'],
    })
    const hook = await webhook(url, {}, blind)
    await folder(globex)
    await folder(acme)
    const other = await webhook(url, { types: ['asset.created'] })
    await until('message', () => messages.length > 0)
    await wait(300)
    const types = messages.map(({ body }) => JSON.parse(body).type)
    assert.ok(
      types.every((type) => type.startsWith('webhook.')),
      types.join(),
    )
    await remove(other)
    await remove(hook)
  })

  // Holds R-HOOK-4.
  test('an unacknowledged message is sent again, unchanged except for the timestamp, with growing delays', async () => {
    const { url, messages } = await receiver((count) => ({
      status: count < 3 ? 500 : 200,
      text: `Answer ${count}`,
    }))
    const hook = await webhook(url)
    await folder()
    await until('first', () => messages.length === 1)
    const [waiting] = await until('noted', async () => {
      const all = await deliveriesOf(hook)
      return all[0].attempts.length === 1 && all
    })
    assert.equal(waiting.state, 'pending')
    assert.deepEqual(
      [waiting.attempts[0].status, waiting.attempts[0].error],
      [500, 'The response status was 500.'],
    )
    const waitMs = Date.parse(waiting.next_attempt_at) - Date.parse(waiting.attempts[0].at)
    assert.ok(waitMs >= 5_000 && waitMs < 6_500, `${waitMs} ms`)
    await until('second', () => messages.length === 2, 20_000)
    assert.ok(messages[1]!.at - messages[0]!.at >= 4_900)
    await until('noted', async () => (await deliveriesOf(hook))[0].attempts.length === 2)
    await hurry(hook)
    await until('third', () => messages.length === 3)
    const ids = new Set(messages.map(({ headers, body }) => headers['webhook-id'] + body))
    assert.equal(ids.size, 1)
    for (const { body, headers } of messages) new Webhook(hook.secret).verify(body, headers as never)
    await until('delivered', async () => (await deliveriesOf(hook))[0].state === 'delivered')
    const { attempts } = (await deliveriesOf(hook))[0]
    assert.deepEqual(
      attempts.map(({ status, response }: { status: number; response: string | null }) => [status, response]),
      [
        [500, null],
        [500, null],
        [200, 'Answer 3'],
      ],
      'only the last response is kept',
    )
    assert.equal((await acme.get(`/api/webhooks/${hook.id}`)).body.data.failing_since, null)
    await remove(hook)
  })

  // Holds R-HOOK-4.
  test('a message does not follow redirects', async () => {
    const other = await receiver()
    const { url, messages } = await receiver(() => ({ status: 307, headers: { location: other.url } }))
    const hook = await webhook(url)
    await folder()
    await until('failed', async () => (await deliveriesOf(hook))[0]?.attempts[0]?.status === 307)
    assert.deepEqual([messages.length, other.messages.length], [1, 0])
    await remove(hook)
  })
})

// Holds R-HOOK-4.
test('attempts are spread over three days, and a receiver can postpone them with Retry-After', () => {
  const now = Date.now()
  let total = 0
  for (let count = 1; count < attemptsMax; count++)
    total += nextAttemptAt(count, undefined, now)!.getTime() - now
  assert.ok(total > 2 * 86_400_000 && total < 5 * 86_400_000)
  assert.equal(nextAttemptAt(attemptsMax, undefined), undefined)
  assert.equal(nextAttemptAt(1, '600', now)!.getTime(), now + 600_000)
  const tomorrow = new Date(now + 3_600_000).toUTCString()
  assert.ok(nextAttemptAt(1, tomorrow, now)!.getTime() > now + 3_500_000)
  assert.ok(nextAttemptAt(1, '999999999', now)!.getTime() <= now + 86_400_000)
  assert.ok(nextAttemptAt(1, 'soon', now)!.getTime() < now + 6_000)
})

describe('a receiver', () => {
  // Holds R-HOOK-5.
  test('a receiver that returns 410 gets no more messages, and the webhook is disabled with an event', async () => {
    const { url, messages } = await receiver(() => ({ status: 410 }))
    const watcher = await receiver()
    const hook = await webhook(url, { types: ['folder.created'] })
    const watching = await webhook(watcher.url, { types: ['webhook.disabled'] })
    await folder()
    const shown = await until('disabled', async () => {
      const { data } = (await acme.get(`/api/webhooks/${hook.id}`)).body
      return !data.enabled && data
    })
    assert.equal(shown.disabled_reason, 'gone')
    assert.notEqual(shown.disabled_at, null)
    await folder()
    const message = (await until('a message arrives', () => watcher.messages[0]))!
    const { data } = JSON.parse(message.body)
    assert.deepEqual(
      [data.resource_id, data.actor, data.data],
      [hook.id, { type: 'system', id: null }, { reason: 'gone' }],
    )
    assert.equal(messages.length, 1)
    await remove(hook)
    await remove(watching)
  })

  // Holds R-HOOK-5.
  test('a receiver that has accepted nothing for five days gets no more messages', async () => {
    const { url } = await receiver(() => ({ status: 503 }))
    const hook = await webhook(url)
    await folder()
    const state = async () => (await acme.get(`/api/webhooks/${hook.id}`)).body.data
    await until('failing', async () => (await state()).failing_since !== null)
    const since = (interval: string) =>
      asCompany(db, acme.companyId, (trx) =>
        sql`update webhooks set failing_since = now() - ${interval}::interval
          where company_id = ${acme.companyId} and id = ${parseId('webhook', hook.id)!}`.execute(trx),
      )
    await since('4 days 23 hours')
    await hurry(hook)
    await until('again', async () => (await deliveriesOf(hook))[0].attempts.length === 2)
    assert.equal((await state()).enabled, true)
    await since('5 days 1 minute')
    await hurry(hook)
    await until('disabled', async () => (await state()).enabled === false)
    assert.equal((await state()).disabled_reason, 'failing')
    await remove(hook)
  })

  // Holds R-HOOK-5.
  test('a receiver that is enabled again gets the pending messages', async () => {
    let status = 500
    const { url, messages } = await receiver(() => ({ status }))
    const hook = await webhook(url)
    const id = await folder()
    await until('failed', async () => (await deliveriesOf(hook))[0]?.attempts.length === 1)
    await acme.patch(`/api/webhooks/${hook.id}`, { enabled: false })
    await hurry(hook)
    const missed = await folder()
    await wait(500)
    assert.equal(messages.length, 1)
    status = 200
    const { body } = await acme.patch(`/api/webhooks/${hook.id}`, { enabled: true })
    assert.deepEqual([body.data.enabled, body.data.disabled_at], [true, null])
    await until('delivered', () => messages.length >= 2)
    assert.ok(messages[1]!.body.includes(id))
    assert.ok(!messages.some(({ body }) => body.includes(missed)))
    await remove(hook)
  })
})

describe('the secret of a webhook', () => {
  // Holds R-HOOK-1.
  test('the secret of a webhook is shown once and encrypted in the database', async () => {
    const headers = { 'idempotency-key': 'webhook-1' }
    const { url } = await receiver()
    const { body } = await acme.post('/api/webhooks', { url }, headers)
    const { id, secret } = body.data
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    for (const path of [`/api/webhooks/${id}`, '/api/webhooks', '/api/changes?per_page=1000'])
      assert.ok(!(await acme.get(path)).text.includes(secret.slice(6)))
    for (const table of ['webhook_secrets', 'webhooks', 'idempotency_keys', 'events', 'webhook_deliveries']) {
      const { rows } = await asCompany(db, acme.companyId, (trx) =>
        sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(trx),
      )
      // The secret as shown, and as PostgreSQL prints the bytes of the text and of the decoded key.
      const forms = [secret.slice(6), Buffer.from(secret.slice(6)).toString('hex')]
      forms.push(Buffer.from(secret.slice(6), 'base64').toString('hex'))
      for (const { text } of rows) for (const form of forms) assert.ok(!text.includes(form), table)
    }
    const again = await acme.post('/api/webhooks', { url }, headers)
    assert.deepEqual([again.status, again.body], [201, body])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    await remove({ id })
  })

  // Holds R-HOOK-6.
  test('the secret of a webhook is rotated with an overlap in which both secrets sign', async () => {
    const { url, messages } = await receiver()
    const hook = await webhook(url)
    const { body, status } = await acme.post(`/api/webhooks/${hook.id}/secret-rotations`, {
      overlap_seconds: 2,
    })
    assert.equal(status, 201)
    const { secret } = body.data
    await folder()
    const takes = (one: string, { body, headers }: Message) => {
      try {
        new Webhook(one).verify(body, headers as never)
        return true
      } catch {
        return false
      }
    }
    await until('signed by both', () => messages[0])
    assert.equal((messages[0]!.headers['webhook-signature'] as string).split(' ').length, 2)
    assert.deepEqual([takes(hook.secret, messages[0]!), takes(secret, messages[0]!)], [true, true])
    await wait(2_100)
    const id = await folder()
    const later = (await until('later', () => messages.find(({ body }) => body.includes(id))))!
    assert.deepEqual([takes(hook.secret, later), takes(secret, later)], [false, true])
    await acme.post(`/api/webhooks/${hook.id}/secret-rotations`, { overlap_seconds: 0 })
    const last = await folder()
    const newest = (await until('newest', () => messages.find(({ body }) => body.includes(last))))!
    assert.equal(takes(secret, newest), false)
    await remove(hook)
  })
})

describe('the delivery log', () => {
  // Holds R-HOOK-7.
  test('the delivery log lists deliveries newest first, paginated', async () => {
    const { url } = await receiver()
    const hook = await webhook(url)
    for (let turn = 0; turn < 5; turn++) await folder()
    await until('delivered', async () => (await deliveriesOf(hook, '?state=delivered')).length === 5)
    const seen: string[] = []
    for (let path: string | null = `/api/webhooks/${hook.id}/deliveries?per_page=4&with_total=true`; path; ) {
      const { body } = await acme.get(path)
      assert.equal(body.meta.total, 5)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      path = body.links.next
    }
    assert.equal(new Set(seen).size, 5)
    assert.deepEqual(seen, [...seen].sort().reverse())
    const one = await acme.get(`/api/webhooks/${hook.id}/deliveries/${seen[0]}`)
    assert.deepEqual([one.status, one.body.data.attempts.length, one.body.data.state], [200, 1, 'delivered'])
    for (const path of [
      `/api/webhooks/${hook.id}/deliveries`,
      `/api/webhooks/${hook.id}/deliveries/${seen[0]}`,
    ])
      assert.equal((await globex.get(path)).status, 404)
    const other = await webhook(url)
    assert.equal((await acme.get(`/api/webhooks/${other.id}/deliveries/${seen[0]}`)).status, 404)
    await remove(other)
    await remove(hook)
    assert.equal((await acme.get(`/api/webhooks/${hook.id}/deliveries`)).status, 404)
  })

  // Holds R-HOOK-7.
  test('the delivery log can send a message again, with the same message ID', async () => {
    const { url, messages } = await receiver()
    const hook = await webhook(url, { types: ['folder.created'] })
    await folder()
    await until('sent', () => messages.length === 1)
    const [first] = await deliveriesOf(hook)
    const path = `/api/webhooks/${hook.id}/deliveries/${first.id}/redeliveries`
    const { status, body } = await acme.post(path)
    assert.equal(status, 202)
    assert.notEqual(body.data.id, first.id)
    assert.equal(body.data.message_id, first.message_id)
    await until('again', () => messages.length === 2)
    assert.equal(messages[1]!.headers['webhook-id'], messages[0]!.headers['webhook-id'])
    assert.equal(messages[1]!.body, messages[0]!.body)
    await acme.patch(`/api/webhooks/${hook.id}`, { enabled: false })
    assert.equal((await acme.post(path)).status, 422)
    await remove(hook)
  })

  // Holds R-HOOK-7.
  test('the delivery log is purged after a month', async () => {
    const { url } = await receiver()
    const hook = await webhook(url)
    await acme.post(`/api/webhooks/${hook.id}/pings`)
    await until('pinged', async () => (await deliveriesOf(hook)).length >= 1)
    const old = earliestId(new Date(Date.now() - 31 * 86_400_000)).slice(0, 13) + newId().slice(13)
    const before = (await deliveriesOf(hook)).length
    await asCompany(db, acme.companyId, (trx) =>
      sql`insert into webhook_deliveries (company_id, id, webhook_id, message_id, type, body, state, attempts_max, updated_at)
        select company_id, ${old}, webhook_id, ${old}, type, body, 'failed', 1, updated_at
        from webhook_deliveries where webhook_id = ${parseId('webhook', hook.id)!} limit 1`.execute(trx),
    )
    assert.equal((await deliveriesOf(hook)).length, before + 1)
    await purgeDeliveries.run({}, { db, job: { signal: new AbortController().signal } } as never)
    assert.equal((await deliveriesOf(hook)).length, before)
    await remove(hook)
  })
})

// Holds R-HOOK-7.
test('a ping is sent once and shows its result', async () => {
  const { url, messages } = await receiver(() => ({ status: 500 }))
  const hook = await webhook(url, { types: ['asset.created'] })
  const { status, body } = await acme.post(`/api/webhooks/${hook.id}/pings`)
  assert.equal(status, 202)
  const pinged = await until('failed', async () => {
    const one = (await acme.get(`/api/webhooks/${hook.id}/deliveries/${body.data.id}`)).body.data
    return one.state === 'failed' && one
  })
  assert.deepEqual([pinged.attempts.length, pinged.next_attempt_at, messages.length], [1, null, 1])
  assert.deepEqual(JSON.parse(messages[0]!.body).data, { webhook_id: hook.id })
  await remove(hook)
})

test('a test message of a given type is an example of such a change', async () => {
  const { url, messages } = await receiver()
  const hook = await webhook(url)
  const { status, body } = await acme.post(`/api/webhooks/${hook.id}/pings`, { type: 'asset.created' })
  assert.deepEqual([status, body.data.type], [202, 'asset.created'])
  await until('sent', async () => messages.length > 0)
  const sent = JSON.parse(messages[0]!.body)
  assert.deepEqual(
    [sent.type, sent.data.type, sent.data.resource_type, sent.data.data],
    ['asset.created', 'asset.created', 'asset', { test: true }],
  )
  assert.match(sent.data.resource_id, /^ast_/)
  const unknown = await acme.post(`/api/webhooks/${hook.id}/pings`, { type: 'asset.creted' })
  assert.deepEqual([unknown.status, unknown.body.type[0].includes('asset.created')], [422, true])
  await remove(hook)
})

test('an attempt shows the beginning of the response, without secrets or binary content', async () => {
  let answer: string | Buffer = 'No such order.'
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(400).end(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hook = await webhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const shownFor = async (text: string | Buffer) => {
    answer = text
    const { data } = (await acme.post(`/api/webhooks/${hook.id}/pings`)).body
    const { attempts } = await until('failed', async () => {
      const one = (await acme.get(`/api/webhooks/${hook.id}/deliveries/${data.id}`)).body.data
      return one.state === 'failed' && one
    })
    return attempts[0].response
  }
  assert.equal(await shownFor('No such order.'), 'No such order.')
  assert.equal(
    await shownFor(`Checked with ${hook.secret}, Bearer abc.def`),
    'Checked with [removed], [removed]',
  )
  for (const prefix of Object.values(credentialPrefixes))
    assert.equal(await shownFor(`Wrong: "${prefix}kq3"`), 'Wrong: "[removed]"', prefix)
  for (const error of ['Bearer token required', '{"error":"invalid bearer token"}'])
    assert.equal(await shownFor(error), error)
  assert.equal(await shownFor('ä'.repeat(200_000)), 'ä'.repeat(500))
  assert.equal(await shownFor(''), null)
  assert.equal(await shownFor(Buffer.from([0x89, 0x50, 0, 1, 2])), null)
  await remove(hook)
  server.closeAllConnections()
  server.close()
})

// Holds R-HOOK-8.
test('an attempt without a response names the cause', async (t) => {
  const hanging = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
  t.after(() => hanging.close())
  const { port } = hanging.address() as AddressInfo
  for (const [url, cause] of [
    ['http://127.0.0.1:1/', 'The host refused the connection.'],
    [`http://127.0.0.1:${port}/`, 'The host closed the connection before its response was complete.'],
    [service.url.replace('http:', 'https:'), 'The host does not accept HTTPS on this port.'],
  ] as const) {
    const hook = await webhook(url)
    const { data } = (await acme.post(`/api/webhooks/${hook.id}/pings`)).body
    const { attempts } = await until('failed', async () => {
      const one = (await acme.get(`/api/webhooks/${hook.id}/deliveries/${data.id}`)).body.data
      return one.state === 'failed' && one
    })
    assert.deepEqual([attempts[0].status, attempts[0].error], [null, cause], url)
    await remove(hook)
  }
})

test('an endless response body does not delay the deliveries', async () => {
  const open: ServerResponse[] = []
  const server = createServer((request, response) => {
    open.push(response)
    request.resume().on('end', () => response.writeHead(200).write('Received'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hook = await webhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const { data } = (await acme.post(`/api/webhooks/${hook.id}/pings`)).body
  const one = await until('delivered', async () => {
    const shown = (await acme.get(`/api/webhooks/${hook.id}/deliveries/${data.id}`)).body.data
    return shown.state === 'delivered' && shown
  })
  assert.equal(one.attempts[0].response, 'Received')
  await remove(hook)
  server.closeAllConnections()
  server.close()
})

describe("a webhook's URL", () => {
  // Holds R-HOOK-1.
  test("a webhook's URL must be an https URL with a public host", async () => {
    for (const url of [
      'nonsense',
      'ftp://example.com/',
      'https://10.0.0.1/',
      'https://u:p@example.com/',
      'https://[fd00::1]/',
    ]) {
      const { status, body } = await acme.post('/api/webhooks', { url })
      assert.deepEqual([status, Object.keys(body)], [422, ['url']], url)
    }
    const { url } = await receiver()
    const hook = await webhook(url)
    assert.equal(
      (await acme.patch(`/api/webhooks/${hook.id}`, { url: 'https://169.254.169.254/' })).status,
      422,
    )
    await remove(hook)
  })

  test("a webhook's URL is connected to at the address that was checked, even if it later resolves to an internal address", async (t) => {
    const { url, messages } = await receiver(() => ({ status: 500 }))
    const asked = meaning(t, '127.0.0.1', '10.0.0.1')
    const hook = await webhook(url.replace('127.0.0.1', 'hook.test'))
    await folder()
    const tried = (count: number) => async () => (await deliveriesOf(hook))[0]?.attempts.length === count
    await until('called', tried(1))
    await hurry(hook)
    await until('looked up again', tried(2))
    const { attempts } = (await deliveriesOf(hook))[0]
    assert.deepEqual(
      attempts.map(({ status, error }: { status: number; error: string }) => [status, error]),
      [
        [500, 'The response status was 500.'],
        [null, 'The IP address is not public.'],
      ],
    )
    assert.deepEqual([messages.length, asked], [1, ['hook.test', 'hook.test']])
    await remove(hook)
  })

  test("a webhook's URL with loopback or plain HTTP is rejected unless allowed, and never called", async () => {
    const strict = await startService()
    const initech = await newCompany(strict, 'Initech')
    for (const url of [
      'http://127.0.0.1/',
      'http://localhost:3000/',
      'https://127.0.0.1/',
      'http://example.com/',
    ]) {
      const { status, text } = await initech.post('/api/webhooks', { url })
      assert.equal(status, 422, `${url} ${text}`)
      assert.equal(text.includes('OUTBOUND_LOOPBACK=true'), !url.includes('example.com'), url)
    }
    const here = await receiver()
    // The host is resolved at each call. A URL that was allowed once can be forbidden later.
    for (const [url, error] of [
      [here.url.replace('http://127.0.0.1', 'https://localhost'), 'The IP address is not public.'],
      [here.url.replace('http', 'https'), 'The IP address is not public.'],
      ['https://10.0.0.1/', 'The IP address is not public.'],
      [here.url, 'The URL must be an https URL.'],
    ] as const) {
      const hook = await webhook('https://localhost/', { types: ['folder.created'] }, initech)
      await asCompany(strict.db, initech.companyId, (trx) =>
        trx
          .updateTable('webhooks')
          .set({ url })
          .where('company_id', '=', initech.companyId)
          .where('id', '=', parseId('webhook', hook.id)!)
          .execute(),
      )
      await folder(initech)
      const tried = async () => (await deliveriesOf(hook, '', initech))[0]?.attempts[0]
      const { status, error: why } = await until(url, tried)
      assert.deepEqual([status, why], [null, error], url)
      await initech.delete(`/api/webhooks/${hook.id}`)
    }
    assert.equal(here.messages.length, 0)
    await strict.close()
  })
})

test('after a rotation, messages are sent even if no key decrypts the old secret', async () => {
  const { url, messages } = await receiver()
  const hook = await webhook(url, { types: ['folder.created'] })
  const id = parseId('webhook', hook.id)!
  await asCompany(db, acme.companyId, (trx) =>
    sql`update webhook_secrets set sealed = '\\x00' where webhook_id = ${id}`.execute(trx),
  )
  const { body } = await acme.post(`/api/webhooks/${hook.id}/secret-rotations`, {})
  await folder()
  const message = await until('the message', () => messages[0])
  new Webhook(body.data.secret).verify(message.body, message.headers as Record<string, string>)
  await remove(hook)
})
