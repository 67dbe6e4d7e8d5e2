// Engines: embedded, postgres
// Runs: without retry
// Trashing, restoring and purging of folders with their contents, rows and files.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { keyColumns, reapCompany, reapOrphans } from '../src/assets/reaper.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { newId, parseId } from '../src/ids.ts'
import { Deferred } from '../src/jobs/job.ts'
import type { Services } from '../src/services.ts'
import { emptyTrash } from '../src/trash/empty-job.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { newCompany } from './support/companies.ts'
import { newMember } from './support/people.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, quiet, upload } from './support/uploads.ts'

// Captures the daily jobs, so that the test can run them.
const timers = mock.method(globalThis, 'setInterval')
const service = await startService()
const dayMs = 24 * 3600_000
const daily = timers.mock.calls.filter(({ arguments: [, everyMs] }) => everyMs === dayMs)
timers.mock.restore()
const { db, storage } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const services = { db, storage } as Services
const editor = await newMember(service, acme.companyId, 'editor')
const viewer = await newMember(service, acme.companyId, 'viewer')

const bytes = await picture()
let made = 0
const add = async (folder_id?: string, content = bytes) =>
  (await upload(service, acme, { bytes: content }, { name: `a${made++}`, ...(folder_id && { folder_id }) }))
    .body.data
const folder = async (name: string, parent_id: string | null = null) =>
  (await acme.post('/api/folders', { name, parent_id })).body.data
const get = async (path: string) => (await acme.get(path)).body?.data
const trash = (id: string, query = '?recursive=true') => acme.delete(`/api/folders/${id}${query}`)
const restore = (id: string) => acme.post(`/api/folders/${id}/restoration`)
const statusOf = async (path: string) => (await acme.get(path)).status
const countsOf = async (id: string) => {
  const { assets_count, folders_count } = await get(`/api/folders/${id}`)
  return [assets_count, folders_count]
}
const pathOf = async (id: string) => (await get(`/api/folders/${id}`))?.path

/** `top/inner/deep` with an asset in each. */
async function tree(name: string, parent: string | null = null) {
  const top = await folder(name, parent)
  const inner = await folder('inner', top.id)
  const deep = await folder('deep', inner.id)
  const assets = [await add(top.id), await add(inner.id), await add(deep.id)]
  return { top, inner, deep, assets }
}

// Holds R-CHANGE-2.
test('a resource of any type in the trash cannot be renamed before it is restored', async () => {
  const made = async (path: string, body: object) => (await acme.post(`/api/${path}`, body)).body.data.id
  for (const path of [
    `assets/${(await add()).id}`,
    `folders/${await made('folders', { name: 'renamed' })}`,
    `asset-tags/${await made('asset-tags', { name: 'renamed' })}`,
  ]) {
    assert.equal((await acme.patch(`/api/${path}`, { name: 'before' })).status, 200, path)
    await acme.delete(`/api/${path}`)
    const refused = await acme.patch(`/api/${path}`, { name: 'after' })
    assert.deepEqual([refused.status, refused.body], [404, { message: 'Not Found.' }], path)
    await acme.post(`/api/${path}/restoration`)
    const { body } = await acme.patch(`/api/${path}`, { name: 'after' })
    assert.equal(body.data.name, 'after', path)
  }
})

describe('a folder', () => {
  // Holds R-FOLDER-2.
  test('an empty folder is trashed immediately, and for other folders the error contains the counts', async () => {
    const { top, inner, deep, assets } = await tree('full')
    const refused = await trash(top.id, '')
    assert.deepEqual(
      [refused.status, refused.body],
      [409, { message: 'The folder is not empty.', assets_count: 1, folders_count: 1 }],
    )
    await acme.delete(`/api/assets/${assets[2].id}`)
    assert.equal((await trash(deep.id, '')).status, 204)
    assert.equal(await statusOf(`/api/folders/${deep.id}`), 404)
    assert.deepEqual(await countsOf(inner.id), [1, 0])
  })

  // Holds R-FOLDER-2.
  test('a folder is trashed and restored with its contents', async () => {
    const home = await folder('home')
    const { top, inner, deep, assets } = await tree('gone', home.id)
    const alone = await add(inner.id)
    await acme.delete(`/api/assets/${alone.id}`)
    assert.equal((await trash(top.id)).status, 204)
    for (const { id } of [top, inner, deep]) assert.equal(await statusOf(`/api/folders/${id}`), 404)
    for (const { id } of assets) assert.equal(await statusOf(`/api/assets/${id}`), 404)
    assert.deepEqual(await countsOf(home.id), [0, 0])
    assert.equal((await acme.get('/api/folders?search=gone')).body.data.length, 0)
    assert.equal((await acme.get('/api/folders?search=gone&with_trashed=true')).body.data.length, 1)
    assert.equal((await acme.get(`/api/assets?folder_id=${top.id}&recursive=true`)).body.data.length, 0)
    const into = await acme.post('/api/folders', { name: 'x', parent_id: top.id })
    assert.deepEqual(into.body, { parent_id: ['The selected parent id is invalid.'] })
    const moved = await acme.patch(`/api/assets/${(await add()).id}`, { folder_id: deep.id })
    assert.equal(moved.status, 422)

    const back = await restore(top.id)
    assert.deepEqual([back.status, back.body.data.path, back.body.data.deleted_at], [200, '/home/gone', null])
    assert.equal(await pathOf(deep.id), '/home/gone/inner/deep')
    assert.deepEqual(
      [await countsOf(home.id), await countsOf(top.id), await countsOf(inner.id)],
      [
        [0, 1],
        [1, 1],
        [1, 1],
      ],
    )
    for (const [at, { id }] of assets.entries())
      assert.equal((await get(`/api/assets/${id}`)).folder_id, [top, inner, deep][at]!.id)
    // This asset was trashed earlier and separately.
    assert.equal(await statusOf(`/api/assets/${alone.id}`), 404)
    await acme.post(`/api/assets/${alone.id}/restoration`)
    assert.equal((await get(`/api/assets/${alone.id}`)).folder_id, inner.id)
  })

  test('a folder emits an event for each resource that is trashed or restored', async () => {
    const { top, deep, assets } = await tree('evented')
    await trash(top.id)
    await restore(top.id)
    for (const [kind, { id }] of [
      ['folder', top],
      ['folder', deep],
      ['asset', assets[2]],
    ] as const) {
      const events = await asCompany(db, acme.companyId, (trx) =>
        trx
          .selectFrom('events')
          .select('type')
          .where('resource_id', '=', parseId(kind, id)!)
          .where('type', '<>', 'asset.updated')
          .orderBy('seq')
          .execute(),
      )
      assert.deepEqual(
        events.map(({ type }) => type),
        [`${kind}.created`, `${kind}.deleted`, `${kind}.restored`],
      )
    }
  })

  // Holds R-FOLDER-3.
  test('a trashed folder frees its name and path and is restored with a number if they are taken', async () => {
    const old = await tree('name')
    await trash(old.top.id)
    const next = await tree('NAME')
    const again = (name: string) => acme.post(`/api/folders/${old.top.id}/restoration`, { name })
    const refused = await again('Name')
    assert.deepEqual([refused.status, refused.body], [422, { name: ['The name has already been taken.'] }])
    await folder('name 2')
    const { status, body } = await restore(old.top.id)
    assert.deepEqual([status, body.data.name, body.data.path], [200, 'name 3', '/name 3'])
    assert.equal(await pathOf(old.deep.id), '/name 3/inner/deep')
    assert.deepEqual(
      (await acme.get('/api/folders?search=name%203')).body.data.map(({ id }: { id: string }) => id),
      [old.top.id],
    )
    await trash(old.top.id)
    assert.equal((await again('other name')).body.data.path, '/other name')
    assert.equal(await pathOf(old.deep.id), '/other name/inner/deep')
    assert.equal(await pathOf(next.deep.id), '/NAME/inner/deep')
    assert.equal((await again('ignored, as it is not in the trash')).body.data.name, 'other name')
  })

  test('a folder in the trash is not affected by a live folder with the same path', async () => {
    const old = await tree('same')
    await trash(old.top.id)
    const next = await tree('same')
    await acme.patch(`/api/folders/${next.top.id}`, { name: 'moved same' })
    const [trashed] = (await acme.get(`/api/folders?with_trashed=true&ids=${old.deep.id}`)).body.data
    assert.equal(trashed.path, '/same/inner/deep')
    await trash(next.top.id)
    await restore(old.top.id)
    await restore(next.top.id)
    assert.equal(await pathOf(old.deep.id), '/same/inner/deep')
    assert.equal(await pathOf(next.deep.id), '/moved same/inner/deep')
    assert.equal((await acme.get(`/api/assets?folder_id=${old.top.id}&recursive=true`)).body.data.length, 3)
  })

  // Holds R-FOLDER-3.
  test("a folder is restored into its parent's current path, or to the root if the parent was deleted", async () => {
    const home = await folder('around')
    const { top, inner } = await tree('wanderer', home.id)
    await trash(top.id)
    await acme.patch(`/api/folders/${home.id}`, { name: 'renamed' })
    await restore(top.id)
    assert.equal(await pathOf(inner.id), '/renamed/wanderer/inner')
    await trash(top.id)
    await trash(home.id)
    await restore(top.id)
    assert.equal(await pathOf(inner.id), '/wanderer/inner')
    assert.equal((await get(`/api/folders/${top.id}`)).depth, 1)
  })

  test('a folder can be restored in part, and the rest stays in the trash', async () => {
    const { top, inner, deep, assets } = await tree('partly')
    await trash(top.id)
    await restore(inner.id)
    assert.equal(await pathOf(deep.id), '/inner/deep')
    assert.equal(await statusOf(`/api/folders/${top.id}`), 404)
    assert.equal((await acme.post(`/api/assets/${assets[0].id}/restoration`)).body.data.folder_id, null)
    await acme.patch(`/api/folders/${inner.id}`, { name: 'saved' })
    await restore(top.id)
    assert.deepEqual(await countsOf(top.id), [0, 0])
    assert.equal(await pathOf(inner.id), '/saved')
  })

  test('a folder cannot be trashed while something in it is in use', async () => {
    const { top, inner, assets } = await tree('used')
    await acme.post('/api/brand-kit', { name: 'Acme' })
    await acme.post('/api/brand-kit/logos', { name: 'Deep', variant: 'icon', asset_id: assets[2].id })
    const refused = await trash(top.id)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.usages[0].name, 'Deep')
    assert.deepEqual(await countsOf(inner.id), [1, 1])
  })

  test('a folder of another company returns 404', async () => {
    const { top } = await tree('ours')
    assert.equal((await globex.delete(`/api/folders/${top.id}?recursive=true`)).status, 404)
    await trash(top.id)
    assert.equal((await globex.post(`/api/folders/${top.id}/restoration`)).status, 404)
    assert.equal((await restore(top.id)).status, 200)
    assert.equal((await restore(top.id)).status, 200)
  })

  test('folder counts stay correct under concurrent trashing, restoring and moving', async () => {
    const root = await folder('crowd')
    const ids = [root.id]
    for (let n = 0; n < 10; n++) ids.push((await folder(`c${n}`, ids[n % 3 === 0 ? 0 : ids.length - 1])).id)
    for (let n = 0; n < 10; n++) await add(ids[n])
    const random = (n: number) => Math.floor(Math.random() * n)
    const works = [
      () => trash(ids[1 + random(10)]!),
      () => restore(ids[1 + random(10)]!),
      () => acme.patch(`/api/folders/${ids[1 + random(10)]}`, { parent_id: ids[random(11)] }),
    ]
    const answers = await Promise.all(Array.from({ length: 80 }, () => works[random(3)]!()))
    for (const { status, text } of answers) assert.ok([200, 204, 404, 422].includes(status), text)
    const wrong = await asCompany(db, acme.companyId, (trx) =>
      sql<object>`
        select f.path, f.folders_count, f.assets_count from folders f
        left join folders p on p.id = f.parent_id
        where f.deleted_at is null and (f.folders_count <> (
          select count(*) from folders c where c.parent_id = f.id and c.deleted_at is null
        ) or f.assets_count <> (
          select count(*) from assets a where a.folder_id = f.id and a.deleted_at is null
        ) or f.path <> coalesce(p.path, '') || '/' || f.name or f.depth <> coalesce(p.depth, 0) + 1
          or p.deleted_at is not null)`.execute(trx),
    )
    assert.deepEqual(wrong.rows, [])
  })
})

const keysOf = async () => {
  await quiet(service)
  const keys = new Set<string>()
  for await (const { key } of storage.list(acme.companyId)) keys.add(key)
  return keys
}
const storedBytes = async () =>
  (
    await db
      .selectFrom('companies')
      .select('stored_bytes')
      .where('id', '=', acme.companyId)
      .executeTakeFirstOrThrow()
  ).stored_bytes
const tomorrow = () => new Date(Date.now() + 86_400_000)

describe('a purge', () => {
  test('a purge deletes expired assets and their files and frees their stored bytes', async () => {
    const before = await keysOf()
    const bytesBefore = await storedBytes()
    const content = await picture()
    const asset = await add(undefined, content)
    const path = `/api/assets/${asset.id}/file`
    await upload(service, acme, { bytes: await picture() }, {}, { method: 'PUT', path })
    assert.equal((await keysOf()).size, before.size + 8)
    await acme.delete(`/api/assets/${asset.id}`)
    await purgeCompany(services, acme.companyId, new Date(Date.now() - 60_000))
    assert.equal((await acme.post(`/api/assets/${asset.id}/restoration`)).status, 200)
    await acme.delete(`/api/assets/${asset.id}`)
    await purgeCompany(services, acme.companyId, tomorrow())
    assert.equal((await acme.post(`/api/assets/${asset.id}/restoration`)).status, 404)
    assert.equal((await acme.get('/api/assets?with_trashed=true&per_page=100')).body.data.length > 0, true)
    const after = await keysOf()
    assert.deepEqual(
      [...after].filter((key) => !before.has(key)),
      [],
    )
    assert.equal((await fetch(asset.url)).status, 404)
    assert.equal(await storedBytes(), bytesBefore)
  })

  test('a purge of one asset keeps a file that other assets share', async () => {
    const content = await picture()
    const [first, second] = [await add(undefined, content), await add(undefined, content)]
    const before = await keysOf()
    await acme.delete(`/api/assets/${first.id}`)
    await purgeCompany(services, acme.companyId, tomorrow())
    assert.deepEqual(await keysOf(), before)
    const { url, thumbnail_url } = await get(`/api/assets/${second.id}`)
    for (const one of [url, thumbnail_url]) assert.equal((await fetch(one)).status, 200)
  })

  test('a purge of folders deletes their subtree and leaves no asset in them', async () => {
    const { top, inner } = await tree('ending')
    await trash(top.id)
    await purgeCompany(services, acme.companyId, tomorrow())
    for (const { id } of [top, inner]) assert.equal((await restore(id)).status, 404)
    assert.equal((await acme.get('/api/folders?search=ending&with_trashed=true')).body.data.length, 0)
  })

  test('a purge skips assets that a brand kit uses', async () => {
    const asset = await add()
    await acme.post('/api/brand-kit/logos', { name: 'Kept', variant: 'wordmark', asset_id: asset.id })
    await asCompany(db, acme.companyId, (trx) =>
      trx
        .updateTable('assets')
        .set({ deleted_at: new Date(0) })
        .where('id', '=', parseId('asset', asset.id)!)
        .execute(),
    )
    await purgeCompany(services, acme.companyId, tomorrow())
    assert.equal((await acme.get(`/api/assets?with_trashed=true&ids=${asset.id}`)).body.data.length, 1)
  })

  test('a purge under concurrent uploads and trashing of the same file loses no file and leaves no file behind', async () => {
    const content = await picture()
    const cycle = async () => {
      const asset = await add(undefined, content)
      await acme.delete(`/api/assets/${asset.id}`)
    }
    const works = Array.from({ length: 24 }, (_, n) =>
      n % 4 === 3
        ? purgeCompany(services, acme.companyId, tomorrow())
        : n % 2
          ? cycle()
          : add(undefined, content),
    )
    await Promise.all(works)
    await quiet(service)
    await purgeCompany(services, acme.companyId, tomorrow())
    const rows = (await acme.get('/api/assets?per_page=100&with_trashed=true')).body.data
    for (const { url } of rows) assert.equal((await fetch(url)).status, 200)
    assert.deepEqual(await reapCompany(services, acme.companyId, tomorrow()), [])
  })
})

describe('emptying the trash', () => {
  const emptied = async (body: object) => {
    const answer = await editor.post('/portal/api/trash-purges', body)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    await until(
      'the job is done',
      async () => (await editor.get(`/portal/api/jobs/${answer.body.data.id}`)).body.data.status === 'done',
    )
  }
  const inTrash = async (kind: string) =>
    (await acme.get(`/api/${kind}?only_trashed=true&per_page=100`)).body.data.map(
      ({ id }: { id: string }) => id,
    )

  test('emptying the trash deletes the chosen resources and their files and nothing else', async () => {
    const [left, live] = [await add(), await add()]
    const before = await keysOf()
    const gone = await add(undefined, await picture())
    for (const { id } of [gone, left]) await acme.delete(`/api/assets/${id}`)
    await emptied({ type: 'asset', ids: [gone.id, live.id, 'ast_unknown'] })
    assert.ok((await inTrash('assets')).includes(left.id))
    assert.ok(!(await inTrash('assets')).includes(gone.id))
    assert.equal(await statusOf(`/api/assets/${live.id}`), 200)
    assert.deepEqual(
      [...(await keysOf())].filter((key) => !before.has(key)),
      [],
    )
    assert.equal((await fetch(gone.url)).status, 404)
  })

  test('emptying the trash deletes a folder with everything that was trashed together with it', async () => {
    const { top, inner, assets } = await tree('chosen')
    const other = await tree('not chosen')
    const alone = await add(inner.id)
    await acme.delete(`/api/assets/${alone.id}`)
    for (const { id } of [top, other.top]) await trash(id)
    await emptied({ type: 'folder', ids: [top.id] })
    for (const { id } of [top, inner]) assert.equal((await restore(id)).status, 404)
    const left = await inTrash('assets')
    for (const { id } of assets) assert.ok(!left.includes(id))
    assert.ok(left.includes(alone.id))
    assert.equal((await restore(other.top.id)).status, 200)
    assert.deepEqual(await countsOf(other.inner.id), [1, 1])
  })

  test('emptying the trash deletes a subfolder and its content, and the rest of its tree can be restored whole', async () => {
    const { top, inner, deep, assets } = await tree('pruned')
    const next = await folder('inner next', top.id)
    const kept = await add(next.id)
    await trash(top.id)
    await emptied({ type: 'folder', ids: [inner.id] })
    const left = await inTrash('assets')
    assert.deepEqual(
      [...assets, kept].map(({ id }) => left.includes(id)),
      [true, false, false, true],
    )
    for (const { id } of [inner, deep]) assert.equal((await restore(id)).status, 404)
    assert.equal((await restore(top.id)).status, 200)
    assert.equal(await pathOf(next.id), '/pruned/inner next')
    assert.deepEqual(
      [await countsOf(top.id), await countsOf(next.id)],
      [
        [1, 1],
        [1, 0],
      ],
    )
    for (const { id } of [inner, deep]) assert.equal(await statusOf(`/api/folders/${id}`), 404)
    for (const { id } of [assets[0], kept]) assert.equal(await statusOf(`/api/assets/${id}`), 200)
  })

  test('emptying the trash waits for a large change without using an attempt and fails after more than a day', async () => {
    const { companyId } = acme
    const id = newId()
    await asCompany(db, companyId, (trx) =>
      sql`insert into large_changes (company_id, id, type, author, state, rows_total)
        values (${companyId}, ${id}, 'folder.trash', '{}', '{}', 1)`.execute(trx),
    )
    const hourMs = 3_600_000
    // Requested long ago, as if the servers had been stopped in between.
    const before = new Date(Date.now() - 100 * hourMs).toISOString()
    const run = async (hoursAgo: number) => {
      const created_at = new Date(Date.now() - hoursAgo * hourMs)
      await asCompany(db, companyId, (trx) =>
        trx.updateTable('large_changes').set({ created_at }).where('id', '=', id).execute(),
      )
      return emptyTrash.run({ companyId, author: { actor: { type: 'system' } }, before }, {
        ...services,
        job: { signal: new AbortController().signal },
      } as never)
    }
    try {
      for (const hoursAgo of [0, 23]) await assert.rejects(run(hoursAgo), Deferred)
      // The job may have finally failed. The person must then be notified.
      assert.match((await run(25))!.fault!, /^The trash was not emptied: .* Ask your operator/)
    } finally {
      await asCompany(db, companyId, (trx) => trx.deleteFrom('large_changes').where('id', '=', id).execute())
    }
  })

  test('emptying the trash deletes everything, except resources that are trashed later or belong to other companies', async () => {
    const theirs = (await upload(service, globex, { bytes })).body.data
    await globex.delete(`/api/assets/${theirs.id}`)
    const asset = await add()
    const template = (await acme.get('/api/templates?per_page=1')).body.data
    const tag = (await acme.post('/api/asset-tags', { name: 'Ended' })).body.data
    await acme.delete(`/api/assets/${asset.id}`)
    await acme.delete(`/api/asset-tags/${tag.id}`)
    await emptied({})
    assert.deepEqual([await inTrash('folders'), await inTrash('asset-tags')], [[], []])
    assert.ok(!(await inTrash('assets')).includes(asset.id))
    assert.deepEqual(template, (await acme.get('/api/templates?per_page=1')).body.data)
    assert.equal((await globex.post(`/api/assets/${theirs.id}/restoration`)).status, 200)
  })

  test('emptying the trash requires permission to change the library', async () => {
    assert.equal((await viewer.post('/portal/api/trash-purges', {})).status, 403)
    assert.equal((await acme.post('/api/trash-purges', {})).status, 404)
    const unnamed = await editor.post('/portal/api/trash-purges', { ids: ['ast_1'] })
    assert.deepEqual(
      [unnamed.status, unnamed.body],
      [422, { type: ['The type field is required with ids.'] }],
    )
  })
})

describe('the orphan cleanup', () => {
  test('the orphan cleanup deletes files without a row once they are a day old, and no other files', async () => {
    const asset = await add(undefined, await picture())
    const before = await keysOf()
    const orphan = `${acme.companyId}/${newId()}.png`
    await storage.put(orphan, bytes)
    assert.deepEqual(await reapCompany(services, acme.companyId), [])
    assert.deepEqual(await reapCompany(services, acme.companyId, tomorrow()), [orphan])
    assert.deepEqual(await keysOf(), before)
    assert.equal((await fetch(asset.url)).status, 200)
  })

  test('the orphan cleanup deletes leftovers of interrupted uploads, separately on every node', async () => {
    const [old, young] = ['old', 'young'].map((name) => join(storage.incomingDirectory, name))
    for (const path of [old!, young!]) await writeFile(path, 'half')
    const yesterday = Date.now() / 1000 - 25 * 3600
    await utimes(old!, yesterday, yesterday)
    // Any node can run the job.
    const job = { signal: new AbortController().signal }
    await reapOrphans.run({}, { ...services, job } as never)
    assert.ok(existsSync(old!))
    for (const {
      arguments: [work],
    } of daily)
      work()
    await until('it is gone', async () => !existsSync(old!))
    assert.deepEqual(await readdir(storage.incomingDirectory), ['young'])
  })

  test('the orphan cleanup covers every column that contains a file key', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name ~ '(^|_)keys?$'`.execute(db)
    // Columns with other keys: folded names, origins of assets, and public keys of passkeys.
    const others = ['name_key', 'source_key', 'public_key']
    const known = keyColumns.map(([table, column]) => `${table}.${column}`)
    assert.deepEqual(
      rows
        .filter(({ table, column }) => !others.includes(column) && !/^(idempotency|kysely)/.test(table))
        .map(({ table, column }) => `${table}.${column}`)
        // These columns contain a content key, and the names of custom properties in the API.
        .filter((name) => !['renders.key', 'properties.key'].includes(name))
        .sort(),
      known.toSorted(),
    )
  })
})
