// Engines: embedded, postgres
// Changes that share a commit, each of which is committed completely or not at all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { invalid } from '../src/http/schemas/validation.ts'
import { createTag } from '../src/tags/create.ts'
import { changeAs, newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'

const service = await startService()
const { db } = service
const acme = await newCompany(service, 'Acme')
const { companyId } = acme

type Tag = { id: string; name: string }
const tags = async (): Promise<Tag[]> => (await acme.get('/api/tags?per_page=100&sort=created_at')).body.data
const newest = async () => (await acme.get('/api/changes?since=latest')).body.meta.next as number
const changesSince = async (since: number) => (await acme.get(`/api/changes?since=${since}`)).body.data

/** Creates a tag and its event. A name that starts with `refused` is rejected after the write. */
const add = (name: string, data: Record<string, unknown> = {}) =>
  changeAs(db, companyId, async (trx) => {
    const id = await createTag(trx, companyId, 'template', { name })
    if (name.startsWith('refused')) throw invalid('name', 'No.')
    const event = { type: 'template_tag.created', resourceType: 'template_tag', resourceId: id, data }
    return { result: id, events: [event] }
  })

const namesWith = async (start: string) =>
  (await tags()).map(({ name }) => name).filter((name) => name.startsWith(start))

test('a rejected change does not affect the others in its commit', async () => {
  const since = await newest()
  const names = Array.from({ length: 30 }, (_, n) => (n % 7 === 3 ? `refused ${n}` : `shared ${n}`))
  const outcomes = await Promise.allSettled(names.map((name) => add(name)))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    names.map((name) => (name.startsWith('refused') ? 'rejected' : 'fulfilled')),
  )
  const kept = names.filter((name) => name.startsWith('shared'))
  assert.deepEqual((await namesWith('shared')).sort(), kept.sort())
  assert.deepEqual(await namesWith('refused'), [])
  const seqs = (await changesSince(since)).map(({ seq }: { seq: number }) => seq)
  assert.deepEqual(
    seqs,
    kept.map((_, n) => since + 1 + n),
  )
})

test('a statement that the database rejects does not affect the others in its commit', async () => {
  await add('taken')
  const duplicate = { company_id: companyId, name: 'taken', name_key: 'taken', slug: 'other' }
  const clash = changeAs(db, companyId, async (trx) => {
    const id = '00000000-0000-7000-8000-000000000001'
    await trx
      .insertInto('template_tags')
      .values({ ...duplicate, id, updated_at: new Date() } as never)
      .execute()
    return { result: undefined, events: [] }
  })
  const outcomes = await Promise.allSettled([add('beside 1'), clash, add('beside 2')])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual((await namesWith('beside')).sort(), ['beside 1', 'beside 2'])
})

for (const [what, data, reason] of [
  ['cannot be serialized', { at: 1n }, /BigInt/],
  ['the database refuses', { at: '\0' }, /Unicode/],
] as const) {
  test(`a change whose event ${what} is rolled back, and the next change succeeds`, async () => {
    const since = await newest()
    await assert.rejects(add(`eventless ${what}`, data), reason)
    assert.deepEqual(await namesWith(`eventless ${what}`), [])
    await add(`eventless ${what}`)
    assert.equal((await changesSince(since)).length, 1)
  })
}

test('a connection on which a transaction could not begin is closed', async () => {
  await db.connection().execute(async (one) => {
    const run = (text: string) => one.executeQuery(CompiledQuery.raw(text))
    await run('begin')
    await assert.rejects(run('select 1 / 0'), /division by zero/)
    // Fails in the aborted transaction. The error goes unnoticed, because the result is not awaited.
    await run('begin')
    await assert.rejects(run('select 1'))
    await assert.rejects(run('rollback'), /terminated|not queryable|aborted/)
  })
  await add('afterwards')
  assert.deepEqual(await namesWith('afterwards'), ['afterwards'])
})
