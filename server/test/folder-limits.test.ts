// Engines: embedded, postgres
// Clients that are limited to folders: every endpoint either keeps the limit, does not concern assets, or is refused.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { readableTypes } from '../src/changes/present.ts'
import { createCompany } from '../src/companies/queries.ts'
import { type FolderLimit, Handle } from '../src/db/handle.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { scopes } from '../src/http/caller.ts'
import { treatmentOf } from '../src/http/endpoints/folder-limits.ts'
import { newId, parseId, publicId, type Uuid } from '../src/ids.ts'
import { endpoints, portalEndpoints } from '../src/routes.ts'
import { type Answer, type Caller, newCaller, newCompany, send } from './support/companies.ts'
import { follow } from './support/event-stream.ts'
import { limitedLibrary } from './support/limited-library.ts'
import { behindProxy, newMember } from './support/people.ts'
import { atEnd, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService({ env: behindProxy })
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const uuid = (id: string) => parseId('folder', id) as Uuid

const library = await limitedLibrary(service, acme)
const { open, below, shown, closed, inside, insideBelow, readOnly, outside, outsideBytes, atRoot } = library
const { newFolder: folder, newAsset: asset } = library
const readable = [inside, insideBelow, readOnly]
const hidden = [outside, atRoot, closed]

/** Reads `open` and `shown`, and writes `open`. */
const limited = await newLimited([open, shown], [open])

function newLimited(read: string[] | null, write: string[] | null = null): Promise<Caller> {
  const { enterpriseId, companyId, ownerId } = acme
  const folders = { readFolderIds: read?.map(uuid) ?? null, writeFolderIds: write?.map(uuid) ?? null }
  return newCaller(service, { name: 'limited', enterpriseId, companyId, ownerId, scopes, ...folders })
}

const idsIn = ({ body, text, status }: Answer): string[] => {
  assert.equal(status, 200, text)
  return (body.data as { id: string }[]).map(({ id }) => id).sort()
}
const sorted = (...ids: string[]) => ids.sort()
const seen = ({ status, text }: Answer) => ({ status, text })
const refusedAs =
  (message: RegExp) =>
  (answer: Answer, what = '') => {
    assert.equal(answer.status, 403, `${what} ${answer.text}`)
    assert.match(answer.body.message, message, what)
  }
const isRefusedEndpoint = refusedAs(/^This endpoint is not available with a folder limit\./)
const isOutsideLimit = refusedAs(/^Your folder limit does not allow changes in this folder\./)

/** An event can wait for a poll and for the renewal of the stream, which take longer on a busy machine. */
const eventMsMax = 60_000

const someLimit: FolderLimit = { read: [newId()], write: null }
const treated = (treatment: ReturnType<typeof treatmentOf>, of = endpoints) =>
  of.filter((one) => treatmentOf(one, { folderLimit: someLimit }) === treatment)

/** Endpoints that could reach assets in other folders, or that limits do not cover. */
const refusedEndpoints = [
  'addCollectionItems',
  'archiveTemplate',
  'cancelRenderBatch',
  'checkTemplateValues',
  'createArchive',
  'createAssetTag',
  'createBrandKit',
  'createBrandKitColor',
  'createBrandKitFont',
  'createBrandKitLogo',
  'createBrandPage',
  'createCollection',
  'createComment',
  'createPreset',
  'createProperty',
  'createRenderBatch',
  'createRenderLink',
  'createReview',
  'createSavedSearch',
  'createShare',
  'createTemplate',
  'createTemplateTag',
  'createWebhook',
  'deleteArchive',
  'deleteAssetTag',
  'deleteBrandKit',
  'deleteBrandKitColor',
  'deleteBrandKitFont',
  'deleteBrandKitLogo',
  'deleteBrandPage',
  'deleteCollection',
  'deleteComment',
  'deleteFolder',
  'deletePreset',
  'deleteProperty',
  'deleteRender',
  'deleteSavedSearch',
  'deleteShare',
  'deleteTemplate',
  'deleteTemplateTag',
  'deleteWebhook',
  'editAsset',
  'exportAssets',
  'followSavedSearch',
  'getArchive',
  'getBrandPage',
  'getCollection',
  'getComment',
  'getJob',
  'getRender',
  'getRenderBatch',
  'getRenderLink',
  'getReview',
  'getSavedSearch',
  'getShare',
  'getWebhook',
  'getWebhookDelivery',
  'importAsset',
  'listArchives',
  'listAssetChanges',
  'listAssetUsages',
  'listBrandPages',
  'listCollectionItems',
  'listCollections',
  'listComments',
  'listRenderBatchRows',
  'listRenderBatches',
  'listRenderLinks',
  'listRenders',
  'listReviews',
  'listSavedSearches',
  'listShareVisits',
  'listShares',
  'listWebhookDeliveries',
  'listWebhooks',
  'mergeAssetTags',
  'mergeTemplateTags',
  'moveCollectionItems',
  'pingWebhook',
  'publishTemplate',
  'refreshRenders',
  'removeCollectionItems',
  'renderTemplate',
  'reopenComment',
  'replaceTemplateDocument',
  'resendWebhookDelivery',
  'resolveComment',
  'restoreAssetTag',
  'restoreFolder',
  'restoreTemplate',
  'restoreTemplateTag',
  'restoreTemplateVersion',
  'retryRenderBatch',
  'revokeRenderLink',
  'revokeShare',
  'rotateShareUrl',
  'rotateWebhookSecret',
  'saveRenderAsAsset',
  'updateAssetTag',
  'updateAssets',
  'updateAssetsFromTable',
  'updateBrandKit',
  'updateBrandKitColor',
  'updateBrandKitFont',
  'updateBrandKitLogo',
  'updateBrandPage',
  'updateCollection',
  'updateComment',
  'updateFolder',
  'updatePreset',
  'updateProperty',
  'updateSavedSearch',
  'updateShare',
  'updateTemplate',
  'updateTemplateTag',
  'updateWebhook',
]

describe('endpoints', () => {
  // Holds R-LIMIT-3.
  test('an endpoint that is not listed as safe for limited clients is refused', async () => {
    const refused = treated('refused')
    assert.ok(refused.length > 60)
    for (const { method, path } of refused) {
      const url = `/api${path.replaceAll(/:(\w+)/g, (_, name) => (name === 'version' ? '1' : outside))}`
      const answer = await send(service, method, url, {
        headers: { authorization: `Bearer ${limited.token}` },
        ...(method !== 'GET' && { json: {} }),
      })
      isRefusedEndpoint(answer, `${method} ${path}`)
    }
    // The JSON form of an upload imports a file in a job.
    isRefusedEndpoint(await limited.post('/api/assets', { url: 'https://files.example/a.png' }))
  })

  // A new endpoint must be listed here, or be listed as safe (http/endpoints/folder-limits.ts).
  test('every endpoint has a decision about limited callers', () => {
    const names = treated('refused').map(({ operationId }) => operationId)
    assert.deepEqual(names.toSorted(), refusedEndpoints)
  })

  test('of the endpoints for people, a limited member can use only the company and the list of members', () => {
    assert.deepEqual(treated('limited', portalEndpoints), [])
    const names = treated('whole', portalEndpoints).map(({ operationId }) => operationId)
    assert.deepEqual(names.toSorted(), ['getCompany', 'listMembers'])
  })

  test('the endpoints without a limit return no assets and change nothing', () => {
    for (const { method, path } of treated('whole')) {
      assert.equal(method, 'GET')
      assert.doesNotMatch(path, /assets|folders|asset-tags|changes|collections|shares|archives|renders/)
    }
  })

  // The two answers must be identical: a difference would reveal that the asset exists.
  // Holds R-LIMIT-1.
  test('an asset or folder outside the limit looks like a missing one, in every endpoint', async () => {
    const single = treated('limited').filter(({ path }) => /^\/(assets|folders)\/:id/.test(path))
    assert.ok(single.length >= 9)
    for (const { method, path, upload: takesFile } of single) {
      const isFolder = path.startsWith('/folders')
      const ask = async (id: string) => {
        const url = `/api${path.replace(':id', id).replace(':version', '1')}`
        if (takesFile) return upload(service, limited, { bytes: await picture() }, {}, { method, path: url })
        const json = method === 'PATCH' ? { name: 'taken over' } : method === 'POST' ? {} : undefined
        const headers = { authorization: `Bearer ${limited.token}` }
        return send(service, method, url, { headers, ...(json && { json }) })
      }
      const absent = publicId(isFolder ? 'folder' : 'asset', newId())
      const missing = seen(await ask(absent))
      assert.equal(missing.status, 404, `${method} ${path} ${missing.text}`)
      for (const id of isFolder ? [closed] : [outside, atRoot])
        assert.deepEqual(seen(await ask(id)), missing, `${method} ${path}`)
    }
    const before = await acme.get(`/api/assets/${outside}`)
    assert.deepEqual([before.body.data.name, before.body.data.version], ['poster outside', 1])
  })

  // Holds R-LIMIT-2.
  test('an asset that can be read but not changed returns 403 in every endpoint that changes assets', async () => {
    const writes = treated('limited').filter(
      ({ method, path }) => method !== 'GET' && path.startsWith('/assets/:id'),
    )
    assert.ok(writes.length >= 5)
    const trashed = await asset(shown, 'in the trash')
    await acme.delete(`/api/assets/${trashed}`)
    const twice = await asset(shown, 'two versions')
    const again = await upload(
      service,
      acme,
      { bytes: await picture() },
      {},
      { method: 'PUT', path: `/api/assets/${twice}/file` },
    )
    assert.equal(again.status, 200, again.text)
    for (const { method, path, upload: takesFile } of writes) {
      const isVersion = path.includes(':version')
      const id = isVersion ? twice : path.endsWith('/restoration') ? trashed : readOnly
      const url = `/api${path.replace(':id', id).replace(':version', '1')}`
      const headers = { authorization: `Bearer ${limited.token}` }
      const answer = takesFile
        ? await upload(service, limited, { bytes: await picture() }, {}, { method, path: url })
        : await send(service, method, url, {
            headers,
            ...(method !== 'DELETE' && { json: method === 'PATCH' ? { name: 'renamed' } : {} }),
          })
      isOutsideLimit(answer, `${method} ${path}`)
    }
    assert.equal((await acme.get(`/api/assets/${readOnly}`)).body.data.name, 'poster shown')
    await acme.delete(`/api/assets/${twice}`)
  })
})

describe('reading', () => {
  test('lists, searches, filters, totals and facets contain only assets in the folders', async () => {
    const list = (query: string) => limited.get(`/api/assets?per_page=100&with_total=true&${query}`)
    for (const query of [
      '',
      'search=poster',
      'search=poster&sort=name',
      'tag=shared',
      'sort=name',
      'sort=-updated_at',
      'page=1',
      'type=image',
      `ids=${[...readable, ...hidden.slice(0, 2)].join()}`,
    ]) {
      const answer = await list(query)
      assert.deepEqual(idsIn(answer), sorted(...readable), query)
      assert.equal(answer.body.meta.total, 3, query)
    }
    assert.deepEqual(idsIn(await list(`folder_id=${closed}`)), [])
    assert.deepEqual(idsIn(await list('folder_id=root')), [])
    assert.deepEqual(idsIn(await list('search=outside')), [])
    assert.deepEqual(idsIn(await list(`folder_id=${open}`)), [inside])
    assert.deepEqual(idsIn(await list(`folder_id=${open}&recursive=true`)), sorted(inside, insideBelow))
    const { body } = await list('facets=folder_id,tag,type')
    assert.deepEqual(
      body.meta.facets.fields.tag.map(({ count }: { count: number }) => count),
      [3],
    )
    assert.deepEqual(
      body.meta.facets.fields.folder_id.map(({ value }: { value: string }) => value).sort(),
      sorted(open, below, shown),
    )
  })

  // A correction would show that no hidden asset contains the term.
  test('a search with a typo finds the same, whether a hidden asset contains the term or not', async () => {
    const search = async (caller: Caller, term: string) =>
      idsIn(await caller.get(`/api/assets?search=${term}`))
    assert.deepEqual(await search(acme, 'postar'), sorted(...readable, outside, atRoot))
    assert.deepEqual(await search(limited, 'postar'), [])
    await acme.patch(`/api/assets/${outside}`, { description: 'postar' })
    assert.deepEqual(await search(acme, 'postar'), [outside])
    assert.deepEqual(await search(limited, 'postar'), [])
    await acme.patch(`/api/assets/${outside}`, { description: null })
  })

  test('pages of a limited list follow each other', async () => {
    const first = await limited.get('/api/assets?per_page=2')
    const second = await limited.get(first.body.links.next)
    assert.deepEqual(sorted(...idsIn(first), ...idsIn(second)), sorted(...readable))
    assert.equal(second.body.links.next, null)
  })

  // A page merges the newest assets of each folder only for a small number of folders.
  test('a limit to many folders returns the same pages, totals and facets as a limit to their parent', async () => {
    const { enterpriseId } = acme
    const companyId = await createCompany(db, enterpriseId, 'Many folders')
    const many = await newCaller(service, { name: 'many', enterpriseId, companyId, ownerId: null, scopes })
    const parent = (await many.post('/api/folders', { name: 'Parent' })).body.data.id
    const folders: string[] = []
    for (let n = 0; n < 105; n++)
      folders.push((await many.post('/api/folders', { name: `F${n}`, parent_id: parent })).body.data.id)
    const ids: string[] = []
    for (const folder_id of [folders[0]!, folders[50]!, folders[104]!, undefined]) {
      const file = { bytes: await picture(), name: 'many.png' }
      ids.push((await upload(service, many, file, folder_id ? { folder_id } : {})).body.data.id)
    }
    const inFolders = ids.slice(0, 3)
    const reader = await newCaller(service, {
      name: 'reader',
      enterpriseId,
      companyId,
      ownerId: null,
      scopes,
      readFolderIds: [uuid(parent)],
    })
    for (const sort of ['-created_at', 'name', '-updated_at']) {
      const answer = await reader.get(`/api/assets?with_total=true&facets=type&sort=${sort}`)
      assert.deepEqual(idsIn(answer), sorted(...inFolders), sort)
      assert.equal(answer.body.meta.total, 3)
      assert.equal(answer.body.meta.facets.fields.type[0].count, 3)
    }
    assert.deepEqual(idsIn(await reader.get('/api/assets?search=many')), sorted(...inFolders))
    const first = await reader.get('/api/assets?per_page=2')
    const second = await reader.get(first.body.links.next)
    assert.deepEqual(sorted(...idsIn(first), ...idsIn(second)), sorted(...inFolders))
  })

  test('folders contain only the folders of the limit and their subfolders', async () => {
    assert.deepEqual(idsIn(await limited.get('/api/folders?per_page=100')), sorted(open, below, shown))
    assert.deepEqual(idsIn(await limited.get('/api/folders?search=closed')), [])
    assert.equal((await limited.get(`/api/folders/${closed}`)).status, 404)
  })

  test('tags count only assets in the folders', async () => {
    const [tag] = (await limited.get('/api/asset-tags')).body.data
    assert.equal(tag.assets_count, 3)
    assert.equal((await limited.get(`/api/asset-tags/${tag.id}`)).body.data.assets_count, 3)
    assert.equal((await acme.get('/api/asset-tags')).body.data[0].assets_count, 5)
  })

  test('limited and unlimited callers never get the cached pages of each other', async () => {
    const url = '/api/assets?per_page=50'
    for (let round = 0; round < 3; round++) {
      assert.equal(idsIn(await acme.get(url)).length, 5)
      assert.equal(idsIn(await limited.get(url)).length, 3)
    }
  })

  test('without a read limit, a client reads everything and changes only its folders', async () => {
    const writer = await newLimited(null, [open])
    assert.equal(idsIn(await writer.get('/api/assets?per_page=100')).length, 5)
    assert.equal((await writer.get('/api/collections')).status, 200)
    isOutsideLimit(await writer.patch(`/api/assets/${outside}`, { name: 'x' }))
    isRefusedEndpoint(await writer.post('/api/collections', { name: 'x' }))
    assert.equal((await writer.patch(`/api/assets/${inside}`, { alt_text: 'x' })).status, 200)
  })
})

describe('changing', () => {
  const create = async (folder_id: string | undefined, bytes?: Uint8Array) =>
    upload(service, limited, { bytes: bytes ?? (await picture()) }, folder_id ? { folder_id } : {})

  // Holds R-LIMIT-4.
  test('assets and folders can be created and moved only within the writable folders', async () => {
    isOutsideLimit(await create(undefined))
    isOutsideLimit(await create(shown))
    assert.equal((await create(closed)).status, 422)
    const created = await create(below)
    assert.equal(created.status, 201, created.text)
    const { id } = created.body.data
    isOutsideLimit(await limited.patch(`/api/assets/${id}`, { folder_id: shown }))
    isOutsideLimit(await limited.patch(`/api/assets/${id}`, { folder_id: null }))
    assert.equal((await limited.patch(`/api/assets/${id}`, { folder_id: closed })).status, 422)
    isOutsideLimit(await limited.patch(`/api/assets/${readOnly}`, { folder_id: open }))
    const moved = await limited.patch(`/api/assets/${id}`, { folder_id: open, tags: ['shared'] })
    assert.equal(moved.status, 200, moved.text)
    isOutsideLimit(await limited.post('/api/folders', { name: 'new' }))
    isOutsideLimit(await limited.post('/api/folders', { name: 'new', parent_id: shown }))
    assert.equal((await limited.post('/api/folders', { name: 'new', parent_id: closed })).status, 422)
    const made = await limited.post('/api/folders', { name: 'new', parent_id: open })
    assert.equal(made.status, 201, made.text)
    assert.equal((await limited.delete(`/api/assets/${id}`)).status, 204)
    assert.equal((await limited.post(`/api/assets/${id}/restoration`)).status, 200)
    assert.equal((await limited.delete(`/api/assets/${id}`)).status, 204)
    assert.equal((await acme.get(`/api/folders/${open}`)).body.data.assets_count, 1)
  })

  test('an upload of a file that exists outside the folders does not name the other asset', async () => {
    const { status, headers, body } = await create(open, outsideBytes)
    assert.equal(status, 201)
    assert.equal(headers.get('x-duplicate-of'), null)
    await acme.delete(`/api/assets/${body.data.id}`)
  })
})

describe('resumable uploads', () => {
  const tus = async (
    caller: Caller,
    method: string,
    path: string,
    more: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ) => {
    const headers = {
      authorization: `Bearer ${caller.token}`,
      'tus-resumable': '1.0.0',
      ...(body && { 'content-type': 'application/offset+octet-stream' }),
      ...more,
    }
    return fetch(service.url + path, { method, headers, ...(body && { body }) })
  }
  const begin = (caller: Caller, bytes: Uint8Array, folder_id?: string) => {
    const fields = { filename: 'big.png', ...(folder_id && { folder_id }) }
    const metadata = Object.entries(fields).map(
      ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
    )
    return tus(caller, 'POST', '/api/uploads', {
      'upload-length': `${bytes.length}`,
      'upload-metadata': metadata.join(),
    })
  }
  const place = ({ headers, status }: Response) => {
    assert.equal(status, 201)
    return new URL(headers.get('location')!, service.url).pathname
  }

  // Holds R-LIMIT-7.
  test('a resumable upload creates an asset only in a folder that the client can change', async () => {
    const bytes = await picture()
    for (const [folder_id, status] of [
      [undefined, 403],
      [shown, 403],
      [closed, 422],
    ] as const)
      assert.equal((await begin(limited, bytes, folder_id)).status, status)
    const path = place(await begin(limited, bytes, below))
    const sent = await tus(limited, 'PATCH', path, { 'upload-offset': '0' }, bytes)
    assert.equal(sent.status, 204)
    const { body } = await limited.get(`/api/assets/${sent.headers.get('upload-asset')}`)
    assert.equal(body.data.folder_id, below)
    await acme.delete(`/api/assets/${body.data.id}`)
  })

  test('an upload into a folder that is moved out of the limit meanwhile is refused when it is complete', async () => {
    const bytes = await picture()
    const leaves = await folder('Moved meanwhile', open)
    const path = place(await begin(limited, bytes, leaves))
    await acme.patch(`/api/folders/${leaves}`, { parent_id: closed })
    const sent = await tus(limited, 'PATCH', path, { 'upload-offset': '0' }, bytes)
    assert.ok([403, 422].includes(sent.status), `${sent.status}`)
    const { body } = await acme.get(`/api/assets?folder_id=${leaves}`)
    assert.deepEqual(body.data, [])
    await acme.delete(`/api/folders/${leaves}`)
  })

  test("another client's upload looks like a missing one to a limited client", async () => {
    const path = place(await begin(acme, await picture(), closed))
    const missing = `/api/uploads/${publicId('upload', newId())}`
    for (const method of ['HEAD', 'PATCH', 'GET', 'DELETE']) {
      const body = method === 'PATCH' ? new Uint8Array(1) : undefined
      const more = body && { 'upload-offset': '0' }
      const [answer, other] = [
        await tus(limited, method, path, more, body),
        await tus(limited, method, missing, more, body),
      ]
      assert.deepEqual([answer.status, await answer.text()], [404, await other.text()], method)
    }
    assert.equal((await tus(acme, 'HEAD', path)).status, 200)
    await tus(acme, 'DELETE', path)
  })
})

describe('the limit', () => {
  // Holds R-LIMIT-5.
  test('a moved folder or asset is within the limit or outside it immediately', async () => {
    const other = await newLimited([open])
    const mover = await folder('Mover', open)
    const deep = await folder('Deep', mover)
    const moved = await asset(deep, 'travels')
    const get = () => other.get(`/api/assets/${moved}`)
    assert.equal((await get()).status, 200)
    await acme.patch(`/api/folders/${mover}`, { parent_id: closed })
    assert.equal((await get()).status, 404)
    assert.equal((await other.get(`/api/folders/${deep}`)).status, 404)
    await acme.patch(`/api/folders/${mover}`, { parent_id: open })
    assert.equal((await get()).status, 200)
    await acme.delete(`/api/folders/${mover}?recursive=true`)
  })

  test('a member sets and removes the limit, which applies to existing tokens immediately and is logged', async () => {
    const dev = await newMember(service, acme.companyId, 'developer')
    const path = `/portal/api/clients/${limited.clientId}`
    const set = async (change: object) => {
      const answer = await dev.patch(path, change)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.data
    }
    assert.deepEqual((await dev.get(path)).body.data.read_limit, { folder_ids: [open, shown] })
    await set({ read_limit: { folder_ids: [shown] } })
    assert.deepEqual(idsIn(await limited.get('/api/assets')), [readOnly])
    assert.equal((await set({ read_limit: null, write_limit: null })).read_limit, null)
    assert.equal(idsIn(await limited.get('/api/assets')).length, 5)
    const back = await set({ read_limit: { folder_ids: [open, shown] }, write_limit: { folder_ids: [open] } })
    assert.deepEqual(back.write_limit, { folder_ids: [open] })
    assert.equal(idsIn(await limited.get('/api/assets')).length, 3)
    const created = await dev.post('/portal/api/clients', { name: 'new', read_limit: { folder_ids: [open] } })
    assert.deepEqual(created.body.data.read_limit, { folder_ids: [open] })
    const theirs = (await globex.post('/api/folders', { name: 'theirs' })).body.data.id
    for (const folder_ids of [[], [theirs], [publicId('folder', newId())], ['x'], [open, theirs]])
      for (const field of ['read_limit', 'write_limit']) {
        const { status, text } = await dev.patch(path, { [field]: { folder_ids } })
        assert.equal(status, 422, text)
      }
  })

  test('a folder that no longer exists limits the client to nothing', async () => {
    const gone = await folder('Gone')
    const other = await newLimited([gone])
    await acme.delete(`/api/folders/${gone}`)
    assert.deepEqual(idsIn(await other.get('/api/assets')), [])
  })
})

describe('changes', () => {
  const changesOf = async (caller: Caller, since: number, query = '') =>
    (await caller.get(`/api/changes?since=${since}&per_page=1000${query}`)).body
  const newest = async () => (await changesOf(acme, 0)).meta.next as number
  const short = (changes: { type: string; resource_id: string }[]): string[] =>
    changes.map(({ type, resource_id }) => `${type} ${resource_id}`)

  // Holds R-LIMIT-6.
  test('the feed contains only readable assets and folders, and shows a move out of the folders as a deletion', async () => {
    const since = await newest()
    const first = await asset(open, 'first')
    await asset(closed, 'second')
    const mover = await folder('Leaves', open)
    await acme.post('/api/collections', { name: 'secret' })
    const enters = await asset(closed, 'enters')
    await acme.patch(`/api/assets/${first}`, { folder_id: closed })
    await acme.patch(`/api/assets/${enters}`, { folder_id: open })
    await acme.patch(`/api/folders/${mover}`, { parent_id: closed })
    // Changes outside the folders are not shown, even of an asset that was in them.
    await acme.patch(`/api/assets/${first}`, { name: 'secret' })
    const { data, meta } = await changesOf(limited, since)
    // Renditions are added by a job at any time.
    const byClients = data.filter(({ actor }: { actor: { type: string } }) => actor.type === 'client')
    assert.deepEqual(short(byClients), [
      `asset.created ${enters}`,
      `asset.deleted ${first}`,
      `asset.updated ${enters}`,
      `folder.deleted ${mover}`,
    ])
    assert.ok(!JSON.stringify(data).includes(closed))
    assert.equal(meta.more, false)
    assert.deepEqual(short((await changesOf(limited, since, '&types=asset.deleted')).data), [
      `asset.deleted ${first}`,
    ])
    assert.deepEqual(short((await changesOf(limited, since, '&types=folder.updated')).data), [])
    await acme.delete(`/api/assets/${enters}`)
  })

  test('the feed contains only types whose endpoints a limited client can use', () => {
    const paths: Record<string, string> = {
      template_tag: '/tags',
      brand_kit: '/brand-kit',
      logo: '/brand-kit/logos',
      color: '/brand-kit/colors',
      font: '/brand-kit/fonts',
      property: '/properties',
    }
    const available = [...treated('limited'), ...treated('whole')].map(({ path }) => path)
    for (const type of readableTypes(scopes, someLimit)) {
      const path = paths[type] ?? `/${type.replace('_', '-')}s`
      assert.ok(available.includes(path), type)
    }
    assert.ok(!readableTypes(scopes, someLimit).includes('comment'))
  })

  // Holds R-FEED-6.
  test('a change that moves an asset or folder out of a folder names that folder', async () => {
    const since = await newest()
    const moved = await asset(open, 'moves')
    const mover = await folder('Moves', open)
    await acme.patch(`/api/assets/${moved}`, { folder_id: closed })
    await acme.post('/api/asset-batches', { action: 'move', ids: [moved], folder_id: open })
    await acme.patch(`/api/folders/${mover}`, { parent_id: null })
    const { data } = await changesOf(acme, since)
    const from = data.flatMap(({ data }: { data: { moved_from?: string } }) => data.moved_from ?? [])
    assert.deepEqual(from, [open, closed, open])
    await acme.delete(`/api/assets/${moved}`)
  })

  test('the event stream follows the limit, even if the limit changes while it is open', async () => {
    const dev = await newMember(service, acme.companyId, 'developer')
    const other = await newLimited([open])
    const { events, stop } = await follow(service, other.token, '/api/changes?since=latest')
    const resources = () => events.flatMap(({ data }) => (data ? [data.resource_id] : []))
    await acme.patch(`/api/assets/${readOnly}`, { alt_text: 'one' })
    await acme.patch(`/api/assets/${inside}`, { alt_text: 'one' })
    await until('the first event', () => resources().length === 1, eventMsMax)
    const limit = { read_limit: { folder_ids: [shown] } }
    assert.equal((await dev.patch(`/portal/api/clients/${other.clientId}`, limit)).status, 200)
    await acme.patch(`/api/assets/${inside}`, { alt_text: 'two' })
    await acme.patch(`/api/assets/${readOnly}`, { alt_text: 'two' })
    await until('the second event', () => resources().length === 2, eventMsMax)
    assert.deepEqual(resources(), [inside, readOnly])
    stop()
  })
})

test('the tools of /mcp have the limit of the client', async () => {
  const headers = { authorization: `Bearer ${limited.token}` }
  const assistant = new Client({ name: 'test', version: '1' })
  const url = new URL('/mcp', service.url)
  await assistant.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  atEnd(() => assistant.close())
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content, isError = false } = await assistant.callTool({ name, arguments: given })
    return { isError, text: (content as { text?: string }[]).at(-1)!.text! }
  }
  const { text } = await call('search_assets', { words: 'poster' })
  const found = (JSON.parse(text).data as { id: string }[]).map(({ id }) => id)
  assert.deepEqual(found.sort(), sorted(...readable))
  const missing = await call('get_asset', { id: publicId('asset', newId()) })
  assert.ok(missing.isError)
  for (const id of [outside, atRoot]) {
    assert.deepEqual(await call('get_asset', { id }), missing)
    assert.deepEqual(await call('get_rendition', { id }), missing)
    assert.deepEqual(await call('update_asset', { id, name: 'taken over' }), missing)
  }
  const refused = await call('update_asset', { id: readOnly, name: 'taken over' })
  assert.match(refused.text, /does not allow changes in this folder/)
  const render = await call('render_template', { id: publicId('template', newId()) })
  assert.match(render.text, /not available with a folder limit/)
})

// The walls, one without the other: the database hides rows from statements that no code has limited.
test('the database hides assets and folders outside the limit from statements without a condition', async () => {
  assert.ok(db instanceof Handle)
  const limitedDb = db.limitedTo({ read: [uuid(open)], write: null })
  // Statements that count list the readable assets once instead of checking each row.
  for (const counts of ['', 'on']) {
    const rows = await asCompany(limitedDb, acme.companyId, async (trx) => {
      await sql`select set_config('app.counts_assets', ${counts}, true)`.execute(trx)
      const read = (table: 'assets' | 'folders') => trx.selectFrom(table).select('id').execute()
      return { assets: await read('assets'), folders: await read('folders') }
    })
    const ids = rows.folders.map(({ id }) => publicId('folder', id))
    assert.ok(ids.includes(open) && ids.includes(below) && !ids.includes(closed) && !ids.includes(shown))
    const assets = rows.assets.map(({ id }) => publicId('asset', id))
    assert.ok(assets.includes(inside) && assets.includes(insideBelow))
    for (const id of [...hidden, readOnly]) assert.ok(!assets.includes(id))
  }
  for (const change of [
    sql`update assets set name = name where id = ${parseId('asset', outside)}`,
    sql`delete from folders where id = ${uuid(closed)}`,
  ]) {
    const { numAffectedRows } = await asCompany(limitedDb, acme.companyId, (trx) => change.execute(trx))
    assert.equal(numAffectedRows, 0n)
  }
  for (const change of [
    sql`update assets set folder_id = ${uuid(closed)} where id = ${parseId('asset', inside)}`,
    sql`update folders set name = 'x' where id = ${uuid(open)}`,
  ])
    await assert.rejects(
      asCompany(limitedDb, acme.companyId, (trx) => change.execute(trx)),
      { code: 'AT403' },
    )
})
