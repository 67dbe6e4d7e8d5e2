// Engines: postgres
// A committed change is reported as success (contract R-ERR-13). Whichever statement the database rejects, either nothing
// has changed, or the response reports the change, or there is no response.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { tooBusy } from '../src/db/database-errors.ts'
import { asCompany, asCompanyWriting } from '../src/db/tenancy.ts'
import { parseId, publicId } from '../src/ids.ts'
import { apiDocument, endpoints, portalEndpoints } from '../src/routes.ts'
import { setupToken } from '../src/sign-in/setup.ts'
import { password } from './support/accounts.ts'
import { addAsset } from './support/brand-assets.ts'
import { type Answer, newCaller, newCompany, send, useReviews } from './support/companies.ts'
import { design } from './support/designs.ts'
import { documentedBy } from './support/documented.ts'
import { newKeys } from './support/keys.ts'
import { behindProxy, browser, newMember } from './support/people.ts'
import { card, newTemplate } from './support/renders.ts'
import { ask, begin, metadataOf } from './support/resumable.ts'
import { engine, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, sound, upload } from './support/uploads.ts'

const service = await startService({ env: { ...behindProxy, SMTP_URL: 'smtp://127.0.0.1:9' } })
const { db, admission } = service

// The state before anyone has an account.
const setUp = async () => {
  const asked = { name: 'Sue', email: 'sue@acme.example', password, enterprise: 'Acme', company: 'Acme' }
  const token = setupToken(service.keys.setup)
  return () => browser(service).post('/portal/api/setup', { ...asked, token })
}
const outcomeOfSetup = sweep(setUp)
await outcomeOfSetup.catch(() => {})

const acme = await newCompany(service, 'Globex')
const ada = await newMember(service, acme.companyId, 'owner', 'Ada')
await useReviews(db, acme.companyId)
await db.updateTable('people').set({ is_operator: true }).where('id', '=', ada.personId).execute()

/** Everything that a request could leave behind, except the work of jobs. */
async function state(): Promise<string[]> {
  const companies = await db.selectFrom('companies').select(['id', 'name', 'updated_at']).execute()
  const people = await sql<{ row: string }>`
    select id || email || name as row from people union all
    select id || status from enterprises union all
    select id || name || updated_at from clients union all
    select id || coalesce(expires_at::text, '') from client_secrets union all
    select encode(hash, 'hex') || coalesce(revoked_at::text, '') from access_tokens union all
    select company_id || person_id::text || role from memberships union all
    select id || status from invitations union all
    select id || coalesce(password, '') from sign_in_methods union all
    select id || token from sessions union all
    select id::text from pgboss.job_common where name in ('invitation.mail', 'password.mail', 'asset.import', 'trash.empty')`.execute(
    db,
  )
  const ofCompanies = await Promise.all(
    companies.map(({ id }) =>
      asCompany(db, id, async (trx) => {
        const { rows } = await sql<{ row: string }>`
          select seq || type as row from events where company_id = ${id} and actor ->> 'type' <> 'system' union all
          select id || coalesce(asset_id::text, '') from uploads where company_id = ${id} union all
          select id || status from render_batches where company_id = ${id} and status <> 'receiving' union all
          select id || coalesce(revoked_at::text, '') from render_links where company_id = ${id} union all
          select id || name || updated_at from collections where company_id = ${id} union all
          select collection_id || id::text || position from collection_items where company_id = ${id} union all
          select id || state || coalesce(note, '') from reviews where company_id = ${id} union all
          select id || text || updated_at || coalesce(resolved_at::text, '') from comments where company_id = ${id} union all
          select id || person_id::text from comment_mentions where company_id = ${id} union all
          select id || label || updated_at from properties where company_id = ${id} union all
          select id || name || updated_at from saved_searches where company_id = ${id} union all
          select saved_search_id || person_id::text from saved_search_followers where company_id = ${id} union all
          select id || name || updated_at from presets where company_id = ${id} union all
          select id || slug || coalesce(title, '') from brand_pages where company_id = ${id} union all
          select id || name || coalesce(revoked_at::text, '') || encode(code, 'hex') from shares
            where company_id = ${id} union all
          select id::text from webhook_deliveries where company_id = ${id} and type = 'webhook.ping' union all
          select key from idempotency_keys where company_id = ${id}`.execute(trx)
        return rows
      }),
    ),
  )
  const rows = [...people.rows, ...ofCompanies.flat()].map(({ row }) => row)
  return [...rows, ...companies.map((row) => JSON.stringify(row))].sort()
}

type Ready = () => Promise<Answer>

/**
 * Sends a request repeatedly. Each attempt can run one more statement than the previous attempt before the
 * database rejects a statement.
 * @param isLimited whether each attempt needs another person, because attempts per person are limited.
 * @returns how often the request was rejected, and how often its connection was closed, before it succeeded.
 */
async function sweep(
  prepare: () => Promise<Ready>,
  isLimited = false,
): Promise<{ refused: number; cut: number; answer: Answer }> {
  const counts = { refused: 0, cut: 0 }
  let ready = await prepare()
  for (let allowed = 0; allowed < 60; allowed++) {
    const before = await state()
    let asked = 0
    const enter = admission.enter
    admission.enter = (who) =>
      who !== 'background' && ++asked > allowed ? Promise.reject(tooBusy('In this test.')) : enter(who)
    const answer = await ready()
      .catch(() => undefined)
      .finally(() => {
        admission.enter = enter
      })
    if (answer && answer.status < 400) return { ...counts, answer }
    const after = await state()
    if (!answer) {
      counts.cut++
      // The outcome is unknown.
      ready = await prepare()
      continue
    }
    assert.equal(answer.status, 503, `${answer.status} ${answer.text}`)
    const done = after.filter((row) => !before.includes(row))
    assert.deepEqual(done, [], `refused with ${allowed} statements allowed, and done`)
    assert.equal(after.length, before.length, `refused with ${allowed} statements allowed, and deleted`)
    counts.refused++
    if (isLimited) ready = await prepare()
  }
  throw new Error('It is never done.')
}

let made = 0
const fresh = (what = 'thing') => `${what} ${++made}`
const freshSlug = () => fresh().replace(' ', '-')
const created = (answer: Answer) => {
  assert.ok(answer.status === 201, `${answer.status} ${answer.text}`)
  return answer.body.data.id as string
}
/** Creates a resource for a single request. */
const make = async (path: string, json: object) => created(await acme.post(`/api${path}`, json))
const shared = async () =>
  make('/shares', { name: fresh(), folder_id: await make('/folders', { name: fresh() }) })
const paged = async () => {
  const brand_kit_id = await make('/brand-kit', { name: fresh('kit') })
  return make('/brand-pages', { brand_kit_id, slug: fresh('page').replace(' ', '-') })
}
const collected = async () => {
  const asset_ids = [await file(), await file()]
  return { id: await make('/collections', { name: fresh(), asset_ids }), asset_ids }
}
const trashed = async (path: string, json: object) => {
  const id = await make(path, json)
  assert.equal((await acme.delete(`/api${path}/${id}`)).status, 204)
  return id
}
const wav = () => sound(Buffer.from(fresh()), { rate: 8_000, bits: 8 })
const file = async () => created(await upload(service, acme, { bytes: wav(), name: 'a.wav' }))
const svg = () => Buffer.concat([design(designName), Buffer.from(`<!-- ${fresh()} -->`)])
const designName = 'affinity-label.svg'
const render = async () =>
  created(await acme.post(`/api/templates/${await template()}/renders`, { format: 'jpeg' }))
const template = async () =>
  created(
    await upload(
      service,
      acme,
      { bytes: svg(), name: 'a.svg' },
      {},
      { path: '/api/templates', field: 'document' },
    ),
  )
/**
 * Waits until no batch is being rendered, because its jobs also write events, on behalf of the author of the
 * batch.
 */
async function batchesEnded() {
  const ended = async () => {
    const { rows } = await sql`
      select from pgboss.job_common where name = 'render_batch.draw' and state <= 'active'`.execute(
      service.background,
    )
    return rows.length === 0
  }
  await until('all batches have ended', ended, 60_000)
}
const batching =
  (ready: Ready): Ready =>
  async () => {
    const answer = await ready()
    if (answer.status < 300) await batchesEnded()
    return answer
  }
const drawable = async () => (await newTemplate(service, acme, card(fresh()))).id as string
const batch = async () => {
  const id = await make('/render-batches', { template_ids: [await drawable()], rows: [{}], format: 'jpeg' })
  await batchesEnded()
  return id
}
const kit = await make('/brand-kit', { name: 'Kit' })
const webhook = () => make('/webhooks', { url: 'https://nobody.invalid/' })
const client = async () => created(await ada.post('/portal/api/clients', { name: fresh() }))
const keys = { keys: [(await newKeys('EdDSA')).publicKey] }
const invitation = async () =>
  created(await ada.post('/portal/api/invitations', { email: `${++made}@a.example`, role: 'viewer' }))
const tags = (path: string): Requests => ({
  [`POST ${path}`]: async () => {
    const json = { name: fresh() }
    return () => acme.post(`/api${path}`, json)
  },
  [`PATCH ${path}/:id`]: async () => {
    const id = await make(path, { name: fresh() })
    return () => acme.patch(`/api${path}/${id}`, { name: fresh() })
  },
  [`DELETE ${path}/:id`]: async () => {
    const id = await make(path, { name: fresh() })
    return () => acme.delete(`/api${path}/${id}`)
  },
  [`POST ${path}/:id/merges`]: async () => {
    const [id, gone] = [await make(path, { name: fresh() }), await make(path, { name: fresh() })]
    return () => acme.post(`/api${path}/${id}/merges`, { tags: [gone] })
  },
  [`POST ${path}/:id/restoration`]: async () => {
    const id = await trashed(path, { name: fresh() })
    return () => acme.post(`/api${path}/${id}/restoration`)
  },
})
const parts = (path: string, json: object): Requests => ({
  [`POST ${path}`]: async () => () => acme.post(`/api${path}`, json),
  [`PATCH ${path}/:id`]: async () => {
    const id = await make(path, json)
    return () => acme.patch(`/api${path}/${id}`, { position: 1 })
  },
  [`DELETE ${path}/:id`]: async () => {
    const id = await make(path, json)
    return () => acme.delete(`/api${path}/${id}`)
  },
})
const font = await addAsset(service, acme, 'font')
const vector = await addAsset(service, acme, 'image')

type Requests = Record<string, () => Promise<Ready>>

/** Requests for every endpoint that changes something, by the endpoint's name in routes.ts. */
const requests: Requests = {
  ...tags('/tags'),
  ...tags('/asset-tags'),
  ...parts('/brand-kit/logos', { brand_kit_id: kit, name: 'A', asset_id: vector }),
  ...parts('/brand-kit/colors', { brand_kit_id: kit, name: 'A', hex: '#102030' }),
  ...parts('/brand-kit/fonts', { brand_kit_id: kit, family: 'A', asset_id: font }),
  'POST /templates': async () => () =>
    upload(service, acme, { bytes: svg(), name: 'a.svg' }, {}, { path: '/api/templates', field: 'document' }),
  'PATCH /templates/:id': async () => {
    const id = await template()
    return () => acme.patch(`/api/templates/${id}`, { name: fresh() })
  },
  'DELETE /templates/:id': async () => {
    const id = await template()
    return () => acme.delete(`/api/templates/${id}`)
  },
  'POST /templates/:id/restoration': async () => {
    const id = await template()
    await acme.delete(`/api/templates/${id}`)
    return () => acme.post(`/api/templates/${id}/restoration`)
  },
  'POST /templates/:id/publication': async () => {
    const id = await template()
    return () => acme.post(`/api/templates/${id}/publication`)
  },
  'POST /templates/:id/archival': async () => {
    const id = await template()
    await acme.post(`/api/templates/${id}/publication`)
    return () => acme.post(`/api/templates/${id}/archival`)
  },
  'PUT /templates/:id/document': async () => {
    const path = `/api/templates/${await template()}/document`
    return () => upload(service, acme, { bytes: svg() }, {}, { method: 'PUT', path, field: 'document' })
  },
  'POST /templates/:id/versions/:version/restoration': async () => {
    const id = await template()
    const path = `/api/templates/${id}/document`
    await upload(
      service,
      acme,
      { bytes: design('figma-post.svg') },
      {},
      { method: 'PUT', path, field: 'document' },
    )
    return () => acme.post(`/api/templates/${id}/versions/1/restoration`)
  },
  'POST /templates/:id/renders': async () => {
    const id = await template()
    return () => acme.post(`/api/templates/${id}/renders`, { format: 'jpeg' })
  },
  'POST /templates/:id/checks': async () => {
    const id = await template()
    return () => acme.post(`/api/templates/${id}/checks`, {})
  },
  'DELETE /renders/:id': async () => {
    const id = await render()
    return () => acme.delete(`/api/renders/${id}`)
  },
  'POST /renders/:id/asset': async () => {
    const id = await render()
    return () => acme.post(`/api/renders/${id}/asset`, {})
  },
  'POST /render-batches': async () => {
    const body = { template_ids: [await drawable()], rows: [{}], format: 'jpeg' }
    return batching(() => acme.post('/api/render-batches', body))
  },
  'POST /render-batches/:id/retries': async () => {
    const path = `/api/render-batches/${await batch()}`
    const rows = (await acme.get(`${path}/rows`)).body.data.map(({ id }: { id: string }) => ({ id }))
    return batching(() => acme.post(`${path}/retries`, { rows }))
  },
  'POST /render-batches/:id/cancellation': async () => {
    const id = await batch()
    await asCompanyWriting(db, acme.companyId, (trx) =>
      trx
        .updateTable('render_batches')
        .set({ status: 'rendering' })
        .where('company_id', '=', acme.companyId)
        .where('id', '=', parseId('renderBatch', id)!)
        .execute(),
    )
    return () => acme.post(`/api/render-batches/${id}/cancellation`)
  },
  'POST /render-refreshes': async () => {
    const id = await drawable()
    created(await acme.post(`/api/templates/${id}/renders`, { format: 'jpeg' }))
    return batching(() => acme.post('/api/render-refreshes', { template_id: id }))
  },
  'POST /templates/:id/render-links': async () => {
    const id = await drawable()
    return () => acme.post(`/api/templates/${id}/render-links`, {})
  },
  'DELETE /render-links/:id': async () => {
    const id = await make(`/templates/${await drawable()}/render-links`, {})
    return () => acme.delete(`/api/render-links/${id}`)
  },
  'POST /archives': async () => {
    const id = await file()
    return () => acme.post('/api/archives', { asset_ids: [id] })
  },
  'DELETE /archives/:id': async () => {
    const id = await make('/archives', { asset_ids: [await file()] })
    return () => acme.delete(`/api/archives/${id}`)
  },
  'POST /reviews': async () => {
    const body = { asset_id: await file(), state: 'approved', note: fresh() }
    return () => acme.post('/api/reviews', body)
  },
  'POST /comments': async () => {
    const body = { asset_id: await file(), text: fresh(), mentions: [ada.id] }
    return () => acme.post('/api/comments', body)
  },
  'PATCH /comments/:id': async () => {
    const id = await make('/comments', { asset_id: await file(), text: fresh() })
    return () => acme.patch(`/api/comments/${id}`, { text: fresh(), mentions: [ada.id] })
  },
  'DELETE /comments/:id': async () => {
    const id = await make('/comments', { asset_id: await file(), text: fresh() })
    await make('/comments', { parent_id: id, text: fresh() })
    return () => acme.delete(`/api/comments/${id}`)
  },
  'POST /comments/:id/resolution': async () => {
    const id = await make('/comments', { asset_id: await file(), text: fresh() })
    return () => acme.post(`/api/comments/${id}/resolution`)
  },
  'POST /comments/:id/reopening': async () => {
    const id = await make('/comments', { asset_id: await file(), text: fresh() })
    await acme.post(`/api/comments/${id}/resolution`)
    return () => acme.post(`/api/comments/${id}/reopening`)
  },
  'POST /properties': async () => () => acme.post('/api/properties', { label: fresh(), type: 'text' }),
  'PATCH /properties/:id': async () => {
    const id = await make('/properties', { label: fresh(), type: 'text' })
    return () => acme.patch(`/api/properties/${id}`, { label: fresh() })
  },
  'DELETE /properties/:id': async () => {
    const id = await make('/properties', { label: fresh(), type: 'text' })
    return () => acme.delete(`/api/properties/${id}`)
  },
  'POST /collections': async () => {
    const asset_ids = [await file()]
    return () => acme.post('/api/collections', { name: fresh(), asset_ids })
  },
  'PATCH /collections/:id': async () => {
    const { id } = await collected()
    return () => acme.patch(`/api/collections/${id}`, { name: fresh() })
  },
  'DELETE /collections/:id': async () => {
    const { id } = await collected()
    return () => acme.delete(`/api/collections/${id}`)
  },
  'POST /saved-searches': async () => {
    const name = fresh()
    return () => acme.post('/api/saved-searches', { name, filters: { type: 'image' } })
  },
  'PATCH /saved-searches/:id': async () => {
    const id = await make('/saved-searches', { name: fresh() })
    return () => acme.patch(`/api/saved-searches/${id}`, { name: fresh() })
  },
  'DELETE /saved-searches/:id': async () => {
    const id = await make('/saved-searches', { name: fresh() })
    return () => acme.delete(`/api/saved-searches/${id}`)
  },
  'POST /saved-searches/:id/following': async () => {
    const id = await make('/saved-searches', { name: fresh() })
    return () => acme.post(`/api/saved-searches/${id}/following`, { is_followed: true })
  },
  'POST /presets': async () => {
    const name = freshSlug()
    return () => acme.post('/api/presets', { name })
  },
  'PATCH /presets/:id': async () => {
    const id = await make('/presets', { name: freshSlug() })
    return () => acme.patch(`/api/presets/${id}`, { label: fresh() })
  },
  'DELETE /presets/:id': async () => {
    const id = await make('/presets', { name: freshSlug() })
    return () => acme.delete(`/api/presets/${id}`)
  },
  'POST /collections/:id/items': async () => {
    const { id } = await collected()
    const asset_ids = [await file()]
    return () => acme.post(`/api/collections/${id}/items`, { asset_ids })
  },
  'POST /collections/:id/moves': async () => {
    const { id, asset_ids } = await collected()
    return () => acme.post(`/api/collections/${id}/moves`, { asset_ids: asset_ids.slice(0, 1) })
  },
  'POST /collections/:id/removals': async () => {
    const { id, asset_ids } = await collected()
    return () => acme.post(`/api/collections/${id}/removals`, { asset_ids })
  },
  'POST /brand-pages': async () => {
    const brand_kit_id = await make('/brand-kit', { name: fresh('kit') })
    const slug = fresh('page').replace(' ', '-')
    return () => acme.post('/api/brand-pages', { brand_kit_id, slug })
  },
  'PATCH /brand-pages/:id': async () => {
    const id = await paged()
    return () => acme.patch(`/api/brand-pages/${id}`, { title: fresh() })
  },
  'DELETE /brand-pages/:id': async () => {
    const id = await paged()
    return () => acme.delete(`/api/brand-pages/${id}`)
  },
  'POST /shares': async () => {
    const folder_id = await make('/folders', { name: fresh() })
    return () => acme.post('/api/shares', { name: fresh(), folder_id })
  },
  'PATCH /shares/:id': async () => {
    const id = await shared()
    return () => acme.patch(`/api/shares/${id}`, { name: fresh() })
  },
  'DELETE /shares/:id': async () => {
    const id = await shared()
    return () => acme.delete(`/api/shares/${id}`)
  },
  'POST /shares/:id/revocation': async () => {
    const id = await shared()
    return () => acme.post(`/api/shares/${id}/revocation`)
  },
  'POST /shares/:id/url-rotations': async () => {
    const id = await shared()
    return () => acme.post(`/api/shares/${id}/url-rotations`)
  },
  'POST /assets': async () => () => upload(service, acme, { bytes: wav(), name: 'a.wav' }),
  'PATCH /assets/:id': async () => {
    const id = await file()
    return () => acme.patch(`/api/assets/${id}`, { name: fresh() })
  },
  'DELETE /assets/:id': async () => {
    const id = await file()
    return () => acme.delete(`/api/assets/${id}`)
  },
  'POST /assets/:id/restoration': async () => {
    const id = await file()
    await acme.delete(`/api/assets/${id}`)
    return () => acme.post(`/api/assets/${id}/restoration`)
  },
  'PUT /assets/:id/file': async () => {
    const path = `/api/assets/${await file()}/file`
    return () => upload(service, acme, { bytes: wav() }, {}, { method: 'PUT', path })
  },
  'POST /assets/:id/edits': async () => {
    const id = created(await upload(service, acme, { bytes: await picture(), name: 'a.png' }))
    return () => acme.post(`/api/assets/${id}/edits`, { as: 'version', rotate: 90 })
  },
  'POST /assets/:id/versions/:version/restoration': async () => {
    const id = await file()
    await upload(service, acme, { bytes: wav() }, {}, { method: 'PUT', path: `/api/assets/${id}/file` })
    return () => acme.post(`/api/assets/${id}/versions/1/restoration`)
  },
  'POST /asset-imports': async () => () =>
    acme.post('/api/asset-imports', { url: 'https://nobody.invalid/a.png' }),
  'POST /asset-batches': async () => {
    const ids = [await file(), await file()]
    return () => acme.post('/api/asset-batches', { action: 'trash', ids })
  },
  'POST /asset-tables': async () => {
    const bytes = Buffer.from(`id,name\n${await file()},${fresh()}\n`)
    const path = '/api/asset-tables'
    return () => upload(service, acme, { bytes, name: 'a.csv' }, { apply: 'true' }, { path })
  },
  'DELETE /uploads/:id': async () => {
    const { path } = await begin(service, acme, 100)
    return () => acme.delete(path)
  },
  'POST /folders': async () => () => acme.post('/api/folders', { name: fresh() }),
  'PATCH /folders/:id': async () => {
    const id = await make('/folders', { name: fresh() })
    return () => acme.patch(`/api/folders/${id}`, { name: fresh() })
  },
  'DELETE /folders/:id': async () => {
    const id = await make('/folders', { name: fresh() })
    return () => acme.delete(`/api/folders/${id}`)
  },
  'POST /folders/:id/restoration': async () => {
    const id = await trashed('/folders', { name: fresh() })
    return () => acme.post(`/api/folders/${id}/restoration`)
  },
  'POST /brand-kit': async () => () => acme.post('/api/brand-kit', { name: fresh() }),
  'PATCH /brand-kit/:id': async () => {
    const id = await make('/brand-kit', { name: fresh() })
    return () => acme.patch(`/api/brand-kit/${id}`, { name: fresh() })
  },
  'DELETE /brand-kit/:id': async () => {
    const id = await make('/brand-kit', { name: fresh() })
    return () => acme.delete(`/api/brand-kit/${id}`)
  },
  'POST /webhooks': async () => () => acme.post('/api/webhooks', { url: 'https://nobody.invalid/' }),
  'PATCH /webhooks/:id': async () => {
    const id = await webhook()
    return () => acme.patch(`/api/webhooks/${id}`, { enabled: false })
  },
  'DELETE /webhooks/:id': async () => {
    const id = await webhook()
    return () => acme.delete(`/api/webhooks/${id}`)
  },
  'POST /webhooks/:id/secret-rotations': async () => {
    const id = await webhook()
    return () => acme.post(`/api/webhooks/${id}/secret-rotations`, {})
  },
  'POST /webhooks/:id/pings': async () => {
    const id = await webhook()
    return () => acme.post(`/api/webhooks/${id}/pings`)
  },
  'POST /webhooks/:id/deliveries/:delivery/redeliveries': async () => {
    const id = await webhook()
    const { body } = await acme.post(`/api/webhooks/${id}/pings`)
    return () => acme.post(`/api/webhooks/${id}/deliveries/${body.data.id}/redeliveries`)
  },
  'POST /clients': async () => () => ada.post('/portal/api/clients', { name: fresh() }),
  'PATCH /clients/:id': async () => {
    const id = await client()
    return () => ada.patch(`/portal/api/clients/${id}`, { name: fresh() })
  },
  'DELETE /clients/:id': async () => {
    const id = await client()
    return () => ada.delete(`/portal/api/clients/${id}`)
  },
  'POST /clients/:id/secret-rotations': async () => {
    const id = await client()
    return () => ada.post(`/portal/api/clients/${id}/secret-rotations`)
  },
  'PUT /clients/:id/key-set': async () => {
    const id = await client()
    return () => ada.ask('PUT', `/portal/api/clients/${id}/key-set`, keys)
  },
  'DELETE /clients/:id/key-set': async () => {
    const id = await client()
    await ada.ask('PUT', `/portal/api/clients/${id}/key-set`, keys)
    return () => ada.delete(`/portal/api/clients/${id}/key-set`)
  },
  'DELETE /clients/:id/tokens': async () => {
    const { clientId } = await newCaller(service, { name: fresh(), ...acme })
    return () => ada.delete(`/portal/api/clients/${clientId}/tokens`)
  },
  'DELETE /clients/:id/tokens/:token_id': async () => {
    const { clientId } = await newCaller(service, { name: fresh(), ...acme })
    const { body } = await ada.get(`/portal/api/clients/${clientId}/tokens`)
    return () => ada.delete(`/portal/api/clients/${clientId}/tokens/${body.data[0].id}`)
  },
  'PATCH /members/:id': async () => {
    const { id } = await newMember(service, acme.companyId, 'viewer')
    return () => ada.patch(`/portal/api/members/${id}`, { role: 'editor' })
  },
  'DELETE /members/:id': async () => {
    const { id } = await newMember(service, acme.companyId, 'viewer')
    return () => ada.delete(`/portal/api/members/${id}`)
  },
  'POST /invitations': async () => () =>
    ada.post('/portal/api/invitations', { email: `${++made}@a.example`, role: 'viewer' }),
  'DELETE /invitations/:id': async () => {
    const id = await invitation()
    return () => ada.delete(`/portal/api/invitations/${id}`)
  },
  'POST /installation/job-retries': async () => () => ada.post('/portal/api/installation/job-retries', {}),
  'POST /installation/people/:id/password-links': async () => {
    const { id } = await newMember(service, acme.companyId, 'viewer')
    return () => ada.post(`/portal/api/installation/people/${id}/password-links`, { password })
  },
  'POST /trash-purges': async () => () => ada.post('/portal/api/trash-purges', { type: 'template_tag' }),
  'PATCH /company': async () => () => ada.patch('/portal/api/company', { name: fresh() }),
  'POST /companies': async () => () => ada.post('/portal/api/companies', { name: fresh() }),
  'POST /enterprises': async () => () => ada.post('/portal/api/enterprises', { name: fresh(), company: 'A' }),
  'PATCH /enterprises/:id': async () => {
    const id = created(await ada.post('/portal/api/enterprises', { name: fresh(), company: 'A' }))
    return () => ada.patch(`/portal/api/enterprises/${id}`, { status: 'inactive' })
  },
  'POST /enterprises/:id/companies': async () => {
    const id = publicId('enterprise', acme.enterpriseId)
    return () =>
      ada.post(`/portal/api/enterprises/${id}/companies`, { name: fresh(), owner_email: 'o@a.example' })
  },
}

/** Requests for routes that are not endpoints. */
const byHand: Requests = {
  'an import': async () => () => acme.post('/api/assets', { url: 'https://nobody.invalid/a.png' }),
  'a change with an Idempotency-Key': async () => {
    const headers = { 'idempotency-key': fresh('key').replace(' ', '-') }
    const json = { name: fresh() }
    return () => acme.post('/api/folders', json, headers)
  },
  'the start of a resumable upload': async () => () =>
    ask(service, acme, 'POST', '/api/uploads', { 'upload-length': '9' }),
  'an upload in one request': async () => () => {
    const bytes = wav()
    const headers = {
      'upload-length': `${bytes.length}`,
      'upload-metadata': metadataOf({ filename: 'a.wav' }),
    }
    return ask(service, acme, 'POST', '/api/uploads', headers, bytes)
  },
  'a token': async () => () =>
    send(service, 'POST', '/oauth/access-token', {
      json: { client_id: acme.clientId, client_secret: acme.clientSecret },
    }),
  'revoking a token': async () => {
    const { token } = await newCaller(service, { name: fresh(), ...acme })
    return () => send(service, 'POST', '/oauth/revoke', { json: { token } })
  },
  'accepting an invitation': async () => {
    const email = `${++made}@new.example`
    const { body } = await ada.post('/portal/api/invitations', { email, role: 'viewer' })
    const code = body.data.link.split('/').at(-1)
    return () =>
      browser(service).post(`/portal/api/invitations/${code}/acceptance`, { name: 'New', password })
  },
}

/** Requests that the authentication library handles. Each of its statements is a commit. */
const ways: Requests = {
  'a sign-out': async () => {
    const at = await newMember(service, acme.companyId, 'viewer')
    return () => at.post('/portal/api/auth/sign-out')
  },
  'a new password': async () => {
    const at = await newMember(service, acme.companyId, 'viewer')
    const json = { currentPassword: password, newPassword: `${password}!`, revokeOtherSessions: true }
    return () => at.post('/portal/api/auth/change-password', json)
  },
  'a new name': async () => {
    const at = await newMember(service, acme.companyId, 'viewer')
    return () => at.post('/portal/api/auth/update-user', { name: fresh() })
  },
}

for (const [name, prepare] of Object.entries(ways))
  test(`${name}: an error response means that nothing changed`, async () => {
    assert.ok((await sweep(prepare, true)).refused > 0)
  })

/**
 * Requests with several commits. If the first commit succeeds and the rest fails and cannot be undone, there is no
 * response.
 */
const ofSeveralCommits = new Set(['DELETE /clients/:id/tokens', 'an upload in one request'])

/** Requests that write nothing: a preview of a file of rows, and an e-mail to oneself. */
const unwritten = ['/row-file-previews', '/installation/mail-tests']

test('every endpoint that changes something has a test in this file', () => {
  const writes = [...endpoints, ...portalEndpoints].filter(
    ({ method, path }) => method !== 'GET' && !unwritten.includes(path),
  )
  assert.deepEqual(Object.keys(requests).sort(), writes.map(({ method, path }) => `${method} ${path}`).sort())
})

/** Successful responses by the names of `requests`. */
const successes = new Map<string, Answer>()

for (const [name, prepare] of [...Object.entries(requests), ...Object.entries(byHand)]) {
  // Holds R-ERR-13.
  test(`${name}: an error response means that nothing changed (${engine})`, async () => {
    const { refused, cut, answer } = await sweep(prepare)
    successes.set(name, answer)
    assert.ok(refused > 0, 'no attempt was rejected')
    if (!ofSeveralCommits.has(name)) assert.equal(cut, 0)
  })
}

test('the setup of an installation: an error response means that nothing changed', async () => {
  assert.equal((await outcomeOfSetup).cut, 0)
})

// openapi.test.ts checks the responses of reads.
// Holds R-PATH-5.
test('every change gets a response that matches the OpenAPI document, with the documented headers', () => {
  const assertDocumented = documentedBy(JSON.parse(JSON.stringify(apiDocument())))
  const changes = endpoints.filter(({ method }) => method !== 'GET')
  for (const { method, path } of changes) {
    const { status, headers, text } = successes.get(`${method} ${path}`)!
    const type = headers.get('content-type') ?? undefined
    const at = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    assertDocumented([method.toLowerCase(), at], { status, type, text, headers }, `${method} ${at}`)
  }
})
