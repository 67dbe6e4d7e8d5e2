import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

/** When the client was last seen, as soon as that has been written. */
async function lastUsed() {
  for (let tries = 0; tries < 100; tries++) {
    const { last_used_at } = await service.db
      .selectFrom('clients')
      .select('last_used_at')
      .executeTakeFirstOrThrow()
    if (last_used_at) return last_used_at.getTime()
    await wait(20)
  }
  return undefined
}

test('a client that calls the API is noted as used, at most once a minute', async () => {
  const before = Date.now()
  await acme.get('/api/user')
  const noted = await lastUsed()
  assert.ok(noted !== undefined && noted >= before && noted <= Date.now(), String(noted))
  await Promise.all(Array.from({ length: 10 }, () => acme.get('/api/user')))
  await wait(100)
  assert.equal(await lastUsed(), noted)
})
