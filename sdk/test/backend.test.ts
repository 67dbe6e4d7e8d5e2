// Engines: postgres in CI
// A page without a token, whose backend (here the portal's) identifies users by cookie.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '../../server/src/ids.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy, newMember } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { Atelier, AuthenticationError } from '../src/index.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newMember(service, acme.companyId, 'editor')

type Seen = { method: string; path: string; headers: Headers }

/** Adds the headers that a browser adds to a request, and records the request. */
function pageOf(cookies: ReadonlyMap<string, string>) {
  const seen: Seen[] = []
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const browsed: typeof fetch = (input, init) => {
    const headers = new Headers(init!.headers)
    seen.push({ method: init!.method!, path: new URL(String(input)).pathname, headers })
    return fetch(input, { ...init, headers: { ...Object.fromEntries(headers), cookie, origin: service.url } })
  }
  const headers = { 'Atelier-Company': publicId('company', acme.companyId) }
  const backend = { path: '/portal/api', headers }
  return { seen, atelier: new Atelier({ url: service.url, backend, fetch: browsed }) }
}

test('requests go to the backend, with its headers and without a token', async () => {
  const { atelier, seen } = pageOf(editor.cookies)
  const tag = await atelier.assetTags.create({ name: 'Sea' })
  const renamed = await atelier.assetTags.update(tag.id, { name: 'Ocean' }, { ifMatch: tag })
  assert.equal(renamed.name, 'Ocean')
  assert.deepEqual(await atelier.assetTags.list({ fields: ['name'] }).toArray(), [{ name: 'Ocean' }])
  assert.deepEqual(
    seen.map(({ method, path }) => `${method} ${path.replace(tag.id, '…')}`),
    ['POST /portal/api/asset-tags', 'PATCH /portal/api/asset-tags/…', 'GET /portal/api/asset-tags'],
  )
  for (const { headers } of seen) {
    assert.equal(headers.get('authorization'), null)
    assert.equal(headers.get('atelier-company'), publicId('company', acme.companyId))
  }
})

test('chunked uploads and the change feed use the backend too', async () => {
  const { atelier, seen } = pageOf(editor.cookies)
  const film = new Uint8Array(9 * 1024 * 1024)
  film.set(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1'))
  new DataView(film.buffer).setUint32(24, film.length - 24)
  film.set(Buffer.from('mdat'), 28)
  let url = ''
  const { asset } = await atelier.assets.upload(
    film,
    {},
    {
      fileName: 'a.mp4',
      onUrl: (begun) => {
        url = begun
      },
    },
  )
  assert.match(url, new RegExp(`^${service.url}/portal/api/uploads/upl_\\w+$`))
  assert.equal((await atelier.uploads.resume(url, film)).asset.id, asset.id)
  for await (const { change } of atelier.changes.follow({ types: ['asset.created'] })) {
    assert.equal(change.resource_id, asset.id)
    break
  }
  assert.deepEqual(
    seen.filter(({ path }) => !path.startsWith('/portal/api/')),
    [],
  )
})

test('a user who is not signed in gets an error immediately', async () => {
  const { atelier, seen } = pageOf(new Map())
  await assert.rejects(atelier.folders.list().toArray(), (error: AuthenticationError) => {
    assert.ok(error instanceof AuthenticationError)
    assert.match(error.message, /not signed in at the backend/)
    return true
  })
  assert.equal(seen.length, 1)
})

test('a single call can use its own fetch function', async () => {
  const { atelier, seen } = pageOf(editor.cookies)
  const answer = { data: [], meta: { next_cursor: null } }
  const asked: string[] = []
  const own = async (input: Parameters<typeof fetch>[0]) => {
    asked.push(String(input))
    return Response.json(answer)
  }
  assert.deepEqual(await atelier.folders.list({}, { fetch: own }).page(), answer)
  assert.deepEqual([asked, seen], [[`${service.url}/portal/api/folders`], []])
})

test('a client with a backend has no token, and a backend needs a path', async () => {
  const { atelier, seen } = pageOf(editor.cookies)
  await assert.rejects(atelier.accessToken(), TypeError)
  await assert.rejects(atelier.introspectToken(), TypeError)
  assert.equal(seen.length, 0)
  const backend = {} as { path: string }
  assert.throws(() => new Atelier({ url: service.url, backend }), /Set clientId and clientSecret/)
})
