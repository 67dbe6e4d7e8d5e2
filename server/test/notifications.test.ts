// Engines: postgres
// The connection on which PostgreSQL sends commit notifications, and when it counts as lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { postgresNotifications } from '../src/db/notifications.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { startPostgres, withoutServers } from './support/postgres-server.ts'
import { until } from './support/until.ts'

test('a busy node does not mistake its own delay for a silent server', {
  skip: withoutServers,
}, async (t) => {
  const server = await startPostgres()
  const url = server.url('postgres')
  const db = new Kysely<unknown>({ dialect: openPostgres({ url, connectionsMax: 1, as: 'owner' }) })
  t.after(() => db.destroy())
  const answerMsMax = 1_000
  let answered = 0
  let silences = 0
  const notifications = postgresNotifications({
    url,
    role: 'postgres',
    askMs: 200,
    answerMsMax,
    onSilence: () => silences++,
    notify(channel, payload) {
      answered += 1
      // The server was queried just now and responds immediately.
      if (answered === 3)
        setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, answerMsMax * 3))
      return sql`select pg_notify(${channel}, ${payload})`.execute(db)
    },
  })
  t.after(notifications.close)
  await notifications.listen(
    'anything',
    () => {},
    () => {},
  )
  await until('the server is asked again', () => answered > 5)
  assert.equal(silences, 0)
  assert.ok(notifications.isListening())
})
