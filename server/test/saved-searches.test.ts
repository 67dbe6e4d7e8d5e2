// Engines: postgres
// Saved searches: their filters, who sees them, and the news of new matches.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { asCompanyWriting } from '../src/db/tenancy.ts'
import { earliestId } from '../src/ids.ts'
import type { JobContext } from '../src/jobs/job.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { mailBy } from '../src/mail/mail.ts'
import { addMember } from '../src/members/queries.ts'
import { createSavedSearch, ownSearchesMax, savedSearchesMax } from '../src/saved-searches/create.ts'
import { followersMax } from '../src/saved-searches/follow.ts'
import { matchCompany } from '../src/saved-searches/match-job.ts'
import { mailMatches } from '../src/saved-searches/match-mail-job.ts'
import { newAccount } from './support/accounts.ts'
import { changeAs, newCaller, newCompany } from './support/companies.ts'
import { everything, idsOf, type Shown } from './support/library.ts'
import { atEnd, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { upload } from './support/uploads.ts'

const service = await startService({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
const { db } = service
/** The queue only adds jobs. Tests run them. */
const { queue, close } = await openQueue(db, service.notifications, [mailMatches])
atEnd(() => close(0))
const acme = await newCompany(service, 'Acme')
const { companyId, enterpriseId } = acme
const coworkerId = await newAccount(db, { name: 'Coworker', email: 'coworker@acme.example' })
const client = { name: 'coworker', enterpriseId, companyId, ownerId: coworkerId }
const coworker = await newCaller(service, {
  ...client,
  scopes: ['profile:read', 'assets:read', 'assets:write'],
})
const reader = await newCaller(service, { ...client, scopes: ['assets:read'] })
await addMember(db, companyId, acme.ownerId, 'owner')
await addMember(db, companyId, coworkerId, 'editor')

const path = '/api/saved-searches'
const make = async (body: object, caller: typeof coworker = acme): Promise<Shown> => {
  const answer = await caller.post(path, { name: 'Search', ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const seenBy = async (caller: typeof coworker) => idsOf(await everything(caller as typeof acme, path))
const follow = async (id: string, is_followed = true, caller: typeof coworker = acme): Promise<Shown> => {
  const answer = await caller.post(`${path}/${id}/following`, { is_followed })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

let made = 0
async function asset(fields: Record<string, string> = {}): Promise<string> {
  const name = `text ${++made}.txt`
  // A busy machine refuses an upload that waits too long.
  const { status, body, text } = await until('the upload is accepted', async () => {
    const answer = await upload(service, acme, { bytes: Buffer.from(name), name }, fields)
    return answer.status === 503 ? undefined : answer
  })
  assert.equal(status, 201, text)
  return body.data.id
}

const changesSince = async (since: number): Promise<Shown[]> =>
  (await acme.get(`/api/changes?since=${since}&per_page=1000`)).body.data
const newest = async (): Promise<number> => (await acme.get('/api/changes?per_page=1000')).body.meta.next

const minuteMs = 60_000

/** Runs the hourly job at a time when all assets are old enough. @returns its events. */
async function match(canSend = false): Promise<Shown[]> {
  const since = await newest()
  const context = { db, queue, mail: { canSend } } as JobContext
  for await (const _ of matchCompany(context, companyId, new Date(Date.now() + 2 * minuteMs)));
  return (await changesSince(since)).filter(({ type }) => type === 'saved_search.matched')
}

/** Moves the end of the last evaluation, which was in the future, back to the present. */
const backToNow = () =>
  asCompanyWriting(db, companyId, (trx) =>
    trx
      .updateTable('saved_searches')
      .set({ match_from: earliestId(new Date()) })
      .where('company_id', '=', companyId)
      .where('match_from', 'is not', null)
      .execute(),
  )

describe('a saved search', () => {
  // Holds R-SAVED-1.
  test('a saved search returns the filters as they were sent, and finds the same assets as the list', async () => {
    await acme.post('/api/asset-tags', { name: 'Harbor' })
    const [tagged, other] = [await asset({ tags: 'harbor' }), await asset()]
    const filters = { tag: ['harbor'], type: 'document,other', untagged: false, created_since: '2020-01-01' }
    const search = await make({ name: ' Boats ', filters, sort: 'name' })
    assert.match(search.id, /^ssr_/)
    assert.deepEqual(
      [
        search.name,
        search.filters,
        search.sort,
        search.visibility,
        search.is_followed,
        search.followers_count,
      ],
      ['Boats', filters, 'name', 'private', false, 0],
    )
    assert.deepEqual((await acme.get(`${path}/${search.id}`)).body.data, search)
    const query = new URLSearchParams(
      Object.entries(search.filters).map(([key, value]) => [key, String(value)]),
    )
    assert.deepEqual(idsOf((await acme.get(`/api/assets?${query}`)).body.data), [tagged])
    assert.notEqual(other, tagged)
    const changed = await acme.patch(`${path}/${search.id}`, { filters: { type: 'image' }, sort: null })
    assert.deepEqual([changed.body.data.filters, changed.body.data.sort], [{ type: 'image' }, null])
    assert.equal((await acme.delete(`${path}/${search.id}`)).status, 204)
    assert.equal((await acme.get(`${path}/${search.id}`)).status, 404)
    const told = (await changesSince(0)).filter(({ resource_id }) => resource_id === search.id)
    assert.deepEqual(
      told.map(({ type, data }) => [type, data.fields]),
      [
        ['saved_search.created', undefined],
        ['saved_search.updated', ['filters', 'sort']],
        ['saved_search.deleted', undefined],
      ],
    )
  })

  // Holds R-SAVED-1.
  test('a saved search accepts only filters and values that the list accepts', async () => {
    const refused = async (filters: unknown) => {
      const { status, body } = await acme.post(path, { name: 'Refused', filters })
      assert.equal(status, 422)
      return body
    }
    assert.deepEqual(await refused({ foldr_id: 'root', type: 'picture' }), {
      'filters.type': ['The selected filters.type is invalid.'],
      'filters.foldr_id': ['The filter foldr_id is not known here. Did you mean folder_id?'],
    })
    for (const name of ['with_trashed', 'only_trashed', 'cursor', 'per_page', 'fields', 'sort'])
      assert.match((await refused({ [name]: 'true' }))[`filters.${name}`][0], /is not known here/)
    assert.deepEqual(await refused({ tag: ['none such'] }), {
      'filters.tag': ['The tag «none such» does not exist.'],
    })
    assert.deepEqual(Object.keys(await refused({ properties: { nothing: 'x' } })), [
      'filters.properties.nothing',
    ])
    assert.deepEqual(Object.keys(await refused({ search: 'x'.repeat(201) })), ['filters.search'])
    assert.deepEqual(Object.keys(await refused({ search: 'a\0' })), ['filters'])
    assert.deepEqual(Object.keys(await refused(['type'])), ['filters'])
    const search = await make({})
    assert.equal((await acme.patch(`${path}/${search.id}`, { filters: { kind: 'x' } })).status, 422)
  })

  // Holds R-SAVED-2.
  test('a saved search is private by default: for other people of the company it does not exist', async () => {
    const search = await make({ name: 'Mine' })
    const absent = await coworker.get(`${path}/ssr_00000000000000000000000000`)
    const hidden = await coworker.get(`${path}/${search.id}`)
    assert.deepEqual([hidden.status, hidden.text], [404, absent.text])
    assert.equal((await coworker.patch(`${path}/${search.id}`, { name: 'Yours' })).status, 404)
    assert.equal((await coworker.delete(`${path}/${search.id}`)).status, 404)
    assert.equal((await coworker.post(`${path}/${search.id}/following`, { is_followed: true })).status, 404)
    assert.ok(!(await seenBy(coworker)).includes(search.id))
    assert.ok((await seenBy(acme)).includes(search.id))
    assert.deepEqual((await coworker.get(`${path}?ids=${search.id}&with_total=true`)).body.meta.total, 0)
  })

  // Holds R-SAVED-2.
  test('a saved search can be shared with the company and changed by others, but only its creator can make it private', async () => {
    const { id } = await make({ name: 'Ours', visibility: 'company' })
    assert.ok((await seenBy(coworker)).includes(id))
    const changed = await coworker.patch(`${path}/${id}`, { name: 'All of ours' })
    assert.deepEqual([changed.status, changed.body.data.name], [200, 'All of ours'])
    await follow(id, true, coworker)
    await follow(id)
    const refused = await coworker.patch(`${path}/${id}`, { visibility: 'private' })
    assert.deepEqual(
      [refused.status, refused.body],
      [422, { visibility: ['Only the creator of the saved search can make it private.'] }],
    )
    const hidden = await acme.patch(`${path}/${id}`, { visibility: 'private' })
    assert.deepEqual([hidden.body.data.is_followed, hidden.body.data.followers_count], [true, 1])
    assert.ok(!(await seenBy(coworker)).includes(id))
    assert.deepEqual(idsOf((await acme.get(`${path}?visibility=private&ids=${id}`)).body.data), [id])
    assert.deepEqual((await acme.get(`${path}?visibility=company&ids=${id}`)).body.data, [])
    await acme.delete(`${path}/${id}`)
  })

  // Holds R-SAVED-3.
  test('a saved search is followed separately by each caller, with the read scope', async () => {
    const { id } = await make({ visibility: 'company' })
    const followed = await follow(id, true, reader)
    assert.deepEqual([followed.is_followed, followed.followers_count], [true, 1])
    assert.equal((await coworker.get(`${path}/${id}`)).body.data.is_followed, true)
    const { is_followed, followers_count, updated_at } = (await acme.get(`${path}/${id}`)).body.data
    assert.deepEqual([is_followed, followers_count], [false, 1])
    const since = await newest()
    assert.equal((await follow(id, true, reader)).updated_at, updated_at)
    assert.deepEqual(await changesSince(since), [])
    assert.deepEqual((await follow(id, false, coworker)).followers_count, 0)
    assert.equal((await reader.post(path, { name: 'x' })).status, 403)
    assert.equal((await reader.patch(`${path}/${id}`, { name: 'x' })).status, 403)
  })

  // Holds R-SAVED-4.
  test('announces assets once that were created since it was followed', async () => {
    const old = await asset({ copyright: 'Harbor Press' })
    const { id } = await make({ filters: { search: 'harbor' }, visibility: 'company' })
    const [unfollowed, deleted] = [await make({ filters: {} }), await make({ filters: {} })]
    await follow(id)
    await follow(deleted.id)
    await acme.delete(`${path}/${deleted.id}`)
    const [one, two] = [await asset({ copyright: 'Harbor Press' }), await asset({ copyright: 'Harbor' })]
    await asset()
    const [event, ...more] = await match()
    assert.deepEqual(more, [])
    assert.deepEqual(
      [event!.resource_id, event!.data, event!.actor.type],
      [id, { assets_count: 2, asset_ids: [one, two] }, 'system'],
    )
    assert.ok(![old, unfollowed.id].includes(event!.resource_id))
    const { matched_at } = (await acme.get(`${path}/${id}`)).body.data
    assert.ok(Date.parse(matched_at) > Date.now() - minuteMs)
    assert.deepEqual(await match(), [])
  })

  test('a saved search with a filter that names a deleted tag has no new matches', async () => {
    const tag = (await acme.post('/api/asset-tags', { name: 'Short-lived' })).body.data
    const { id } = await make({ filters: { tag: ['short-lived'] } })
    await follow(id)
    await acme.delete(`/api/asset-tags/${tag.id}`)
    await asset()
    assert.deepEqual(
      (await match()).filter(({ resource_id }) => resource_id === id),
      [],
    )
  })

  // Holds R-SAVED-5.
  test('a saved search with new matches is named in one daily e-mail to each follower who is a member', async () => {
    const { id } = await make({
      name: 'Lighthouses',
      filters: { search: 'lighthouse' },
      visibility: 'company',
    })
    await follow(id)
    await follow(id, true, coworker)
    await asset({ copyright: 'Lighthouse Press' })
    assert.equal((await match(true)).length, 1)
    await backToNow()
    await asset({ copyright: 'Lighthouse Press' })
    assert.equal((await match(true)).length, 1)
    const enqueued = await sql<{ data: Shown; waits: boolean }>`
      select data, start_after > now() as waits from pgboss.job_common where name = ${mailMatches.name}
      order by data ->> 'personId'`.execute(db)
    assert.deepEqual(
      enqueued.rows.map(({ data, waits }) => [data.personId, waits]),
      [acme.ownerId, coworkerId].sort().map((person) => [person, true]),
    )
    const letters: { to: string; subject: string; text: string }[] = []
    const mail = mailBy(async (letter) => letters.push(letter))
    const context = { db, mail, publicUrl: 'http://atelier.example' } as JobContext
    await db.deleteFrom('memberships').where('person_id', '=', coworkerId).execute()
    for (const { data } of enqueued.rows) await mailMatches.run(data as never, context)
    assert.deepEqual(
      letters.map(({ to, subject }) => [to, subject]),
      [['owner@acme.example', 'New assets of "Acme" match your searches']],
    )
    assert.match(letters[0]!.text, new RegExp(`"Lighthouses"\n.*/assets\\?saved=${id}`))
    await addMember(db, companyId, coworkerId, 'editor')
  })

  // Holds R-SAVED-6.
  test('saved searches are limited in number for a person and for the company, and in followers', async () => {
    const globex = await newCompany(service, 'Globex')
    const body = { name: 'x', filters: {}, sort: null, visibility: 'company' as const }
    const add = (count: number, personId: typeof coworkerId | null) =>
      changeAs(db, globex.companyId, async (trx) => {
        for (let at = 0; at < count; at++)
          await createSavedSearch(trx, { companyId: globex.companyId, personId }, body, new Date())
        return { result: undefined, events: [] }
      })
    await add(ownSearchesMax, globex.ownerId)
    const { body: own } = await globex.post(path, body)
    assert.deepEqual(own.name, ['The limit of 200 saved searches of a person is reached. Delete old ones.'])
    await add(savedSearchesMax - ownSearchesMax, null)
    const other = await newCaller(service, {
      ...{
        name: 'other',
        enterpriseId: globex.enterpriseId,
        companyId: globex.companyId,
        ownerId: coworkerId,
      },
      scopes: ['assets:read', 'assets:write'],
    })
    const { body: all } = await other.post(path, body)
    assert.deepEqual(all.name, [
      'The limit of 1,000 saved searches of the company is reached. Delete old ones.',
    ])
    const [id] = idsOf((await other.get(`${path}?per_page=1`)).body.data)
    await asCompanyWriting(db, globex.companyId, async (trx) => {
      await sql`
        with people as (
          insert into people (id, name, email) select gen_random_uuid(), 'x', 'x' || n || '@globex.example'
          from generate_series(1, ${followersMax}) n returning id
        ) insert into saved_search_followers (company_id, saved_search_id, person_id)
        select ${globex.companyId}, s.id, p.id
        from people p, (select id from saved_searches where company_id = ${globex.companyId} order by id desc limit 1) s`.execute(
        trx,
      )
    })
    const { body: full } = await other.post(`${path}/${id}/following`, { is_followed: true })
    assert.deepEqual(full.is_followed, ['The limit of 200 followers of a saved search is reached.'])
  })
})
