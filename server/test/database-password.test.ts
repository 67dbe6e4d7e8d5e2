// Engines: postgres
// Changing the password in DATABASE_URL while the server runs, as docs/operations.md describes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../src/db/database.ts'
import { newCompany, send } from './support/companies.ts'
import { makeAtelier, startPostgres, withoutServers } from './support/postgres-server.ts'
import { atEnd, engine, freshConfig, startOn } from './support/service.ts'

const skip = engine !== 'postgres' ? 'the embedded database has no accounts' : withoutServers

test('open connections survive a password change, new connections need the new password, and no log contains either password', {
  skip,
}, async () => {
  const server = await startPostgres({ byPassword: 'atelier' })
  await makeAtelier(server)
  const change = (password: string) => server.ask(`alter role atelier password '${password}'`)
  const urlWith = (password: string) => server.url('atelier', `atelier:${password}`)
  const passwords = ['the-one-before', 'the-one-after'] as const
  await change(passwords[0])
  const lines: string[] = []
  const config = await freshConfig({ DATABASE_URL: urlWith(passwords[0]) })
  const before = await startOn(config, (line) => lines.push(line))
  atEnd(before.close)
  const acme = await newCompany(before, 'Acme')

  await change(passwords[1])
  for (let n = 0; n < 5; n++)
    assert.equal((await acme.post('/api/folders', { name: `while ${n}` })).status, 201)

  await server.ask("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'atelier'")
  const refused = await acme.get('/api/folders')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
  await assert.rejects(openDatabase(config.database), (error: Error & { code: string }) => {
    assert.ok(!passwords.some((password) => error.stack!.includes(password)))
    return error.code === '28P01'
  })

  assert.equal(config.database.kind, 'postgres')
  const renewed = { ...config, database: { ...config.database, url: urlWith(passwords[1]) } }
  const after = await startOn(renewed, (line) => lines.push(line))
  atEnd(after.close)
  const headers = { authorization: `Bearer ${acme.token}` }
  const { status, body } = await send(after, 'GET', '/api/folders', { headers })
  assert.deepEqual([status, body.data.length], [200, 5])
  assert.ok(lines.some((line) => line.includes('28P01')))
  for (const password of passwords) assert.ok(!lines.some((line) => line.includes(password)))
})
