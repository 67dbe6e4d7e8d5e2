// Engines: embedded, postgres
// A change of many rows is done in batches by a job, so that no other write of the company waits for all of it.

import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { writeArchive } from '../src/archive/write.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { restoreContent } from '../src/folders/restore.ts'
import { trashContent } from '../src/folders/trash.ts'
import { newId, parseId, publicId, type Uuid } from '../src/ids.ts'
import { nextRowsMax, rowsAtOnceMax } from '../src/jobs/large-change.ts'
import type { Services } from '../src/services.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { type Answer, newCompany, send } from './support/companies.ts'
import { eventsPerCommit, fillFolder, wrongCounts } from './support/large-folder.ts'
import { startProcess } from './support/server-process.ts'
import { engine, freshConfig, startOn, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService()
const { db, storage } = service
const acme = await newCompany(service, 'Acme')
const { companyId } = acme

const folders = 60
const assetsEach = 40
const assets = folders * assetsEach
/** The events of one batch, and the event of the change itself. */
const eventsMax = rowsAtOnceMax + 1

const folder = async (name: string, parent_id: string | null = null) =>
  (await acme.post('/api/folders', { name, parent_id })).body.data
const uuid = (id: string) => parseId('folder', id)!
async function largeFolder(name: string) {
  const made = await folder(name)
  await fillFolder(db, { companyId, folder: uuid(made.id), path: `/${name}`, folders, assetsEach })
  return made
}

async function jobOf(answer: Answer) {
  assert.equal(answer.status, 202, answer.text)
  assert.equal(answer.headers.get('location'), `/api/jobs/${answer.body.job.id}`)
  return answer.body.job
}

/** @returns the largest number of events in one commit. */
async function finished(answer: Answer, type: string, since: number): Promise<number> {
  const { id } = await jobOf(answer)
  const job = await until('the job ends', async () => {
    const { data } = (await acme.get(`/api/jobs/${id}`)).body
    assert.notEqual(data.status, 'failed', data.error)
    return data.status === 'done' && data
  })
  assert.deepEqual([job.type, job.progress, job.asset_id, job.error], [type, 1, null, null])
  assert.deepEqual(await wrongCounts(db, companyId), [])
  return eventsPerCommit(db, companyId, since)
}

const version = async () => {
  const { rows } = await sql<{
    version: number
  }>`select version from companies where id = ${companyId}`.execute(db)
  return Number(rows[0]!.version)
}

/** The folders and asset counts under this path. */
async function contentOf(path: string) {
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql`
      with places as materialized (
        select folder_id as id, count(*) as rows from assets where deleted_at is null group by folder_id
      )
      select f.path, f.depth, f.folders_count, f.assets_count, coalesce(p.rows, 0) as assets
      from folders f left join places p on p.id = f.id
      where f.deleted_at is null and (f.path = ${path} or f.path like ${path}::text || '/%')
      order by f.path`.execute(trx),
  )
  return rows
}

/** The number of events of this type, and of resources that have one. */
async function eventsOf(type: string, since: number) {
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql<{ events: number; resources: number }>`
      select count(*)::int as events, count(distinct resource_id)::int as resources from events
      where company_id = ${companyId} and type = ${type} and seq > ${since}`.execute(trx),
  )
  return rows[0]!
}

// Holds R-CHANGE-10.
describe('a large folder', () => {
  test('a large folder is trashed immediately, and its content is trashed in bounded commits', async () => {
    const top = await largeFolder('Trashed')
    const before = await contentOf('/Trashed')
    const began = await version()
    const answer = await acme.delete(`/api/folders/${top.id}?recursive=true`)
    assert.equal((await acme.get(`/api/folders/${top.id}`)).status, 404)
    assert.ok((await finished(answer, 'folder.trash', began)) <= eventsMax)
    assert.deepEqual(await contentOf('/Trashed'), [])
    assert.deepEqual(await eventsOf('asset.deleted', began), { events: assets, resources: assets })
    assert.deepEqual(await eventsOf('folder.deleted', began), { events: folders + 1, resources: folders + 1 })

    const trashedAt = await version()
    const restored = await acme.post(`/api/folders/${top.id}/restoration`)
    assert.equal(restored.body.data.path, '/Trashed')
    assert.equal((await acme.get(`/api/folders/${top.id}`)).status, 200)
    assert.ok((await finished(restored, 'folder.restore', trashedAt)) <= eventsMax)
    assert.deepEqual(await contentOf('/Trashed'), before)
    assert.deepEqual(await eventsOf('asset.restored', trashedAt), { events: assets, resources: assets })
    assert.deepEqual(await eventsOf('folder.restored', trashedAt), {
      events: folders + 1,
      resources: folders + 1,
    })
  })

  test('a large folder is moved immediately, and its subfolders are moved in bounded commits', async () => {
    const home = await folder('home')
    const top = await folder('Moved')
    const many = 1_200
    await fillFolder(db, { companyId, folder: uuid(top.id), path: '/Moved', folders: many, assetsEach: 1 })
    const before = await contentOf('/Moved')
    const began = await version()
    const answer = await acme.patch(`/api/folders/${top.id}`, { name: 'New', parent_id: home.id })
    assert.equal(answer.body.data.path, '/home/New')
    // However many rows have been moved so far, the folder contains all assets.
    const page = await acme.get(`/api/assets?folder_id=${top.id}&recursive=true&with_total=true&per_page=1`)
    assert.equal(page.body.meta.total, many)
    const around = await acme.get(
      `/api/assets?folder_id=${home.id}&recursive=true&with_total=true&per_page=1`,
    )
    assert.equal(around.body.meta.total, many)
    assert.ok((await finished(answer, 'folder.move', began)) <= eventsMax)
    const moved = before.map((row) => {
      const { path, depth, ...rest } = row as { path: string; depth: number }
      return { ...rest, path: path.replace('/Moved', '/home/New'), depth: depth + 1 }
    })
    assert.deepEqual(await contentOf('/home/New'), moved)
    assert.deepEqual(await contentOf('/Moved'), [])
    assert.deepEqual(await eventsOf('folder.updated', began), { events: many + 1, resources: many + 1 })
  })

  test('a folder below the limit is trashed and restored in the request', async () => {
    const top = await folder('small')
    await folder('inner', top.id)
    assert.equal((await acme.patch(`/api/folders/${top.id}`, { name: 'renamed' })).status, 200)
    assert.equal((await acme.delete(`/api/folders/${top.id}?recursive=true`)).status, 204)
    const back = await acme.post(`/api/folders/${top.id}/restoration`)
    assert.deepEqual([back.status, back.body.job], [200, undefined])
  })
})

describe('many taggings', () => {
  test('a merge moves taggings in bounded commits, while every asset keeps one of the tags', async () => {
    const top = await largeFolder('Merged')
    const [stays, gone, other] = await Promise.all(
      ['stays', 'gone', 'other'].map(
        async (name) => (await acme.post('/api/asset-tags', { name })).body.data,
      ),
    )
    const id = (tag: { id: string }) => parseId('assetTag', tag.id)!
    await asCompany(db, companyId, async (trx) => {
      for (const [tag, part] of [
        [gone, 1],
        [other, 3],
        [stays, 5],
      ])
        await sql`
          insert into asset_taggings (company_id, tag_id, id)
          select company_id, ${id(tag)}, id from assets
          where company_id = ${companyId} and file_key like '%/k%' and split_part(file_key, '/k', 2)::int % ${part}::int = 0
            and folder_id in (select id from folders where path like '/Merged/%')`.execute(trx)
      await sql`
        update asset_tags t set assets_count = (select count(*) from asset_taggings g where g.tag_id = t.id)
        where company_id = ${companyId}`.execute(trx)
    })
    const began = await version()
    const answer = await acme.post(`/api/asset-tags/${stays.id}/merges`, { tags: [gone.id, other.id] })
    assert.equal(answer.body.data.id, stays.id)
    await finished(answer, 'asset_tag.merge', began)
    const kept = (await acme.get(`/api/asset-tags/${stays.id}`)).body.data
    assert.equal(kept.assets_count, assets)
    for (const tag of [gone, other]) assert.equal((await acme.get(`/api/asset-tags/${tag.id}`)).status, 404)
    const steps = (await eventsOf('asset_tag.updated', began)).events
    assert.ok(steps >= assets / rowsAtOnceMax, `${steps} steps`)
    assert.deepEqual(await eventsOf('asset_tag.deleted', began), { events: 2, resources: 2 })
    assert.equal((await acme.get(`/api/folders/${top.id}`)).status, 200)
  })

  test('a merge moves suggestions in bounded commits', async () => {
    const [stays, gone] = await Promise.all(
      ['kept suggestion', 'merged suggestion'].map(
        async (name) => parseId('assetTag', (await acme.post('/api/asset-tags', { name })).body.data.id)!,
      ),
    )
    const count = 2 * rowsAtOnceMax + 100
    await asCompany(db, companyId, (trx) =>
      sql`
        insert into asset_suggestions (company_id, tag_id, id)
        select company_id, ${gone}, id from assets where company_id = ${companyId} limit ${count}`.execute(
        trx,
      ),
    )
    const began = await version()
    const answer = await acme.post(`/api/asset-tags/${publicId('assetTag', stays!)}/merges`, {
      tags: [publicId('assetTag', gone!)],
    })
    await finished(answer, 'asset_tag.merge', began)
    const { rows } = await asCompany(db, companyId, (trx) =>
      sql`
        select tag_id, count(*)::int as assets from asset_suggestions
        where tag_id in (${stays}, ${gone}) group by tag_id`.execute(trx),
    )
    assert.deepEqual(rows, [{ tag_id: stays, assets: count }])
    const steps = (await eventsOf('asset_tag.updated', began)).events
    assert.ok(steps >= count / rowsAtOnceMax, `${steps} steps`)
  })

  test('a batch creates its taggings in bounded commits, with a result for each asset', async () => {
    const tags: string[] = []
    for (let n = 0; n < 50; n++)
      tags.push((await acme.post('/api/asset-tags', { name: `of many ${n}` })).body.data.id)
    const page = (await acme.get('/api/assets?per_page=100')).body.data
    const next = (await acme.get('/api/assets?per_page=100&page=2')).body.data
    const ids = [...page, ...next].map(({ id }) => id)
    const began = await version()
    for (const action of ['tag', 'untag']) {
      const answer = await acme.post('/api/asset-batches', { action, ids, tags })
      assert.deepEqual(
        answer.body.data,
        ids.map((id) => ({ id, status: 200 })),
      )
      await finished(answer, 'asset.batch', began)
      const { data } = (await acme.get(`/api/assets/${ids[0]}`)).body
      assert.equal(
        data.tags.filter(({ id }: { id: string }) => tags.includes(id)).length,
        action === 'tag' ? 50 : 0,
      )
    }
    // The first batch takes 50 rows of ten taggings each.
    assert.ok((await eventsPerCommit(db, companyId, began)) <= (rowsAtOnceMax * 10) / 50)
  })
})

describe('a large batch and a merge of its tags', () => {
  const tagged = async (count: number, name: string) => {
    const tags: string[] = []
    for (let n = 0; n < count; n++)
      tags.push((await acme.post('/api/asset-tags', { name: `${name} ${n}` })).body.data.id)
    return tags
  }
  const idsOf = async () => {
    const pages = [
      await acme.get('/api/assets?per_page=100'),
      await acme.get('/api/assets?per_page=100&page=2'),
    ]
    return pages.flatMap(({ body }) => body.data).map(({ id }: { id: string }) => id)
  }
  const waits = ({ status, body, text }: Answer, job: string) => {
    assert.equal(status, 409, text)
    assert.equal(body.job_id, job)
  }

  test('a large batch and a merge of its tags wait for each other, so that no asset is skipped', async () => {
    const ids = await idsOf()
    const tags = await tagged(50, 'first batch, then merge')
    const began = await version()
    const batch = await acme.post('/api/asset-batches', { action: 'tag', ids, tags })
    const merge = () => acme.post(`/api/asset-tags/${tags[1]}/merges`, { tags: [tags[0]] })
    waits(await merge(), (await jobOf(batch)).id)
    await finished(batch, 'asset.batch', began)
    assert.equal((await merge()).status, 200)
    assert.equal((await acme.get(`/api/asset-tags/${tags[1]}`)).body.data.assets_count, ids.length)
  })

  test('a large batch waits for an earlier merge of its tags, and a small batch does not wait', async () => {
    const ids = await idsOf()
    const tags = await tagged(50, 'first merge, then batch')
    const id = newId()
    const resource_ids = [tags[0]!, tags[1]!].map((tag) => parseId('assetTag', tag)!)
    await asCompany(db, companyId, (trx) =>
      trx
        .insertInto('large_changes')
        .values({
          company_id: companyId,
          id,
          type: 'asset_tag.merge',
          author: '{}',
          state: '{}',
          paths: [],
          resource_ids,
          rows_total: 1,
        })
        .execute(),
    )
    waits(await acme.post('/api/asset-batches', { action: 'tag', ids, tags }), publicId('job', id))
    const small = { action: 'tag', ids: ids.slice(0, 2), tags: tags.slice(0, 1) }
    assert.equal((await acme.post('/api/asset-batches', small)).status, 200)
    await asCompany(db, companyId, (trx) => trx.deleteFrom('large_changes').where('id', '=', id).execute())
  })
})

describe('while a folder is being trashed', () => {
  /** The state after the first commit of the change, without a job that continues the change. */
  async function onItsWay(name: string) {
    const top = await largeFolder(name)
    const id = newId()
    const state = { id: uuid(top.id), path: `/${name}`, deletedAt: new Date().toISOString() }
    await asCompany(db, companyId, async (trx) => {
      await sql`update folders set deleted_at = now(), trashed_with = id where id = ${uuid(top.id)}`.execute(
        trx,
      )
      await trx
        .insertInto('large_changes')
        .values({
          company_id: companyId,
          id,
          type: 'folder.trash',
          author: '{}',
          state: JSON.stringify(state),
          paths: [state.path],
          rows_total: assets,
        })
        .execute()
    })
    const step = (rows: number) =>
      asCompany(db, companyId, (trx) => trashContent(trx, companyId, state, rows))
    const end = () =>
      asCompany(db, companyId, (trx) => trx.deleteFrom('large_changes').where('id', '=', id).execute())
    return { top, state, step, end, job: publicId('job', id) }
  }

  // Holds R-CHANGE-10.
  test('while a folder is being trashed, nothing can be added to it, and other changes of its folders return 409 with the job', async () => {
    const { top, step, end, job } = await onItsWay('Going')
    await step(100)
    const [inner] = (await acme.get(`/api/folders?parent_id=${top.id}&sort=name`)).body.data
    const busy = {
      message: 'A large change here is still in progress. Try again when its job is done.',
      job_id: job,
    }
    const refused = [
      await acme.post('/api/folders', { name: 'x', parent_id: inner.id }),
      await acme.patch(`/api/folders/${inner.id}`, { parent_id: null }),
      await acme.patch(`/api/folders/${inner.id}`, { name: 'y' }),
      await acme.delete(`/api/folders/${inner.id}?recursive=true`),
      await acme.post(`/api/folders/${top.id}/restoration`),
      await acme.post('/api/folders', { name: 'Going' }),
    ]
    for (const { status, body } of refused) assert.deepEqual([status, body], [409, busy])
    const file = await upload(
      service,
      acme,
      { bytes: await picture() },
      { name: 'late', folder_id: inner.id },
    )
    assert.deepEqual([file.status, file.body], [422, { folder_id: ['The selected folder id is invalid.'] }])
    const [outside] = (await acme.get('/api/assets?folder_id=root')).body.data
    if (outside)
      assert.equal((await acme.patch(`/api/assets/${outside.id}`, { folder_id: inner.id })).status, 422)
    while ((await step(500)).next);
    await end()
  })

  test('an asset restored on its own moves to the root folder and stays there', async () => {
    const { top, state, step, end } = await onItsWay('Part')
    const { events } = await step(100)
    const one = events.find(({ type }) => type === 'asset.deleted')!.resourceId
    const back = await acme.post(`/api/assets/${publicId('asset', one)}/restoration`)
    assert.deepEqual([back.status, back.body.data.folder_id], [200, null])
    while ((await step(500)).next);
    await end()
    assert.equal((await acme.get(`/api/assets/${publicId('asset', one)}`)).status, 200)
    assert.deepEqual(await contentOf(state.path), [])
    assert.deepEqual(await wrongCounts(db, companyId), [])
    assert.equal((await acme.get(`/api/folders/${top.id}`)).status, 404)
  })

  test('while a folder is being trashed, its content is never purged, and the company cannot be exported', async () => {
    const { state, step, end } = await onItsWay('Kept')
    await step(100)
    const target = new PassThrough().resume()
    await assert.rejects(writeArchive({ db, storage }, companyId, target), {
      name: 'ArchiveError',
      message: /^A large change of this company is still in progress\./,
    })
    const later = new Date(Date.now() + 60_000)
    const count = async () => {
      const { rows } = await asCompany(db, companyId, (trx) =>
        sql<{ rows: number }>`
          select count(*) as rows from assets where company_id = ${companyId} and deleted_at is not null`.execute(
          trx,
        ),
      )
      return Number(rows[0]!.rows)
    }
    const before = await count()
    await purgeCompany({ db, storage } as Services, companyId, later)
    assert.equal(await count(), before)
    while ((await step(500)).next);
    await end()
    await purgeCompany({ db, storage } as Services, companyId, later)
    assert.equal(await count(), 0)
    const { rows } = await asCompany(db, companyId, (trx) =>
      sql`select from folders where company_id = ${companyId} and trashed_with = ${state.id}`.execute(trx),
    )
    assert.equal(rows.length, 0)
  })
})

test('a batch writes no more rows than its limit, and repeating it changes nothing', async () => {
  const top = await largeFolder('Twice')
  const id = uuid(top.id)
  const before = await contentOf('/Twice')
  const state = { id, path: '/Twice', deletedAt: new Date().toISOString() }
  await asCompany(db, companyId, async (trx) => {
    await sql`update folders set deleted_at = now(), trashed_with = id where id = ${id}`.execute(trx)
    for (let at: typeof state | undefined = state; at; ) {
      const step = await trashContent(trx, companyId, at, 70)
      assert.ok(step.rows <= 70)
      assert.equal(step.rows, step.events.length)
      at = step.next
    }
    assert.equal((await trashContent(trx, companyId, state, 70)).rows, 0)
    await sql`update folders set deleted_at = null, trashed_with = null, folders_count = 0 where id = ${id}`.execute(
      trx,
    )
    const restoring = { id, trashedWith: id as Uuid | null, from: '/Twice', to: '/Twice', deeper: 0 }
    for (let at: Parameters<typeof restoreContent>[2] | undefined = { ...restoring, reached: null }; at; ) {
      const step = await restoreContent(trx, companyId, at, 70)
      assert.ok(step.rows <= 70)
      // Repeats the step, as after a kill before its commit was acknowledged.
      at = (await restoreContent(trx, companyId, at, 70)).next
    }
  })
  assert.deepEqual(await contentOf('/Twice'), before)
  assert.deepEqual(await wrongCounts(db, companyId), [])
})

test('a slow batch is followed by smaller batches, and a fast batch is followed by larger batches, up to the maximum', () => {
  assert.equal(nextRowsMax(100, 1), 200)
  assert.equal(nextRowsMax(200, 100), 100)
  assert.equal(nextRowsMax(400, 1), rowsAtOnceMax)
  assert.equal(nextRowsMax(60, 1_000), 50)
})

if (engine === 'postgres')
  test('a large change that was interrupted by a kill is finished by the next server', async () => {
    const config = await freshConfig()
    const first = await startOn(config)
    const globex = await newCompany(first, 'Globex')
    const made = (await globex.post('/api/folders', { name: 'Killed' })).body.data
    const large = { folder: uuid(made.id), path: '/Killed', folders, assetsEach: 200 }
    await fillFolder(first.db, { companyId: globex.companyId, ...large })
    await first.close()

    const killed = await startProcess(config)
    const as = (method: string, path: string, { url }: { url: string }) =>
      send({ url }, method, path, { headers: { authorization: `Bearer ${globex.token}` } })
    const { body } = await as('DELETE', `/api/folders/${made.id}?recursive=true`, killed)
    await until('some of it is done', async () => {
      const { data } = (await as('GET', `/api/assets?only_trashed=true&per_page=1`, killed)).body
      return data.length > 0
    })
    killed.child.kill('SIGKILL')
    await killed.ended

    const next = await startOn(config)
    const left = () =>
      asCompany(next.db, globex.companyId, (trx) =>
        sql`select from assets where company_id = ${globex.companyId} and deleted_at is null`.execute(trx),
      )
    assert.ok((await left()).rows.length > 0, 'the server was killed midway')
    // This looks as if the dead process had been noticed, which jobs.test.ts covers.
    await sql`
      with freed as (
        update pgboss.job_common set state = 'retry', started_on = null, start_after = now()
        where id = ${parseId('job', body.job.id)!} and state = 'active' returning name
      )
      select pg_notify('atelier_jobs', name) from freed`.execute(next.db)
    await until(
      'the job ends',
      async () => (await as('GET', `/api/jobs/${body.job.id}`, next)).body.data.status === 'done',
      60_000,
    )
    assert.equal((await left()).rows.length, 0)
    assert.deepEqual(await wrongCounts(next.db, globex.companyId), [])
    await next.close()
  })
