// Engines: postgres
// The audit log as a SIEM reads it: the command line exports every event in order and once, on both engines.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { securityEventsAfter } from '../src/audit/export.ts'
import { createCompany, createEnterprise } from '../src/companies/queries.ts'
import { openDatabase } from '../src/db/database.ts'
import { earliestId, newId, publicId, type Uuid } from '../src/ids.ts'
import { runCommand, startCommand } from './support/commands.ts'
import { environmentOf } from './support/environment.ts'
import { atEnd, freshConfig } from './support/service.ts'

const config = await freshConfig()
const { database } = config
const directory = mkdtempSync(join(tmpdir(), 'atelier-audit-'))
atEnd(async () => rmSync(directory, { recursive: true }))
const state = join(directory, 'position')

async function onDatabase<T>(
  work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase(database)
  return work(db).finally(close)
}

const acme = await onDatabase(async (db) =>
  createCompany(db, await createEnterprise(db, 'Acme Group'), 'Acme'),
)

/** Inserts `count` events a millisecond apart, the first one `secondsAgo` seconds ago. */
const addEvents = (count: number, secondsAgo: number, type = 'token.refused') =>
  onDatabase((db) =>
    sql`
      insert into security_events (id, company_id, type, address, data)
      select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - ${secondsAgo * 1000}::bigint + n), 12, '0')
          || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
        ${acme}::uuid, ${type}, '192.0.2.7', jsonb_build_object('reason', 'invalid_client', 'n', n, 'note', '=1+1, "x"')
      from generate_series(1, ${count}::int) n`.execute(db),
  )

const env = environmentOf(config)
const run = (...args: string[]) => runCommand(env, ['audit', 'export', ...args])

type Line = { event_id: string; at: string; type: string; company_id: string; data: { n: number } }

async function lines(...args: string[]): Promise<Line[]> {
  const { code, out, err } = await run(...args)
  assert.deepEqual({ code, err }, { code: 0, err: '' })
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const numbers = (found: Line[]) =>
  found.filter(({ type }) => type === 'token.refused').map(({ data }) => data.n)
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

test('an export returns all events in order, across pages, and the next run returns only new ones', async () => {
  await addEvents(2_500, 3_600)
  const first = await lines('--state', state)
  assert.deepEqual(numbers(first), upTo(2_500))
  const { event_id, at, type, company_id } = first[0]!
  assert.match(event_id, /^sev_[0-9a-z]{26}$/)
  assert.deepEqual([type, company_id], ['token.refused', publicId('company', acme)])
  assert.ok(Date.parse(at) < Date.now() - 3_500_000)
  assert.equal(readFileSync(state, 'utf8').trim(), first.at(-1)!.event_id)

  assert.deepEqual(await lines('--state', state), [])
  await addEvents(3, 600)
  assert.deepEqual(numbers(await lines('--state', state)), upTo(3))
  assert.deepEqual(numbers(await lines('--after', first[2_498]!.event_id)), [2_500, 1, 2, 3])
})

// A transaction may commit an older event ID after the export has read a newer one.
test('events of the last minute are left for the next export', async () => {
  await addEvents(1, 5, 'access.denied')
  assert.deepEqual(await lines('--since', '1d', '--type', 'access.denied'), [])
})

test('a CSV export starts with a header, continues without a header, and contains no formula', async () => {
  const whole = await run('--format', 'csv', '--since', '1d', '--type', 'token.refused')
  const [head, first] = whole.out.split('\r\n')
  assert.equal(head, 'event_id,at,type,company_id,client_id,person_id,address,request_id,data')
  assert.match(
    first!,
    /^sev_\w{26},\d{4}-[^,]+Z,token\.refused,cmp_\w{26},,,192\.0\.2\.7,,"\{""n"":1,""note"":""=1\+1, \\""x\\"""",/,
  )
  const last = whole.out.trimEnd().split('\r\n').at(-3)!.split(',')[0]!
  const rest = await run('--format', 'csv', '--after', last)
  assert.equal(rest.out.split('\r\n').length, 3)
  assert.match(rest.out, /^sev_/)
})

test('an export to a reader that disconnects repeats what the reader did not receive', async () => {
  const fresh = join(directory, 'cut')
  const { child, ended } = startCommand(env, ['audit', 'export', '--state', fresh])
  await once(child.stdout, 'data')
  child.stdout.destroy()
  assert.equal((await ended).code, 0)
  const kept = existsSync(fresh) ? readFileSync(fresh, 'utf8').trim() : undefined
  const all = await lines('--since', '2d')
  const behind = kept === undefined ? -1 : all.findIndex(({ event_id }) => event_id === kept)
  assert.ok(behind < all.length - 1, 'the state is already at the last entry')
  assert.deepEqual(await lines('--state', fresh), all.slice(behind + 1))
})

test('an invalid state file, or --after with --state, is rejected in one line', async () => {
  const wrong = join(directory, 'wrong')
  writeFileSync(wrong, 'yesterday\n')
  assert.deepEqual(await run('--state', wrong), {
    code: 2,
    out: '',
    err: `${wrong} does not contain the position of an export.\n`,
  })
  const both = await run('--state', wrong, '--after', publicId('securityEvent', newId()))
  assert.deepEqual([both.code, both.err], [2, 'Use either --after or --state, not both.\n'])
})

test('memory does not grow with the log', { timeout: 60_000 }, async () => {
  await addEvents(60_000, 7_200)
  await onDatabase(async (db) => {
    const begun = process.memoryUsage.rss()
    let [count, most] = [0, 0]
    let last: Uuid | undefined
    for await (const page of securityEventsAfter(db, { before: earliestId(new Date(Date.now() - 60_000)) })) {
      count += page.length
      most = Math.max(most, page.length)
      assert.ok(last === undefined || page[0]!.id > last)
      last = page.at(-1)!.id
    }
    assert.ok(count >= 62_503, `${count} events`)
    assert.equal(most, 1_000)
    const grown = process.memoryUsage.rss() - begun
    assert.ok(grown < 150 << 20, `${grown >> 20} MB`)
  })
})
