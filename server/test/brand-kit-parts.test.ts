// Engines: postgres
// Logos, colors and fonts: their positions, their assets and their events.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { usagesInBrandKit } from '../src/assets/brand-kit-usages.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { parseId } from '../src/ids.ts'
import { addAsset } from './support/brand-assets.ts'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

let made = 0
const newKit = async (fields: object = {}): Promise<Shown> =>
  (await acme.post('/api/brand-kit', { name: `kit ${made++}`, ...fields })).body.data
const add = async (path: string, fields: object): Promise<Shown> => {
  const answer = await acme.post(`/api/brand-kit/${path}`, fields)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const refusal = async (path: string, fields: object) => {
  const answer = await acme.post(`/api/brand-kit/${path}`, fields)
  assert.equal(answer.status, 422, answer.text)
  return answer.body
}
const kitOf = async (id: string) => (await acme.get(`/api/brand-kit/${id}`)).body.data
const newest = async (): Promise<Shown[]> =>
  asCompany(service.db, acme.companyId, (trx) =>
    trx.selectFrom('events').selectAll().orderBy('seq', 'desc').limit(20).execute(),
  )

// Runs first in this file, before any kit exists.
test('a color cannot be created without a brand kit', async () => {
  const body = await refusal('colors', { name: 'Blue', hex: '#00F' })
  assert.deepEqual(body, { brand_kit_id: ['There is no brand kit yet. Create one first.'] })
})

// Holds R-KIT-3.
describe('a position', () => {
  const order = async (id: string) => {
    const { colors } = await kitOf(id)
    assert.deepEqual(
      colors.map(({ position }: Shown) => position),
      colors.map((_: Shown, index: number) => index),
    )
    return colors.map(({ name }: Shown) => name).join('')
  }
  const color = (name: string, kit: Shown, position?: number) =>
    add('colors', { name, hex: '#123456', brand_kit_id: kit.id, ...(position !== undefined && { position }) })

  test('a position defaults to the end of the default kit', async () => {
    const kit = await newKit({ is_default: true })
    await newKit()
    const first = await add('colors', { name: 'a', hex: '#123' })
    const second = await add('colors', { name: 'b', hex: '#123' })
    assert.deepEqual([first.brand_kit_id, first.position, second.position], [kit.id, 0, 1])
  })

  test('a part gets the requested position, and the other parts move without gaps', async () => {
    const kit = await newKit()
    for (const name of ['a', 'b', 'c']) await color(name, kit)
    await color('d', kit, 1)
    assert.equal(await order(kit.id), 'adbc')
    const last = await color('e', kit, 99)
    assert.equal(last.position, 4)
    const moves: [string, number, string][] = [
      ['e', 0, 'eadbc'],
      ['e', 4, 'adbce'],
      ['a', 2, 'dbace'],
      ['b', 1, 'dbace'],
      ['d', 77, 'baced'],
    ]
    for (const [name, position, expected] of moves) {
      const { colors } = await kitOf(kit.id)
      const { id } = colors.find((one: Shown) => one.name === name)
      const answer = await acme.patch(`/api/brand-kit/colors/${id}`, { position })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(await order(kit.id), expected)
    }
    const { colors } = await kitOf(kit.id)
    await acme.delete(`/api/brand-kit/colors/${colors[1].id}`)
    assert.equal(await order(kit.id), 'bced')
    for (const position of [-1, 1.5, '1', null])
      assert.ok((await refusal('colors', { name: 'x', hex: '#123', position })).position)
  })

  test('a changed position emits an event for each part that moved', async () => {
    const kit = await newKit()
    const [a, b] = [await color('a', kit), await color('b', kit)]
    const since = b.updated_at
    const c = await color('c', kit, 0)
    const [kitEvent, ...others] = (await newest()).slice(0, 4)
    assert.deepEqual([kitEvent.type, kitEvent.data], ['brand_kit.updated', { fields: ['colors'] }])
    const moved = others.filter(({ type }) => type === 'color.updated')
    assert.deepEqual(
      new Set(moved.map(({ resource_id }) => resource_id)),
      new Set([a, b].map(({ id }) => parseId('color', id))),
    )
    assert.equal(others.at(-1).type, 'color.created')
    const list = `/api/brand-kit/colors?brand_kit_id=${kit.id}&updated_since=${since}`
    const changed = (await acme.get(list)).body.data.map(({ id }: Shown) => id)
    assert.deepEqual(new Set(changed), new Set([a.id, b.id, c.id]))
  })

  test('a part cannot be created in a full kit', async () => {
    const kit = await newKit()
    await Promise.all(Array.from({ length: 200 }, (_, n) => color(`${n}`, kit)))
    const body = await refusal('colors', { name: 'one more', hex: '#123', brand_kit_id: kit.id })
    assert.deepEqual(body, { brand_kit_id: ['A brand kit must not contain more than 200 colors.'] })
  })

  test('a position cannot be moved to another kit', async () => {
    const [one, other] = [await newKit(), await newKit()]
    const { id } = await color('a', one)
    const answer = await acme.patch(`/api/brand-kit/colors/${id}`, { brand_kit_id: other.id })
    assert.deepEqual(answer.body, { brand_kit_id: ['The brand kit id field is not known here.'] })
  })
})

describe('a logo', () => {
  const logo = async (kit: Shown, fields: object = {}) =>
    add('logos', {
      name: 'Logo',
      asset_id: await addAsset(service, acme, 'image'),
      brand_kit_id: kit.id,
      ...fields,
    })
  const defaultsOf = async (kit: Shown) =>
    (await kitOf(kit.id)).logos
      .filter((one: Shown) => one.is_default)
      .map(({ name, variant }: Shown) => `${name} ${variant}`)

  // Holds R-KIT-4.
  test('a logo accepts only a live image of the company', async () => {
    const kit = await newKit()
    const shown = await logo(kit)
    assert.deepEqual([shown.variant, shown.theme, shown.is_default], ['primary', 'any', false])
    assert.match(shown.url, /\/files\//)
    const invalid = { asset_id: ['The selected asset id is invalid.'] }
    const trashed = await addAsset(service, acme, 'image', new Date())
    const foreign = await addAsset(service, globex, 'image')
    for (const asset_id of [trashed, foreign, 'ast_01h455vb4pex5vsknk084sn02q']) {
      assert.deepEqual(await refusal('logos', { name: 'x', asset_id }), invalid)
      assert.deepEqual((await acme.patch(`/api/brand-kit/logos/${shown.id}`, { asset_id })).body, invalid)
    }
    for (const type of ['font', 'document', 'video'] as const) {
      const body = await refusal('logos', { name: 'x', asset_id: await addAsset(service, acme, type) })
      assert.deepEqual(body, { asset_id: ['The asset id field must be the id of an image.'] })
    }
    assert.deepEqual(Object.keys(await refusal('logos', {})).sort(), ['asset_id', 'name'])
  })

  // Holds R-KIT-4.
  test('a logo that becomes the default of its variant replaces the previous default', async () => {
    const kit = await newKit()
    await logo(kit, { name: 'A', is_default: true })
    await logo(kit, { name: 'I', variant: 'icon', is_default: true })
    const b = await logo(kit, { name: 'B', is_default: true })
    assert.deepEqual(await defaultsOf(kit), ['I icon', 'B primary'])
    const stepped = (await newest()).slice(0, 3).find(({ type }) => type === 'logo.updated')
    assert.deepEqual(stepped.data, { fields: ['is_default'] })
    await acme.patch(`/api/brand-kit/logos/${b.id}`, { is_default: false })
    assert.deepEqual(await defaultsOf(kit), ['I icon'])
  })

  test('a default logo that changes its variant does not replace the default of that variant, unless the request makes it the default', async () => {
    const kit = await newKit()
    await logo(kit, { name: 'I', variant: 'icon', is_default: true })
    const a = await logo(kit, { name: 'A', is_default: true })
    await acme.patch(`/api/brand-kit/logos/${a.id}`, { variant: 'icon' })
    assert.deepEqual(await defaultsOf(kit), ['I icon'])
    await acme.patch(`/api/brand-kit/logos/${a.id}`, { is_default: true })
    assert.deepEqual(await defaultsOf(kit), ['A icon'])
    await acme.patch(`/api/brand-kit/logos/${a.id}`, { variant: 'wordmark' })
    assert.deepEqual(await defaultsOf(kit), ['A wordmark'])
  })

  test('a logo has at most one default per variant after 20 concurrent changes', async () => {
    const kit = await newKit()
    await Promise.all(Array.from({ length: 20 }, (_, n) => logo(kit, { name: `${n}`, is_default: true })))
    assert.equal((await defaultsOf(kit)).length, 1)
  })
})

describe('a font', () => {
  // Holds R-KIT-4.
  test('a font can have a live font asset of the company as its file', async () => {
    await newKit()
    const asset_id = await addAsset(service, acme, 'font')
    const font = await add('fonts', {
      family: 'Inter',
      weight: 700,
      style: 'italic',
      role: 'heading',
      asset_id,
    })
    assert.deepEqual([font.family, font.weight, font.style, font.role], ['Inter', 700, 'italic', 'heading'])
    assert.match(font.url, /\/files\//)
    const trashed = await addAsset(service, acme, 'font', new Date())
    const invalid = { asset_id: ['The selected asset id is invalid.'] }
    assert.deepEqual(await refusal('fonts', { family: 'x', asset_id: trashed }), invalid)
    assert.deepEqual(
      (await acme.patch(`/api/brand-kit/fonts/${font.id}`, { asset_id: trashed })).body,
      invalid,
    )
    const wrong = await refusal('fonts', { family: 'x', asset_id: await addAsset(service, acme, 'image') })
    assert.deepEqual(wrong, { asset_id: ['The asset id field must be the id of a font.'] })
    const without = await acme.patch(`/api/brand-kit/fonts/${font.id}`, { asset_id: null })
    assert.deepEqual([without.body.data.asset_id, without.body.data.url], [null, null])
  })

  test('a font defaults to weight 400, normal and no role, and accepts weights from 100 to 900', async () => {
    const { weight, style, role, asset_id } = await add('fonts', { family: 'Inter' })
    assert.deepEqual([weight, style, role, asset_id], [400, 'normal', null, null])
    for (const wrong of [99, 901, 450.5, 'bold', null])
      assert.ok((await refusal('fonts', { family: 'x', weight: wrong })).weight, `${wrong}`)
  })
})

test('the usages of an asset are the logos and fonts of all kits of the company, and of no other company', async () => {
  const [one, two] = [await newKit(), await newKit()]
  const [image, font, unused] = [
    await addAsset(service, acme, 'image'),
    await addAsset(service, acme, 'font'),
    await addAsset(service, acme, 'image'),
  ]
  const logos = [
    await add('logos', { name: 'A', asset_id: image, brand_kit_id: one.id }),
    await add('logos', { name: 'B', asset_id: image, brand_kit_id: two.id }),
  ]
  const file = await add('fonts', { family: 'Inter', asset_id: font, brand_kit_id: two.id })
  const ids = [image, font, unused].map((id) => parseId('asset', id)!)
  const usages = await asCompany(service.db, acme.companyId, (trx) =>
    usagesInBrandKit(trx, acme.companyId, ids),
  )
  const usage = (kind: 'logo' | 'font', { id, name, family }: Shown, kit: Shown) => ({
    kind,
    id: parseId(kind, id),
    name: name ?? family,
    kit: { id: parseId('brandKit', kit.id), name: kit.name },
  })
  assert.deepEqual(
    [...usages],
    [
      [ids[0], [usage('logo', logos[0], one), usage('logo', logos[1], two)]],
      [ids[1], [usage('font', file, two)]],
    ],
  )
  const theirs = await asCompany(service.db, globex.companyId, (trx) =>
    usagesInBrandKit(trx, globex.companyId, ids),
  )
  assert.equal(theirs.size, 0)
})
