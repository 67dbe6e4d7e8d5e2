// Engines: postgres
// Runs: first
// The primary fails under load, and its standby is promoted. Acknowledged changes survive, and no request
// waits long.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newCompany } from './support/companies.ts'
import { floatingAddress } from './support/floating-address.ts'
import { makeAtelier, type PostgresServer, startPostgres, withoutServers } from './support/postgres-server.ts'
import { engine, type Service, startNode, startService } from './support/service.ts'
import { until } from './support/until.ts'

const skip = engine !== 'postgres' ? 'replicas need PostgreSQL' : withoutServers
/**
 * Maximum response time. A request waits up to five seconds for a connection, and the rest allows for a slow
 * machine.
 */
const answerMsMax = 8_000
/** Maximum time until a hanging server is detected, which takes up to fifteen seconds. */
const silenceMsMax = 22_000
const notifiedMsMax = 1_000

type Answer = { status: number; text: string; ms: number }

/** The response while the database is unavailable (contract R-ERR-11). */
function assertUnavailable({ text }: Answer, retryAfter: string | null) {
  assert.deepEqual([JSON.parse(text), retryAfter], [{ message: 'Service Unavailable.' }, '5'])
}

describe('when the primary fails', { skip }, async () => {
  if (skip) return
  const first = await startPostgres()
  await makeAtelier(first)
  const second = await startPostgres({ copyOf: first })
  await first.ask("alter system set synchronous_standby_names = '*'")
  await first.ask('select pg_reload_conf()')
  const floating = await floatingAddress(first.port)
  const env = {
    DATABASE_URL: floating.url('atelier', 'atelier'),
    DATABASE_REPLICA_URLS: second.url('atelier', 'atelier'),
  }
  const service = await startService({ env })
  const other = await startNode(service)
  const nodes = [service, other]
  const acme = await newCompany(service, 'Acme')
  const headers = { authorization: `Bearer ${acme.token}`, 'content-type': 'application/json' }

  async function ask({ url }: Service, method: string, path: string, json?: object): Promise<Answer> {
    const began = performance.now()
    const body = json && JSON.stringify(json)
    const answer = await fetch(url + path, { method, headers, ...(body && { body }) })
    const given = { status: answer.status, text: await answer.text(), ms: performance.now() - began }
    if (given.status === 503) assertUnavailable(given, answer.headers.get('retry-after'))
    return given
  }
  const newest = '/api/folders?per_page=100&sort=-created_at'
  const namesIn = ({ text }: Answer) => (JSON.parse(text).data as { name: string }[]).map(({ name }) => name)
  const works = (node: Service, name: string) =>
    until('it works again', async () => (await ask(node, 'POST', '/api/folders', { name })).status === 201)
  const listens = () =>
    until('all listen', () => nodes.every(({ notifications }) => notifications.isListening()))

  /** Sends changes and reads to every node until stopped. Collects the acknowledged changes and all responses. */
  function load() {
    const acknowledged: string[] = []
    const answers: Answer[] = []
    let isOn = true
    let made = 0
    const working = nodes.flatMap((node) => {
      const own: string[] = []
      const change = async () => {
        while (isOn) {
          const name = `Folder ${made++}`
          const answer = await ask(node, 'POST', '/api/folders', { name })
          answers.push(answer)
          if (answer.status !== 201) continue
          acknowledged.push(name)
          own.push(name)
        }
      }
      const read = async () => {
        while (isOn) {
          // This node has already returned the change, so neither a cached page nor an old primary can hide
          // it again.
          const known = own.at(-1)
          const answer = await ask(node, 'GET', newest)
          answers.push(answer)
          if (answer.status === 200 && known) assert.ok(namesIn(answer).includes(known), `${known} is there`)
        }
      }
      return [change(), change(), read(), read()]
    })
    return {
      acknowledged,
      answers,
      async end() {
        isOn = false
        await Promise.all(working)
      },
    }
  }

  const countOf = (answers: Answer[], status: number) => answers.filter((one) => one.status === status).length

  test('every acknowledged change is on the promoted standby, and until the promotion requests quickly return 503', async () => {
    await listens()
    const running = load()
    const { acknowledged, answers } = running
    await until('changes are acknowledged', () => acknowledged.length > 50)
    await first.kill()
    const before = acknowledged.length
    const refused = countOf(answers, 503)
    await until('requests are refused', () => countOf(answers, 503) > refused + 20)
    await second.ask('select pg_promote()')
    floating.lead(second.port)
    await until('changes are acknowledged again', () => acknowledged.length > before + 50)
    await listens()
    await running.end()

    const statuses = new Set(answers.map(({ status }) => status))
    assert.deepEqual([...statuses].sort(), [200, 201, 503])
    assert.ok(Math.max(...answers.map(({ ms }) => ms)) < answerMsMax)
    const [{ rows } = { rows: [] }] = await second.ask<{ rows: string[] }>(
      'select array_agg(name) as rows from folders',
      'atelier',
    )
    const kept = new Set(rows)
    assert.deepEqual(
      acknowledged.filter((name) => !kept.has(name)),
      [],
    )
  })

  test('the change feed has no gap', async () => {
    const seqs: number[] = []
    for (let next = 0, isMore = true; isMore; ) {
      const { data, meta } = JSON.parse((await ask(other, 'GET', `/api/changes?since=${next}`)).text)
      seqs.push(...data.map(({ seq }: { seq: number }) => seq))
      next = meta.next
      isMore = meta.more
    }
    assert.deepEqual(
      seqs,
      seqs.map((_, at) => seqs[0]! + at),
    )
    assert.ok(seqs.length > 100)
  })

  test('nodes notify each other again, and the promoted server is no longer used as a replica', async () => {
    await ask(other, 'GET', newest)
    await ask(service, 'POST', '/api/folders', { name: 'Afterwards' })
    const isThere = async () => namesIn(await ask(other, 'GET', newest)).includes('Afterwards')
    await until('it is there', isThere, notifiedMsMax)
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    assert.match(metrics, /^atelier_database_replica_used\{.+\} 0$/m)
  })

  test('requests to a read-only server return 503, and its connections are closed', async () => {
    const sessions = () =>
      second.ask<{ pid: number }>("select pid from pg_stat_activity where application_name = 'atelier-app'")
    await readOnly(second, 'on')
    const before = new Set((await sessions()).map(({ pid }) => pid))
    const { status, ms } = await ask(service, 'POST', '/api/folders', { name: 'Refused' })
    assert.equal(status, 503)
    assert.ok(ms < answerMsMax)
    await ask(other, 'POST', '/api/folders', { name: 'Refused' })
    await until('they are gone', async () => (await sessions()).every(({ pid }) => !before.has(pid)))
    await readOnly(second, 'off')
    await works(service, 'Taken')
    assert.equal(namesIn(await ask(service, 'GET', newest)).includes('Refused'), false)
  })

  test('requests return 503 while the URL leads to a standby, so nothing stale is served', async () => {
    const third = await startPostgres({ copyOf: second })
    floating.lead(third.port)
    floating.cut()
    await until('the lost subscription is noticed', () => !service.notifications.isListening())
    for (const node of nodes) {
      for (const method of ['GET', 'POST']) {
        const json = method === 'POST' ? { name: 'On a standby' } : undefined
        assert.equal((await ask(node, method, newest.split('?')[0]!, json)).status, 503)
      }
    }
    floating.lead(second.port)
    floating.cut()
    await works(service, 'On the primary')
    await listens()
  })

  async function assertNobodyWaits(name: string) {
    const began = performance.now()
    try {
      const answers = await Promise.all(
        nodes.flatMap((node) => [
          ask(node, 'POST', '/api/folders', { name: 'Hung' }),
          ask(node, 'GET', '/api/folders?per_page=50'),
        ]),
      )
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]))
      assert.ok(performance.now() - began < silenceMsMax)
      const { status, ms } = await ask(service, 'GET', newest)
      assert.equal(status, 503)
      assert.ok(ms < answerMsMax)
    } finally {
      second.thaw()
    }
    await works(service, name)
  }

  /** Opens connections before the failure, so that existing connections break too. */
  const openConnections = () =>
    Promise.all(
      nodes.flatMap((node) =>
        Array.from({ length: 16 }, (_, at) => ask(node, 'GET', `/api/folders?per_page=${at + 1}`)),
      ),
    )

  test('a hanging server blocks no request for long and is used again once it responds', async () => {
    await openConnections()
    second.freeze()
    await assertNobodyWaits('Thawed')
  })

  test('a hanging server blocks no request, even while the subscription is lost', async () => {
    await listens()
    await openConnections()
    await second.ask(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'atelier-listener'`,
    )
    second.freeze()
    await assertNobodyWaits('Thawed again')
  })
})

async function readOnly(server: PostgresServer, value: 'on' | 'off') {
  await server.ask(`alter system set default_transaction_read_only = ${value}`)
  await server.ask('select pg_reload_conf()')
}
