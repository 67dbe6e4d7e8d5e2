// Engines: postgres
// Brand kits. A company with kits has exactly one default, a kit's version counts its changes, and every deletion and
// every loss of the default emits an event.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { asCompany } from '../src/db/tenancy.ts'
import { addAsset } from './support/brand-assets.ts'
import { type Caller, changeAs, newCompany, type TestCompany } from './support/companies.ts'
import { everything, type Shown } from './support/library.ts'
import { startService } from './support/service.ts'

const service = await startService()
let acme: TestCompany & Caller
let companies = 0

beforeEach(async () => {
  acme = await newCompany(service, `Acme${companies++}`)
})

const create = async (name: string, fields: object = {}): Promise<Shown> => {
  const answer = await acme.post('/api/brand-kit', { name, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const get = async (id: string) => (await acme.get(`/api/brand-kit/${id}`)).body.data
const addColor = (fields: object) =>
  acme.post('/api/brand-kit/colors', { name: 'Blue', hex: '#0047BB', ...fields })
const image = () => addAsset(service, acme, 'image')
const kits = () => everything(acme, '/api/brand-kit?sort=created_at')
const defaults = async () => (await kits()).filter(({ is_default }) => is_default).map(({ name }) => name)

const events = () =>
  asCompany(service.db, acme.companyId, (trx) =>
    trx.selectFrom('events').select(['type', 'data']).orderBy('seq').execute(),
  )
const eventsOf = async (work: () => Promise<unknown>) => {
  const before = (await events()).length
  await work()
  return (await events()).slice(before).map(({ type, data }) => [type, ...((data as Shown).fields ?? [])])
}

// Holds R-KIT-1.
describe('the default kit', () => {
  test('the default kit is the first kit, regardless of the request', async () => {
    assert.equal((await create('First', { is_default: false })).is_default, true)
    assert.equal((await create('Second')).is_default, false)
    assert.deepEqual(await defaults(), ['First'])
  })

  test('the default kit changes when another kit is made the default, with an event for both', async () => {
    const [first, second] = [await create('First'), await create('Second')]
    const created = await eventsOf(() => create('Third', { is_default: true }))
    assert.deepEqual(created, [['brand_kit.created'], ['brand_kit.updated', 'is_default']])
    const changed = await eventsOf(() => acme.patch(`/api/brand-kit/${second.id}`, { is_default: true }))
    assert.deepEqual(changed, [
      ['brand_kit.updated', 'is_default'],
      ['brand_kit.updated', 'is_default'],
    ])
    assert.deepEqual(await defaults(), ['Second'])
    assert.equal((await get(first.id)).version, 2)
  })

  test('the default kit cannot be unset, only replaced by another kit', async () => {
    const [first, second] = [await create('First'), await create('Second')]
    const refused = await acme.patch(`/api/brand-kit/${first.id}`, { is_default: false })
    assert.equal(refused.status, 422)
    assert.deepEqual(Object.keys(refused.body), ['is_default'])
    assert.equal((await acme.patch(`/api/brand-kit/${second.id}`, { is_default: false })).status, 200)
    assert.equal((await acme.patch(`/api/brand-kit/${first.id}`, { is_default: true })).status, 200)
    assert.deepEqual(await defaults(), ['First'])
  })

  test('the default kit is replaced by the oldest remaining kit when it is deleted', async () => {
    const made = [await create('A'), await create('B'), await create('C', { is_default: true })]
    assert.equal((await acme.delete(`/api/brand-kit/${made[2].id}`)).status, 204)
    assert.deepEqual(await defaults(), ['A'])
    await acme.delete(`/api/brand-kit/${made[1].id}`)
    assert.deepEqual(await defaults(), ['A'])
    await acme.delete(`/api/brand-kit/${made[0].id}`)
    assert.deepEqual(await kits(), [])
    assert.equal((await create('New')).is_default, true)
  })

  test('the default kit stays unique under 20 concurrent creations, changes and deletions', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, (_, n) => create(`kit ${n}`)))
    assert.equal((await defaults()).length, 1)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const { id } = made[n % 6]
        if (n % 5 === 0) return acme.delete(`/api/brand-kit/${id}`)
        if (n % 5 === 1) return acme.post('/api/brand-kit', { name: `more ${n}`, is_default: true })
        return acme.patch(`/api/brand-kit/${id}`, { is_default: true })
      }),
    )
    for (const { status, text } of answers) assert.ok([200, 201, 204, 404].includes(status), text)
    assert.equal((await defaults()).length, 1)
  })
})

// Holds R-CHANGE-8.
test("a kit's name is a single line and unique, ignoring case", async () => {
  const cafe = await create(' Café ')
  assert.equal(cafe.name, 'Café')
  const other = await create('Other')
  const taken = { name: ['The name has already been taken.'] }
  assert.deepEqual((await acme.post('/api/brand-kit', { name: 'CAFÉ' })).body, taken)
  assert.deepEqual((await acme.patch(`/api/brand-kit/${other.id}`, { name: 'café' })).body, taken)
  assert.equal((await acme.patch(`/api/brand-kit/${cafe.id}`, { name: 'CAFÉ' })).body.data.name, 'CAFÉ')
  for (const name of ['', 'a\nb', 7, null])
    assert.equal((await acme.post('/api/brand-kit', { name })).status, 422)
})

describe('the version', () => {
  // Holds R-KIT-2.
  test('the version increases by one, with a later updated_at, for each change of the kit or of a part', async () => {
    const { id, version } = await create('Kit')
    assert.equal(version, 1)
    const asset = await image()
    const part = async (path: string, fields: object): Promise<Shown> => {
      const answer = await acme.post(`/api/brand-kit/${path}`, fields)
      assert.equal(answer.status, 201, answer.text)
      return answer.body.data
    }
    let color: Shown
    let logo: Shown
    let font: Shown
    const changes = [
      async () => (color = await part('colors', { name: 'A', hex: '#123' })),
      () => part('colors', { name: 'B', hex: '#456', position: 0 }),
      async () => (logo = await part('logos', { name: 'A', asset_id: asset, is_default: true })),
      () => part('logos', { name: 'B', asset_id: asset, is_default: true, position: 0 }),
      async () => (font = await part('fonts', { family: 'Inter' })),
      () => acme.patch(`/api/brand-kit/colors/${color.id}`, { position: 0, hex: '#789' }),
      () => acme.patch(`/api/brand-kit/logos/${logo.id}`, { is_default: true, position: 0 }),
      () => acme.patch(`/api/brand-kit/fonts/${font.id}`, { weight: 700 }),
      () => acme.patch(`/api/brand-kit/${id}`, { name: 'Renamed' }),
      () => acme.delete(`/api/brand-kit/colors/${color.id}`),
      () => acme.delete(`/api/brand-kit/logos/${logo.id}`),
      () => acme.delete(`/api/brand-kit/fonts/${font.id}`),
    ]
    for (const change of changes) {
      const before = await get(id)
      const seen = await eventsOf(change)
      const after = await get(id)
      assert.equal(after.version, before.version + 1, `${change}`)
      assert.ok(after.updated_at > before.updated_at)
      assert.equal(seen.filter(([type]) => type === 'brand_kit.updated').length, 1, `${change}`)
    }
  })

  test('the version always gets a later updated_at, even if the clock stands still', async () => {
    const { id } = await create('Kit')
    const ahead = new Date('2099-01-01T00:00:00.000Z')
    await changeAs(service.db, acme.companyId, async (trx) => {
      await trx.updateTable('brand_kits').set({ updated_at: ahead }).execute()
      return { result: undefined, events: [] }
    })
    await addColor({})
    assert.equal((await get(id)).updated_at, '2099-01-01T00:00:00.001Z')
  })

  test('the version does not increase if a change is rejected', async () => {
    const { id } = await create('Kit')
    const refused = await eventsOf(() => addColor({ hex: '#12' }))
    assert.deepEqual(refused, [])
    assert.equal((await get(id)).version, 1)
  })

  test('adding 20 colors concurrently increments the version 20 times, and each color gets its own position', async () => {
    const { id } = await create('Kit')
    const answers = await Promise.all(Array.from({ length: 20 }, () => addColor({ position: 3 })))
    for (const { status, text } of answers) assert.equal(status, 201, text)
    const kit = await get(id)
    assert.equal(kit.version, 21)
    assert.deepEqual(
      kit.colors.map(({ position }: Shown) => position),
      [...Array(20).keys()],
    )
  })

  test("the version is part of the kit's ETag: If-Match fails after a change of a part", async () => {
    const { id } = await create('Kit')
    const etag = (await acme.get(`/api/brand-kit/${id}`)).headers.get('etag')!
    await addColor({})
    const answer = await acme.patch(`/api/brand-kit/${id}`, { name: 'X' }, { 'if-match': etag })
    assert.equal(answer.status, 412)
  })
})

// Holds R-CHANGE-3.
test('deleting a kit deletes its parts, with an event for each', async () => {
  const kit = await create('Kit')
  const other = await create('Other')
  const asset = await image()
  const color = (await addColor({})).body.data
  const kept = (await addColor({ brand_kit_id: other.id })).body.data
  await acme.post('/api/brand-kit/logos', { name: 'L', asset_id: asset })
  await acme.post('/api/brand-kit/fonts', { family: 'F' })
  const seen = await eventsOf(() => acme.delete(`/api/brand-kit/${kit.id}`))
  assert.deepEqual(seen, [
    ['brand_kit.deleted'],
    ['logo.deleted'],
    ['color.deleted'],
    ['font.deleted'],
    ['brand_kit.updated', 'is_default'],
  ])
  assert.equal((await acme.get(`/api/brand-kit/${kit.id}`)).status, 404)
  assert.equal((await acme.get(`/api/brand-kit/colors/${color.id}`)).status, 404)
  assert.equal((await acme.get(`/api/brand-kit/colors/${kept.id}`)).status, 200)
})

test('another company cannot change a kit or add to it', async () => {
  const kit = await create('Kit')
  const color = (await addColor({})).body.data
  const globex = await newCompany(service, `Globex${companies++}`)
  const absent = 'bkt_01h455vb4pex5vsknk084sn02q'
  const missing = { status: 404, body: { message: 'Not Found.' } }
  const seen = ({ status, body }: Shown) => ({ status, body })
  for (const path of [`/brand-kit/${kit.id}`, `/brand-kit/colors/${color.id}`]) {
    assert.deepEqual(seen(await globex.patch(`/api${path}`, { name: 'theirs' })), missing)
    assert.deepEqual(seen(await globex.delete(`/api${path}`)), missing)
  }
  for (const end of ['contrast', 'tokens'])
    assert.deepEqual(seen(await globex.get(`/api/brand-kit/${kit.id}/${end}`)), missing)
  const into = (brand_kit_id: string) =>
    globex.post('/api/brand-kit/colors', { name: 'x', hex: '#123', brand_kit_id })
  assert.equal((await into(kit.id)).status, 422)
  assert.deepEqual((await into(kit.id)).body, (await into(absent)).body)
  assert.equal((await get(kit.id)).version, 2)
})
