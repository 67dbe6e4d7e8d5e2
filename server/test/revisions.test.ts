// Engines: postgres
// When the server itself changes a resource, responses change, but a client's If-Match with an earlier ETag still
// matches.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

let made = 0
const drawing = () =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="${++made}"><rect id="$ground" width="9" height="9"/></svg>`,
  )
const templates = { path: '/api/templates', field: 'document' }

const drawn = (id: string): Promise<Shown> =>
  until(`${id} is drawn`, async () => {
    const { data } = (await acme.get(`/api/templates/${id}`)).body
    return data.preview_url && data
  })

const kinds = [
  {
    noun: 'asset',
    path: '/api/assets',
    add: async () => upload(service, acme, { bytes: await picture() }),
    whenDone: (id: string) => settled(acme, id),
    replace: async (id: string, headers = {}) =>
      upload(
        service,
        acme,
        { bytes: await picture() },
        {},
        { method: 'PUT', path: `/api/assets/${id}/file`, headers },
      ),
  },
  {
    noun: 'template',
    path: '/api/templates',
    add: () => upload(service, acme, { bytes: drawing() }, {}, templates),
    whenDone: drawn,
    replace: (id: string, headers = {}) =>
      upload(
        service,
        acme,
        { bytes: drawing() },
        {},
        { method: 'PUT', path: `/api/templates/${id}/document`, field: 'document', headers },
      ),
  },
]

const tagOf = ({ headers }: Answer) => headers.get('etag')!

for (const { noun, path, add, whenDone, replace } of kinds) {
  const resource = noun === 'asset' ? 'an asset' : 'a template'
  describe(`finished renditions of ${resource}`, () => {
    const added = async () => {
      const answer = await add()
      assert.equal(answer.status, 201, answer.text)
      const { id, updated_at } = answer.body.data as Shown & { updated_at: string }
      return { url: `${path}/${id}`, id: id as string, etag: tagOf(answer), updated_at }
    }

    test(`finished renditions of ${resource} do not invalidate the uploader's ETag for If-Match`, async () => {
      const { url, id, etag } = await added()
      await whenDone(id)
      const answer = await acme.patch(url, { name: 'renamed' }, { 'if-match': etag })
      assert.equal(answer.status, 200, answer.text)
    })

    test(`finished renditions of ${resource} change its ETag for caches, updated_at and the change feed`, async () => {
      const { url, id, etag, updated_at } = await added()
      const done = await whenDone(id)
      assert.equal((await acme.get(url, { 'if-none-match': etag })).status, 200)
      assert.ok(done.updated_at > updated_at)
      const { data } = (await acme.get(`${path}?updated_since=${done.updated_at}`)).body
      assert.ok(data.some((one: { id: string }) => one.id === id))
      const changes = (await acme.get('/api/changes?since=0&per_page=100')).body.data
      assert.ok(
        changes.some(
          (change: { type: string; resource_id: string }) =>
            change.type === `${noun}.updated` && change.resource_id === id,
        ),
      )
    })

    test(`finished renditions of ${resource} do not hide an earlier or later change by a client`, async () => {
      const { url, id, etag } = await added()
      const renamed = await acme.patch(url, { name: 'before' })
      const done = await whenDone(id)
      assert.equal(done.name, 'before')
      const late = await acme.patch(url, { name: 'late' }, { 'if-match': etag })
      assert.equal(late.status, 412, 'an ETag from before the change')
      const seen = tagOf(await acme.get(url))
      const next = await acme.patch(url, { name: 'after' }, { 'if-match': tagOf(renamed) })
      assert.equal(next.status, 200, 'an ETag from before the renditions')
      for (const tag of [etag, tagOf(renamed), seen])
        assert.equal((await acme.patch(url, { name: 'slow' }, { 'if-match': tag })).status, 412)
    })

    test(`finished renditions of ${resource} of a replaced file do not block the next replacement`, async () => {
      const { url, id } = await added()
      await whenDone(id)
      const replaced = await replace(id)
      assert.equal(replaced.status, 200, replaced.text)
      await quiet(service)
      const second = await replace(id, { 'if-match': tagOf(replaced) })
      assert.equal(second.status, 200, second.text)
      await quiet(service)
      assert.equal((await acme.patch(url, { name: 'x' }, { 'if-match': tagOf(replaced) })).status, 412)
      assert.equal((await acme.delete(url, { 'if-match': tagOf(second) })).status, 204)
    })
  })
}
