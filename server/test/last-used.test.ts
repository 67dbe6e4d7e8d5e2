import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { parseId } from '../src/ids.ts'
import { type Caller, newCaller, newCompany } from './support/companies.ts'
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

/** Notes are not waited for: once this one is there, those before it are. */
async function noteOfAnother() {
  const other = await newCaller(service, { name: 'other', ...acme })
  await other.get('/api/user')
  await until('the other is noted', () => lastUsed(other))
}

test('a client that calls the API is noted as used, once a minute at most', async () => {
  const start = Date.now()
  mock.timers.enable({ apis: ['Date'], now: start })
  await acme.get('/api/user')
  await until('it is noted', async () => (await lastUsed(acme)) === start)
  mock.timers.setTime(start + 59_999)
  await Promise.all(Array.from({ length: 10 }, () => acme.get('/api/user')))
  await noteOfAnother()
  assert.equal(await lastUsed(acme), start)
  mock.timers.setTime(start + 60_000)
  await acme.get('/api/user')
  await until('it is noted again', async () => (await lastUsed(acme)) === start + 60_000)
  mock.timers.reset()
})

test('a client that somebody is changing is not waited for, and holds up no other', {
  skip: engine !== 'postgres' && 'the embedded engine has one connection',
}, async () => {
  const [changed, other] = [
    await newCaller(service, { name: 'changed', ...acme }),
    await newCaller(service, { name: 'other', ...acme }),
  ]
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
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
  await until('the other is noted', () => lastUsed(other))
  await noteOfAnother()
  done()
  await changing
  assert.equal(await lastUsed(changed), undefined)
})
