// Engines: postgres
// A color can be sent in any notation and is returned in all of them. Print values are never derived.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cmykOfRgb, hexOfRgb, hslOfRgb, rgbOfCmyk, rgbOfHex, rgbOfHsl } from '../src/brand-kit/notations.ts'
import { newCompany } from './support/companies.ts'
import { forRuns } from './support/fuzz.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'

const acme = await newCompany(await startService(), 'Acme')
await acme.post('/api/brand-kit', { name: 'Acme' })

const post = (fields: object) => acme.post('/api/brand-kit/colors', { name: 'A color', ...fields })
const add = async (fields: object): Promise<Shown> => {
  const answer = await post(fields)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const change = async (id: string, fields: object): Promise<Shown> => {
  const answer = await acme.patch(`/api/brand-kit/colors/${id}`, fields)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

const tomato = {
  hex: '#FF6347',
  rgb: { r: 255, g: 99, b: 71 },
  hsl: { h: 9.1, s: 100, l: 63.9 },
  cmyk_estimate: { c: 0, m: 61.2, y: 72.2, k: 0 },
}

// Holds R-KIT-5.
describe('a color is returned in every notation', () => {
  const same = { name: 'A color', ...tomato, opacity: 1, cmyk: null, pantone: null, role: null, group: null }
  for (const [name, asked] of [
    ['hex', { hex: '#ff6347' }],
    ['rgb', { rgb: tomato.rgb }],
    ['hsl', { hsl: tomato.hsl }],
    ['several that agree', { ...tomato, cmyk_estimate: undefined, opacity: 1 }],
    ['hex, and hsl in whole numbers', { hex: '#FF6347', hsl: { h: 9, s: 100, l: 64 } }],
  ] as const) {
    test(`a color is returned in every notation when it was sent as ${name}`, async () => {
      const { id, brand_kit_id, position, created_at, updated_at, ...shown } = await add(asked)
      assert.deepEqual(shown, same)
    })
  }

  test('a color is returned in every notation when it was sent as #RGB, or as #RRGGBBAA, which also sets the opacity', async () => {
    assert.equal((await add({ hex: '#0af' })).hex, '#00AAFF')
    const { hex, opacity } = await add({ hex: '#00AAFF80' })
    assert.deepEqual([hex, opacity], ['#00AAFF', 0.502])
    assert.equal((await add({ hex: '#00AAFF80', opacity: 0.5 })).opacity, 0.5)
  })

  test('a color is returned in every notation with opacity 0 if the value is too small for the column', async () => {
    assert.equal((await add({ hex: '#00AAFF', opacity: 6e-323 })).opacity, 0)
    assert.equal((await add({ hex: '#00AAFF', opacity: 1e-40 })).opacity, 1e-40)
  })

  test('a color is returned in every notation when it was sent as cmyk, which is kept as sent', async () => {
    const cmyk = { c: 100, m: 62.5, y: 0, k: 20 }
    const { hex, cmyk: kept } = await add({ cmyk })
    assert.deepEqual([hex, kept], ['#004DCC', cmyk])
  })

  // Holds R-FIELD-14.
  test('a color is returned in every notation except cmyk, which stays null for a screen color until a client sets it', async () => {
    const { id, cmyk } = await add({ hex: '#0047BB' })
    assert.equal(cmyk, null)
    const inks = { c: 100, m: 75, y: 0, k: 0 }
    const given = await change(id, { cmyk: inks })
    assert.deepEqual([given.hex, given.cmyk], ['#0047BB', inks])
    assert.deepEqual((await change(id, { hex: '#0048BB' })).cmyk, inks)
    assert.equal((await change(id, { cmyk: null })).cmyk, null)
  })
})

test('hex derived from cmyk follows changes of cmyk until hex is set explicitly', async () => {
  const { id } = await add({ cmyk: { c: 0, m: 0, y: 0, k: 0 } })
  assert.equal((await change(id, { cmyk: { c: 0, m: 100, y: 100, k: 0 } })).hex, '#FF0000')
  await change(id, { hex: '#ED1C24' })
  assert.equal((await change(id, { cmyk: { c: 5, m: 100, y: 100, k: 0 } })).hex, '#ED1C24')
})

test('a change keeps the fields that it does not contain', async () => {
  const full = { hex: '#12345680', pantone: '286 C', role: 'accent', group: 'Core' }
  const before = await add(full)
  const { updated_at, ...renamed } = await change(before.id, { name: 'Renamed' })
  const { updated_at: _, ...expected } = { ...before, name: 'Renamed' }
  assert.deepEqual(renamed, expected)
  const cleared = await change(before.id, {
    pantone: null,
    role: null,
    group: null,
    rgb: { r: 1, g: 2, b: 3 },
  })
  assert.deepEqual(
    [cleared.hex, cleared.opacity, cleared.pantone, cleared.role, cleared.group],
    ['#010203', 0.502, null, null, null],
  )
})

describe('a color is rejected', () => {
  test('a color is rejected without a notation, together with other errors', async () => {
    const missing = ['The hex field is required unless rgb, hsl or cmyk is sent.']
    assert.deepEqual((await post({})).body, { hex: missing })
    assert.deepEqual((await post({ cmyk: null, name: '' })).body, {
      hex: missing,
      name: ['The name field is required.'],
    })
  })

  // Holds R-KIT-5.
  test('a color is rejected when two notations disagree, and the error names the less precise notation', async () => {
    const cases: [object, string, string][] = [
      [{ hex: '#FF0000', rgb: { r: 254, g: 0, b: 0 } }, 'rgb', 'hex'],
      [{ hex: '#FF0000', hsl: { h: 120, s: 100, l: 50 } }, 'hsl', 'hex'],
      [{ rgb: { r: 255, g: 0, b: 0 }, hsl: { h: 0, s: 100, l: 60 } }, 'hsl', 'rgb'],
      [{ hex: '#FF000080', opacity: 0.6 }, 'opacity', 'hex'],
    ]
    for (const [fields, field, other] of cases) {
      const answer = await post(fields)
      const message = `The ${field} field contradicts ${other}.`
      assert.deepEqual([answer.status, answer.body], [422, { [field]: [message] }])
    }
  })

  test('a color is rejected when a notation is malformed', async () => {
    const wrong = [
      ...['', '123456', '#12', '#1234', '#12345', '#GGGGGG', '#1234567', ' #123', 7, null].map((hex) => ({
        hex,
      })),
      ...[{ r: 256, g: 0, b: 0 }, { r: 1.5, g: 0, b: 0 }, { r: 1, g: 1 }, [1, 2, 3], '1,2,3'].map((rgb) => ({
        rgb,
      })),
      ...[
        { h: 361, s: 0, l: 0 },
        { h: 0, s: 101, l: 0 },
        { h: 0, s: 0, l: 0, a: 1 },
      ].map((hsl) => ({ hsl })),
      ...[
        { c: -1, m: 0, y: 0, k: 0 },
        { c: 0, m: 0, y: 0 },
        { c: '1', m: 0, y: 0, k: 0 },
      ].map((cmyk) => ({ cmyk })),
      ...[-0.1, 1.1, '1', null].map((opacity) => ({ hex: '#123', opacity })),
      { hex: '#123', role: 'hero' },
      { hex: '#123', pantone: '' },
      { hex: '#123', group: 'a\nb' },
    ]
    for (const fields of wrong) assert.equal((await post(fields)).status, 422, JSON.stringify(fields))
  })
})

describe('conversions between notations', () => {
  const levels = fc.integer({ min: 0, max: 255 })
  const anyRgb = fc.record({ r: levels, g: levels, b: levels })

  test('conversions from hex to rgb, hsl and cmyk and back lose nothing', (t) => {
    fc.assert(
      fc.property(anyRgb, (rgb) => {
        const hex = hexOfRgb(rgb)
        assert.equal(hexOfRgb(rgbOfHex(hex)), hex)
        assert.equal(hexOfRgb(rgbOfHsl(hslOfRgb(rgb))), hex)
        assert.equal(hexOfRgb(rgbOfCmyk(cmykOfRgb(rgb))), hex)
      }),
      forRuns(20_000, t),
    )
  })

  test('converted colors stay within the range of each notation', (t) => {
    fc.assert(
      fc.property(anyRgb, (rgb) => {
        const { h, s, l } = hslOfRgb(rgb)
        assert.ok(h >= 0 && h < 360 && s >= 0 && s <= 100 && l >= 0 && l <= 100)
        for (const ink of Object.values(cmykOfRgb(rgb))) assert.ok(ink >= 0 && ink <= 100)
      }),
      forRuns(20_000, t),
    )
  })

  // The examples of CSS Color 4 §7.1 and §6.1.
  test('conversions match the HSL values that CSS gives for named colors', () => {
    const named: [string, number, number, number][] = [
      ['#FF0000', 0, 100, 50],
      ['#FFA500', 38.8, 100, 50],
      ['#008000', 120, 100, 25.1],
      ['#663399', 270, 50, 40],
      ['#F0F8FF', 208, 100, 97.1],
      ['#808080', 0, 0, 50.2],
      ['#000000', 0, 0, 0],
      ['#FFFFFF', 0, 0, 100],
    ]
    for (const [hex, h, s, l] of named) assert.deepEqual(hslOfRgb(rgbOfHex(hex)), { h, s, l }, hex)
  })
})
