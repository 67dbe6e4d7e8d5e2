// Engines: postgres
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { parseId } from '../src/ids.ts'
import { type Caller, newCaller, newCompany } from './support/companies.ts'
import { held } from './support/held.ts'
import { engine, startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

async function lastUsed({ clientId }: Caller) {
  const { last_used_at } = await service.db
    .selectFrom('clients')
    .select('last_used_at')
    .where('id', '=', parseId('client', clientId)!)
    .executeTakeFirstOrThrow()
  return last_used_at?.getTime()
}

/**
 * The timestamp is written asynchronously. Once the last timestamp is stored, the earlier timestamps are too.
 */
async function otherIsUpdated() {
  const other = await newCaller(service, { name: 'other', ...acme })
  await other.get('/api/user')
  await until('the other client is updated', () => lastUsed(other))
}

test("a request updates the client's last_used_at, at most once a minute", async () => {
  const start = Date.now()
  mock.timers.enable({ apis: ['Date'], now: start })
  await acme.get('/api/user')
  await until('last_used_at is updated', async () => (await lastUsed(acme)) === start)
  mock.timers.setTime(start + 59_999)
  await Promise.all(Array.from({ length: 10 }, () => acme.get('/api/user')))
  await otherIsUpdated()
  assert.equal(await lastUsed(acme), start)
  mock.timers.setTime(start + 60_000)
  await acme.get('/api/user')
  await until('last_used_at is updated again', async () => (await lastUsed(acme)) === start + 60_000)
  mock.timers.reset()
})

test('a locked client delays neither its own request nor other clients', {
  skip: engine !== 'postgres' && 'the embedded engine has one connection',
}, async () => {
  const [changed, other] = [
    await newCaller(service, { name: 'changed', ...acme }),
    await newCaller(service, { name: 'other', ...acme }),
  ]
  const { promise: isDone, resolve: done } = held()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const changing = service.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('clients')
      .select('id')
      .where('id', '=', parseId('client', changed.clientId)!)
      .forUpdate()
      .execute()
    locked()
    await isDone
  })
  await isLocked
  await Promise.all([changed.get('/api/user'), other.get('/api/user')])
  await until('the other client is updated', () => lastUsed(other))
  await otherIsUpdated()
  done()
  await changing
  assert.equal(await lastUsed(changed), undefined)
})
