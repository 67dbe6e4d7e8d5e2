// The connection on which PostgreSQL tells of commits, and what is held against a server that does not answer on it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { postgresNotifications } from '../src/db/notifications.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { startPostgres, withoutServers } from './support/postgres-server.ts'
import { until } from './support/until.ts'

test('a node that was busy itself does not take the server for silent', {
  skip: withoutServers,
}, async (t) => {
  const server = await startPostgres()
  const url = server.url('postgres')
  const db = new Kysely<unknown>({ dialect: openPostgres({ url, connectionsMax: 1, as: 'owner' }) })
  t.after(() => db.destroy())
  const answerMsMax = 1_000
  let told = 0
  let silences = 0
  const notifications = postgresNotifications({
    url,
    role: 'postgres',
    askMs: 200,
    answerMsMax,
    onSilence: () => silences++,
    tell(channel, payload) {
      told += 1
      // The server has been asked just now, and answers at once.
      if (told === 3)
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
  await until('it was asked again', () => told > 5)
  assert.equal(silences, 0)
  assert.ok(notifications.isListening())
})
