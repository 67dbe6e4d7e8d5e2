// Engines: postgres in CI
// The methods of the SDK against a real service.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseId } from '../../server/src/ids.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { fillFolder } from '../../server/test/support/large-folder.ts'
import { fillLibrary, librarySize } from '../../server/test/support/library.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture } from '../../server/test/support/uploads.ts'
import {
  ChangedError,
  ConflictError,
  etagOf,
  type Job,
  type List,
  NotFoundError,
  ValidationError,
} from '../src/index.ts'
import { clientAt } from './support/client.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
await fillLibrary(service, acme)
/** Requests that this file has sent, as `GET /api/assets/{}`. */
const asked = new Set<string>()
const atelier = clientAt(service, acme, {
  fetch(input, init) {
    const path = new URL(String(input)).pathname
    asked.add(`${init!.method} ${nameless(path)}`)
    return fetch(input, init)
  },
})

/** Replaces IDs and numbers in a path with `{}`. */
const nameless = (path: string) => path.replace(/\/([a-z]{3}_[0-9a-z]{26}|\d+|\{\w+\})(?=\/|$)/g, '/{}')

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect id="box" width="40" height="30" fill="${color}"/></svg>`

const lists = {
  '/templates': () => atelier.templates.list(),
  '/tags': () => atelier.templateTags.list(),
  '/assets': () => atelier.assets.list(),
  '/asset-tags': () => atelier.assetTags.list(),
  '/folders': () => atelier.folders.list(),
  '/brand-kit': () => atelier.brandKits.list(),
  '/brand-kit/logos': () => atelier.brandKits.logos.list(),
  '/brand-kit/colors': () => atelier.brandKits.colors.list(),
  '/brand-kit/fonts': () => atelier.brandKits.fonts.list(),
  '/renders': () => atelier.renders.list(),
  '/render-batches': () => atelier.renderBatches.list(),
  '/render-links': () => atelier.renderLinks.list(),
  '/archives': () => atelier.archives.list(),
  '/collections': () => atelier.collections.list(),
  '/reviews': () => atelier.reviews.list(),
  '/comments': () => atelier.comments.list(),
  '/properties': () => atelier.properties.list(),
  '/saved-searches': () => atelier.savedSearches.list(),
  '/presets': () => atelier.presets.list(),
  '/brand-pages': () => atelier.brandPages.list(),
  '/shares': () => atelier.shares.list(),
  '/webhooks': () => atelier.webhooks.list(),
}

for (const [path, list] of Object.entries(lists)) {
  test(`every row of ${path} is read and counted`, async () => {
    const rows = await list().toArray()
    assert.equal(rows.length, librarySize[path])
    assert.equal(await list().count(), rows.length)
  })
}

test('a loop reads all pages, each row once', async () => {
  const seen: string[] = []
  for await (const { id } of atelier.assets.list({ per_page: 7 })) seen.push(id)
  assert.equal(seen.length, librarySize['/assets'])
  assert.equal(new Set(seen).size, seen.length)
})

test('leaving a loop stops requesting pages', async () => {
  let requests = 0
  const counting: typeof fetch = (...args) => {
    requests += 1
    return fetch(...args)
  }
  const one = clientAt(service, acme, { fetch: counting })
  for await (const _ of one.assets.list({ per_page: 5 })) break
  assert.equal(requests, 2, 'a token and a page')
})

test('a page has rows, cursors, and the total if requested', async () => {
  const first = await atelier.assets.list({ per_page: 10, with_total: true }).page()
  assert.deepEqual([first.data.length, first.meta.total], [10, librarySize['/assets']])
  const second = await atelier.assets.list({ per_page: 10, cursor: first.meta.next_cursor! }).page()
  assert.notEqual(second.data[0]!.id, first.data[0]!.id)
  const back = await atelier.assets.list({ per_page: 10, cursor: second.meta.prev_cursor! }).page()
  assert.deepEqual(back.data, first.data)
})

test('filters have native types: arrays of tags, dates, booleans', async () => {
  const { data: tags } = await acme.get('/api/asset-tags?per_page=3').then(({ body }) => body)
  const slugs = tags.map(({ slug }: { slug: string }) => slug)
  const query = `tag=${slugs.join('&tag=')}&tag_mode=any`
  const expected = (await acme.get(`/api/assets?per_page=100&${query}`)).body.data
  const found = await atelier.assets.list({ tag: slugs, tag_mode: 'any' }).toArray()
  assert.deepEqual(
    found.map(({ id }) => id),
    expected.map(({ id }: { id: string }) => id),
  )
  assert.deepEqual(await atelier.assets.list({ created_since: new Date('2100-01-01') }).toArray(), [])
  assert.ok((await atelier.assets.list({ with_trashed: true }).count()) > librarySize['/assets']!)
})

test('fields selects fields, and ids selects rows', async () => {
  const [one, two] = await atelier.assets.list().toArray(2)
  const rows = await atelier.assets.list({ ids: [one!.id, two!.id], fields: ['id', 'name'] }).toArray()
  assert.deepEqual(
    rows.map((row) => Object.keys(row).sort()),
    [
      ['id', 'name'],
      ['id', 'name'],
    ],
  )
})

test('a tag is created, read, updated, merged, deleted and restored', async () => {
  const tag = await atelier.assetTags.create({ name: 'Sea' })
  assert.equal((await atelier.assetTags.get(tag.id)).name, 'Sea')
  assert.equal((await atelier.assetTags.update(tag.id, { name: 'Ocean' })).slug, 'ocean')
  const other = await atelier.assetTags.create({ name: 'Water' })
  await atelier.assetTags.merge(tag.id, { tags: [other.id] })
  await assert.rejects(atelier.assetTags.get(other.id), NotFoundError)
  await atelier.assetTags.delete(tag.id)
  assert.equal((await atelier.assetTags.restore(tag.id)).name, 'Ocean')
})

test('a folder or tag is restored under another name', async () => {
  const body = { name: 'Restored' }
  for (const resource of [atelier.folders, atelier.assetTags, atelier.templateTags]) {
    const { id } = await resource.create(body)
    await resource.delete(id)
    await resource.create(body)
    assert.equal((await resource.restore(id, { name: 'Renamed' })).name, 'Renamed')
  }
})

test('a folder is deleted with its content only if requested', async () => {
  const parent = await atelier.folders.create({ name: 'Spring' })
  await atelier.folders.create({ name: 'Easter', parent_id: parent.id })
  await assert.rejects(atelier.folders.delete(parent.id), ConflictError)
  await atelier.folders.delete(parent.id, { recursive: true })
  assert.equal((await atelier.folders.restore(parent.id)).folders_count, 1)
})

test('the job that finishes a large change is reported', async () => {
  const folder = await atelier.folders.create({ name: 'Large' })
  const id = parseId('folder', folder.id)!
  const rows = { folders: 6, assetsEach: 100 }
  await fillFolder(service.db, { companyId: acme.companyId, folder: id, path: '/Large', ...rows })
  const started: Job[] = []
  await atelier.folders.delete(folder.id, { recursive: true, onJob: (job) => started.push(job) })
  const [job] = started
  assert.equal(job!.type, 'folder.trash')
  assert.equal((await atelier.jobs.finished(job!.id)).progress, 1)
  const clientWide = clientAt(service, acme, { onJob: (job) => started.push(job) })
  await clientWide.folders.restore(folder.id)
  assert.deepEqual(
    started.map(({ type }) => type),
    ['folder.trash', 'folder.restore'],
  )
  await atelier.jobs.finished(started[1]!.id)
  await atelier.folders.delete(folder.id, { recursive: true, onJob: (job) => started.push(job) })
  await atelier.jobs.finished(started[2]!.id)
})

test('a template is created from an SVG, published, given a new document, and its versions are listed', async () => {
  const template = await atelier.templates.create(svg('#fff'), { name: 'Card', metadata: { a: 1 }, tags: [] })
  assert.deepEqual([template.name, template.metadata, template.status], ['Card', { a: 1 }, 'draft'])
  assert.equal((await atelier.templates.publish(template.id)).status, 'published')
  assert.equal((await atelier.templates.archive(template.id)).status, 'archived')
  assert.equal((await atelier.templates.replaceDocument(template.id, svg('#000'))).version, 2)
  assert.equal((await atelier.templates.restoreVersion(template.id, 1)).version, 3)
  const versions: number[] = []
  for await (const { version } of atelier.templates.versions(template.id)) versions.push(version)
  assert.deepEqual(versions, [3, 2, 1])
  assert.equal((await fetch((await atelier.templates.document(template.id)).url)).status, 200)
})

test('an image is edited as a copy and as a new version with If-Match', async () => {
  const { asset } = await atelier.assets.upload(await picture(), { name: 'Bridge' })
  const copy = await atelier.assets.edit(asset.id, { as: 'copy', width: 30, name: 'Small bridge' })
  assert.deepEqual([copy.name, copy.width, copy.version], ['Small bridge', 30, 1])
  const known = etagOf(await atelier.assets.get(asset.id))!
  const turned = await atelier.assets.edit(asset.id, { as: 'version', rotate: 90 }, { ifMatch: known })
  assert.deepEqual([turned.id, turned.width, turned.version], [asset.id, 40, 2])
  const again = atelier.assets.edit(asset.id, { as: 'version', rotate: 90 }, { ifMatch: known })
  await assert.rejects(again, ChangedError)
})

test('an asset gets a link, a new file and a batch change, and its usages and changes are listed', async () => {
  const { asset } = await atelier.assets.upload(await picture(), { name: 'Bridge' })
  const link = await atelier.assets.link(asset.id, { w: 20, format: 'webp' })
  assert.deepEqual([link.width, link.mime_type], [20, 'image/webp'])
  assert.equal(
    (await atelier.assets.replaceFile(asset.id, await picture(), { fileName: 'b.png' })).version,
    2,
  )
  assert.deepEqual(await atelier.assets.usages(asset.id), [])
  const types: string[] = []
  for await (const { type, actor } of atelier.assets.changes(asset.id))
    if (actor.type === 'client') types.push(type)
  assert.deepEqual(types, ['asset.updated', 'asset.created'])
  const outcomes = await atelier.assets.batch({ action: 'trash', ids: [asset.id] })
  assert.deepEqual(outcomes, [{ id: asset.id, status: 200 }])
})

test('an unavailable asset has working links only with include_unavailable', async () => {
  const { asset } = await atelier.assets.upload(await picture(), { expires_at: '2020-01-01' })
  assert.equal(asset.availability, 'expired')
  const statusOf = async ({ url }: { url: string }) => (await fetch(url)).status
  assert.equal(await statusOf(await atelier.assets.get(asset.id)), 403)
  assert.equal(await statusOf(await atelier.assets.get(asset.id, { include_unavailable: true })), 200)
  const listed = await atelier.assets.list({ ids: [asset.id], include_unavailable: true }).toArray()
  assert.equal(await statusOf(listed[0]!), 200)
  await assert.rejects(atelier.assets.link(asset.id), ConflictError)
  assert.equal(await statusOf(await atelier.assets.link(asset.id, { include_unavailable: true })), 200)
  await atelier.assets.delete(asset.id)
})

test('a brand kit has parts, contrast and design tokens', async () => {
  const kit = await atelier.brandKits.create({ name: 'New' })
  const color = await atelier.brandKits.colors.create({ brand_kit_id: kit.id, name: 'Ink', hex: '#102030' })
  assert.equal(color.hex, '#102030')
  assert.equal((await atelier.brandKits.contrast(kit.id)).colors.length, 1)
  assert.match(await atelier.brandKits.tokens(kit.id, 'css'), /--.*ink/i)
  assert.equal(new TextDecoder().decode((await atelier.brandKits.tokens(kit.id, 'ase')).slice(0, 4)), 'ASEF')
})

test('a webhook returns its secret once, rotates it, and lists its deliveries', async () => {
  const webhook = await atelier.webhooks.create({ url: 'https://hooks.example/a', types: ['asset.created'] })
  assert.match(webhook.secret, /^whsec_/)
  assert.notEqual((await atelier.webhooks.rotateSecret(webhook.id)).secret, webhook.secret)
  const ping = await atelier.webhooks.ping(webhook.id)
  const [delivery] = await atelier.webhooks.deliveries(webhook.id).toArray()
  assert.equal(delivery!.id, ping.id)
  assert.equal((await atelier.webhooks.delivery(webhook.id, ping.id)).type, 'webhook.ping')
  assert.equal((await atelier.webhooks.redeliver(webhook.id, ping.id)).message_id, ping.message_id)
  await atelier.webhooks.delete(webhook.id)
})

test('an update with an outdated state is rejected', async () => {
  const tag = await atelier.templateTags.create({ name: 'Draft' })
  assert.ok(etagOf(tag))
  const changed = await atelier.templateTags.update(tag.id, { name: 'First' }, { ifMatch: tag })
  await assert.rejects(
    atelier.templateTags.update(tag.id, { name: 'Second' }, { ifMatch: tag }),
    ChangedError,
  )
  await atelier.templateTags.delete(tag.id, { ifMatch: changed })
})

test('a resource without an ETag is not accepted as a state', async () => {
  const [row] = await atelier.templateTags.list().toArray(1)
  await assert.rejects(atelier.templateTags.update(row!.id, { name: 'x' }, { ifMatch: row! }), TypeError)
})

test('any path can be called, and responses are observed', async () => {
  const { name } = (await atelier.folders.list({ sort: 'name' }).page()).data[0]!
  const answer = await atelier.request('GET', '/api/folders', { query: { sort: 'name', per_page: 1 } })
  assert.deepEqual([answer.status, (answer.body as { data: { name: string }[] }).data[0]!.name], [200, name])
  const made = await atelier.request('POST', '/api/folders', { json: { name: 'By its path' } })
  assert.deepEqual([made.status, made.headers.get('location') !== null], [201, true])
  assert.match(made.requestId!, /^req_/)
  assert.equal(atelier.lastResponse!.requestId, made.requestId)
  const seen: string[] = []
  const user = await atelier.user({
    onResponse: ({ method, path, status }) => seen.push(`${method} ${path} ${status}`),
  })
  assert.deepEqual(seen, ['GET /api/user 200'])
  assert.ok(user.id && atelier.lastResponse!.path === '/api/user')
  await assert.rejects(atelier.request('GET', '/api/folders/fld_none'), NotFoundError)
  // The token must not leave the server of the client.
  const css = await atelier.request('GET', '/docs/style.css')
  assert.match(css.body as string, /\{/)
  await assert.rejects(atelier.request('GET', '/api/user', { json: {} }), TypeError)
  const paths = ['https://other.example/api/user', '//other.example/api/user', 'api/user', '/api/user?a=b']
  for (const path of paths) await assert.rejects(atelier.request('GET', path), TypeError)
})

test('an empty ID never addresses the list', async () => {
  await assert.rejects(async () => atelier.assets.get(''), TypeError)
  await assert.rejects(async () => atelier.assets.delete(''), TypeError)
})

test('the SDK returns the owner of the client', async () => {
  const user = await atelier.user()
  assert.deepEqual([user.client_id, user.company.name], [acme.clientId, 'Acme'])
})

test('the progress of a large upload is returned, and the upload can be deleted', async () => {
  const begun = Promise.withResolvers<string>()
  const stop = new AbortController()
  const file = new Uint8Array(9 * 1024 * 1024)
  const sent = atelier.assets.upload(
    file,
    {},
    {
      signal: stop.signal,
      chunkBytes: 1024,
      onUrl: begun.resolve,
      onProgress: ({ sent }) => sent && stop.abort(),
    },
  )
  await assert.rejects(sent, { name: 'AbortError' })
  const url = await begun.promise
  assert.equal((await atelier.uploads.get(url)).status, 'uploading')
  await assert.rejects(atelier.uploads.resume(url, new Uint8Array(5)), TypeError)
  await atelier.uploads.delete(url)
  await assert.rejects(atelier.uploads.get(url), NotFoundError)
})

test('an unknown job throws a NotFoundError', async () => {
  await assert.rejects(atelier.jobs.get('job_01h455vb4pex5vsknk084sn02q'), NotFoundError)
})

test('every operation of the API has a method', async () => {
  const { templates, templateTags, assets, assetTags, folders, brandKits, renders, webhooks, changes } =
    atelier
  const { logos, colors, fonts } = brandKits
  const all = [templates, templateTags, assets, assetTags, folders, brandKits, logos, colors, fonts, webhooks]
  for (const one of all as unknown as AnyResource[]) {
    const [row] = await one.list().toArray(1)
    await one.update((await one.get(row!.id)).id, {})
    await one.delete(row!.id).catch(unless(ConflictError))
    await one.restore?.(row!.id).catch(unless(NotFoundError))
  }
  await logos.create({ name: 'Mark', asset_id: (await assets.list({ type: 'image' }).toArray(1))[0]!.id })
  await fonts.create({ family: 'Inter' })
  const { id } = await templates.create(svg('#eee'))
  await templates.check(id)
  const render = await templates.render(id)
  const { renderBatches, renderLinks } = atelier
  await renderBatches.refresh({ template_id: id })
  await assets.import('ftp://nobody.invalid/a.png').catch(unless(ValidationError))
  await renders.keep((await renders.get(render.id)).id)
  await renders.delete(render.id)
  const rowed = await renderBatches.create({ template_ids: [id], rows: [{}] })
  await renderBatches.rows(rowed.id).toArray()
  await renderBatches.get(rowed.id)
  await renderBatches.cancel(rowed.id).catch(unless(ConflictError))
  await renderBatches.retry(rowed.id).catch(unless(ConflictError))
  await renderLinks.revoke((await renderLinks.get((await renderLinks.create(id)).id)).id)
  const { archives } = atelier
  const archive = await archives.create({ filter: { type: 'image' }, format: 'small' })
  await archives.delete((await archives.get(archive.id)).id)
  const table = await atelier.assets.exportCsv({ type: 'image' })
  assert.match(table, /^id,name,filename,/)
  assert.equal((await atelier.assets.updateFromTable(table)).is_applied, false)
  assert.equal((await atelier.assets.updateFromTable(table, { apply: true })).is_applied, true)
  const { savedSearches } = atelier
  const search = await savedSearches.create({ name: 'Images', filters: { type: 'image' } })
  await savedSearches.update((await savedSearches.get(search.id)).id, { visibility: 'company' })
  assert.equal((await savedSearches.follow(search.id)).is_followed, true)
  assert.equal((await savedSearches.follow(search.id, false)).is_followed, false)
  await savedSearches.delete(search.id)
  const { presets } = atelier
  const preset = await presets.create({ name: 'social', width: 1080, height: 1080, fit: 'cover' })
  await presets.update((await presets.get(preset.id)).id, { quality: 90 })
  await presets.delete(preset.id)
  const { collections } = atelier
  const [first, second] = await assets.list({ sort: 'created_at' }).toArray(2)
  const collection = await collections.create({ name: 'Autumn', asset_ids: [first!.id] })
  await collections.addItems(collection.id, { asset_ids: [second!.id], before_asset_id: first!.id })
  await collections.moveItems(collection.id, { asset_ids: [second!.id] })
  assert.equal((await collections.items(collection.id).toArray()).at(-1)!.id, second!.id)
  await collections.removeItems(collection.id, { asset_ids: [second!.id] })
  await collections.update((await collections.get(collection.id)).id, { description: 'For the shops' })
  await collections.delete(collection.id)
  const { reviews, comments } = atelier
  const review = await reviews.create({ asset_id: first!.id, state: 'approved', note: 'Looks good' })
  assert.deepEqual(await reviews.get(review.id), review)
  const comment = await comments.create({ asset_id: first!.id, text: 'Looks good' })
  await comments.update((await comments.get(comment.id)).id, { text: 'Looks better' })
  assert.notEqual((await comments.resolve(comment.id)).resolved_at, null)
  assert.equal((await comments.reopen(comment.id)).resolved_at, null)
  await comments.delete(comment.id)
  const { properties } = atelier
  const property = await properties.create({
    label: 'Market',
    type: 'choice',
    options: [{ label: 'Europe' }],
  })
  const valued = await assets.update(first!.id, { properties: { market: 'Europe' } })
  assert.equal(valued.properties.market, property.options[0]!.key)
  const inMarket = assets.list({ properties: { market: ['Europe'], 'market[exists]': 'true' } })
  assert.deepEqual(
    (await inMarket.toArray()).map((asset) => asset.id),
    [first!.id],
  )
  await properties.update((await properties.get(property.id)).id, { help: 'Where it is sold' })
  await properties.delete(property.id)
  const share = await atelier.shares.create({ name: 'For the agency', template_id: id })
  await atelier.shares.visits((await atelier.shares.rotateUrl(share.id)).id).toArray()
  await atelier.shares.revoke(share.id)
  await atelier.shares.update((await atelier.shares.get(share.id)).id, { name: 'For the press' })
  await atelier.shares.delete(share.id)
  const { id: brand_kit_id } = await atelier.brandKits.create({ name: 'For the page' })
  const page = await atelier.brandPages.create({ brand_kit_id, slug: 'sdk-brand' })
  await atelier.brandPages.update((await atelier.brandPages.get(page.id)).id, { is_published: false })
  await atelier.brandPages.delete(page.id)
  const [to, from] = await templateTags.list().toArray(2)
  await templateTags.merge(to!.id, { tags: [from!.id] })
  const { asset } = await assets.upload(await picture())
  for await (const { version } of assets.versions(asset.id)) await assets.restoreVersion(asset.id, version)
  assert.ok((await changes.list({ per_page: 1 })).meta.more)

  const document = new URL('../../server/openapi.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(document, 'utf8')) as { paths: Record<string, object> }
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/') && path !== '/api/get-access-token')
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${nameless(path)}`),
    )
  assert.deepEqual(
    operations.filter((operation) => !asked.has(operation)),
    [],
  )
})

type AnyResource = {
  list(): List<{ id: string }>
  get(id: string): Promise<{ id: string }>
  update(id: string, body: object): Promise<unknown>
  delete(id: string): Promise<void>
  restore?(id: string): Promise<unknown>
}

const unless = (known: new (...args: never[]) => Error) => (error: unknown) =>
  assert.ok(error instanceof known)
