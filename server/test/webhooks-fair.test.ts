// Engines: postgres
// Receivers that never respond or reject everything delay no messages of other companies and are not called
// forever.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTarpit, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { asCompany } from '../src/db/tenancy.ts'
import { parseId } from '../src/ids.ts'
import { destinations } from '../src/outbound/destinations.ts'
import { deliver } from '../src/webhooks/deliver.ts'
import { type Caller, newCompany } from './support/companies.ts'
import { meaning } from './support/names.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { OUTBOUND_LOOPBACK: 'true' } })
const { db } = service

/** Starts a server that accepts connections and never responds. */
async function tarpit() {
  const open = new Set<Socket>()
  let ended = 0
  const server = createTarpit((socket) => {
    open.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        open.delete(socket)
        ended++
      })
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  after(close)
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/`, open, close, ended: () => ended }
}

async function receiver(status: () => number = () => 204) {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count++
      response.writeHead(status()).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, count: () => count }
}

async function webhook(caller: Caller, url: string, fields: object = {}) {
  const { status, body, text } = await caller.post('/api/webhooks', {
    url,
    types: ['folder.created'],
    ...fields,
  })
  assert.equal(status, 201, text)
  return body.data as { id: string }
}

let made = 0
const folder = (caller: Caller) => caller.post('/api/folders', { name: `folder ${made++}` })

const flooding = 30
let floods = 0

async function flood(url: (at: number) => string) {
  const caller = await newCompany(service, `Flood ${floods++}`)
  for (let at = 0; at < flooding; at++) await webhook(caller, url(at))
  await folder(caller)
  return caller
}

describe('a company whose webhooks all point to a receiver that never responds', () => {
  test('a company whose webhooks point to an unresponsive receiver delays no message of another company, even to the same host', async () => {
    const trap = await tarpit()
    await flood(() => trap.url)
    await flood(() => trap.url)
    await until('called', () => trap.open.size >= 5)
    const globex = await newCompany(service, 'Globex')
    const { url, count } = await receiver()
    await webhook(globex, url)
    await folder(globex)
    await until('message', () => count() === 1)
    assert.equal(trap.ended(), 0, 'a call of the flood ended')
    const messagesAtOnce = 4
    assert.ok(
      trap.open.size <= (deliver.concurrency / 2) * messagesAtOnce,
      `${trap.open.size} calls are open`,
    )
    trap.close()
  })

  test('a company whose webhooks point to an unresponsive receiver delays no message even with many host names', async (t) => {
    const trap = await tarpit()
    meaning(t, '127.0.0.1')
    await flood((at) => `http://host-${at}.test:${trap.port}/`)
    await until('called', () => trap.open.size >= 4)
    const globex = await newCompany(service, 'Hooli')
    const { url, count } = await receiver()
    await webhook(globex, url)
    await folder(globex)
    await until('message', () => count() === 1)
    assert.equal(trap.ended(), 0)
    trap.close()
  })
})

describe('delivery slots of a host', () => {
  const take = (enter: ReturnType<typeof destinations>['enter'], place: string, tenant: string) => {
    let count = 0
    while (enter(place, tenant)) count++
    return count
  }

  test('deliveries to one host use at most 50 % of all slots', () => {
    const { enter } = destinations(16)
    let taken = 0
    for (let tenant = 0; tenant < 50; tenant++) taken += take(enter, 'trap.test', `${tenant}`)
    assert.equal(taken, 8)
    assert.ok(enter('other.test', '0'))
  })

  test('delivery slots of a host are shared by all spellings of the host', () => {
    const spellings = [
      ['8.8.8.8', '::ffff:8.8.8.8', '::ffff:808:808'],
      ['2606:2800:220:1::1', '2606:2800:220:1::2', '2606:2800:0220:0001:ffff::'],
      ['trap.test', 'trap.test.'],
    ]
    for (const places of spellings) {
      const { enter } = destinations(16)
      const taken = places.flatMap((place) =>
        Array.from({ length: 20 }, (_, tenant) => take(enter, place, `${place} ${tenant}`)),
      )
      assert.equal(
        taken.reduce((sum, count) => sum + count),
        8,
        places.join(),
      )
    }
  })

  test('delivery slots of a host are not all given to one company, and are released', () => {
    const { enter } = destinations(16)
    const leave = enter('trap.test', 'a')!
    assert.equal(take(enter, 'trap.test', 'a'), 3)
    assert.equal(take(enter, 'trap.test', 'b'), 2)
    assert.equal(take(enter, 'trap.test', 'a'), 0)
    leave()
    assert.ok(enter('trap.test', 'c'))
  })
})

describe('a receiver that rejects everything', async () => {
  const acme = await newCompany(service, 'Acme')
  const waiting = 40
  let status = 500
  const { url, count } = await receiver(() => status)
  const hook = await webhook(acme, url)
  const shown = async () => (await acme.get(`/api/webhooks/${hook.id}`)).body.data
  const delivered = async () =>
    (await acme.get(`/api/webhooks/${hook.id}/deliveries?state=delivered&with_total=true`)).body.meta.total
  const id = parseId('webhook', hook.id)!

  async function isQuiet() {
    const { rows } = await sql<{ jobs: number }>`
      select count(*) as jobs from pgboss.job_common
      where name = 'webhook.deliver' and (state = 'active' or (state < 'active' and start_after <= now()))`.execute(
      db,
    )
    return rows[0]!.jobs === 0
  }

  /** Ends the pause and makes all waiting deliveries due. */
  async function hurry() {
    await asCompany(db, acme.companyId, async (trx) => {
      await sql`update webhooks set paused_until = now() where id = ${id}`.execute(trx)
      await sql`update webhook_deliveries set next_attempt_at = now() where state = 'pending'`.execute(trx)
    })
    await sql`update pgboss.job_common set start_after = now()
      where name = 'webhook.deliver' and state < 'active'`.execute(db)
    await sql`select pg_notify('atelier_jobs', 'webhook.deliver')`.execute(db)
  }

  test('a receiver that rejects everything is paused after ten consecutive failures, for any number of waiting messages, and the webhook shows this', async () => {
    for (let at = 0; at < waiting; at++) await folder(acme)
    const { paused_until, enabled } = await until('paused', async () => {
      const one = await shown()
      return one.paused_until !== null && one
    })
    await until('quiet', isQuiet)
    assert.equal(enabled, true)
    assert.ok(Date.parse(paused_until) > Date.now())
    // Includes deliveries in progress when the pause began.
    assert.ok(count() >= 10 && count() <= 13, `${count()} attempts`)
  })

  test('a receiver that rejects everything gets one attempt after each pause, and the pauses get longer', async () => {
    let before = Date.parse((await shown()).paused_until) - Date.now()
    for (let turn = 0; turn < 2; turn++) {
      const attempts = count()
      await hurry()
      await until('tried', () => count() > attempts)
      const pauseMs = await until('paused again', async () => {
        const ms = Date.parse((await shown()).paused_until) - Date.now()
        // During an attempt, the pause is extended by a minute.
        return (await isQuiet()) && ms > 61_000 ? ms : 0
      })
      assert.equal(count(), attempts + 1)
      assert.ok(pauseMs > before)
      before = pauseMs
    }
  })

  test('a receiver that rejects everything gets all waiting messages once it accepts one', async () => {
    status = 204
    const { status: answered } = await acme.post(`/api/webhooks/${hook.id}/pings`)
    assert.equal(answered, 202)
    await until('delivered', async () => {
      await hurryDue()
      return (await delivered()) === waiting + 1
    })
    assert.deepEqual([(await shown()).paused_until, (await shown()).failing_since], [null, null])
  })

  /** Earlier failed messages also wait for their own next attempt. */
  const hurryDue = async () => {
    await asCompany(db, acme.companyId, (trx) =>
      sql`update webhook_deliveries set next_attempt_at = now() where state = 'pending' and next_attempt_at > now()`.execute(
        trx,
      ),
    )
    await sql`update pgboss.job_common set start_after = now()
      where name = 'webhook.deliver' and state < 'active' and start_after > now()`.execute(db)
    await sql`select pg_notify('atelier_jobs', 'webhook.deliver')`.execute(db)
  }
})
