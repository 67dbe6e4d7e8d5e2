// Engines: postgres
// Contrast of colors as defined by WCAG 2.2, checked against the W3C's published examples.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'

const acme = await newCompany(await startService(), 'Acme')

type Color = { hex: string; opacity?: number }

/** The contrast response for a kit of these colors. `pair` finds a pair by the indexes of its colors. */
async function contrastOf(...colors: Color[]) {
  const kit = (await acme.post('/api/brand-kit', { name: `kit ${Math.random()}`, is_default: true })).body
    .data
  for (const [index, color] of colors.entries()) {
    const answer = await acme.post('/api/brand-kit/colors', { name: `${index}`, ...color })
    assert.equal(answer.status, 201, answer.text)
  }
  const answer = await acme.get(`/api/brand-kit/${kit.id}/contrast`)
  assert.equal(answer.status, 200, answer.text)
  const { data } = answer.body
  const pair = (foreground: number, background: number): Shown =>
    data.pairs.find(
      (one: Shown) =>
        one.foreground === data.colors[foreground].id && one.background === data.colors[background].id,
    )
  return { kit, data, pair }
}

describe("the ratio matches the W3C's example", () => {
  // ACT rule afw4f7 "Text has minimum contrast", and Understanding 1.4.3 and 1.4.11. The W3C publishes one or
  // two decimals, some truncated and some rounded.
  const examples: [name: string, foreground: Color, background: string, published: number][] = [
    ['black on white', { hex: '#000' }, '#FFF', 21],
    ['dark gray on white', { hex: '#333' }, '#FFF', 12.6],
    ['light gray on white', { hex: '#AAA' }, '#FFF', 2.3],
    ['a link of a browser on white', { hex: '#0000EE' }, '#FFF', 9.39],
    ['gray on light gray', { hex: '#777' }, '#EEE', 3.85],
    ['black of 30% opacity on white', { hex: '#000', opacity: 0.3 }, '#FFF', 2.1],
    ['gray of 80% opacity on black', { hex: '#5A5A5A', opacity: 0.8 }, '#000', 2.3],
    ['gray of 80% opacity on white', { hex: '#5A5A5A', opacity: 0.8 }, '#FFF', 4.2],
    ['a focus ring of gray on white', { hex: '#949494' }, '#FFF', 3],
    ['a light check in a purple box', { hex: '#E5E5E5' }, '#6221EA', 5.6],
    ['a yellow star on white', { hex: '#FFF000' }, '#FFF', 1.2],
  ]
  for (const [name, foreground, background, published] of examples) {
    test(name, async () => {
      const { ratio } = (await contrastOf(foreground, { hex: background })).pair(0, 1)
      const unit = Number.isInteger(published * 10) ? 0.1 : 0.01
      assert.ok(Math.abs(ratio - published) < unit, `${ratio} is not ${published}`)
    })
  }
})

describe('the WCAG levels', () => {
  const levels = ({ text, large_text, ui, safe_for_text }: Shown) => [text, large_text, ui, safe_for_text]

  // Understanding 1.4.11 shows these ratios as passing and failing.
  test('the WCAG levels for user interface components start at 3:1', async () => {
    const { pair } = await contrastOf(
      { hex: '#FFFF00' },
      { hex: '#4189B9' },
      { hex: '#FFF' },
      { hex: '#008000' },
    )
    assert.equal(pair(0, 1).ui, 'AA')
    assert.equal(pair(0, 2).ui, null)
    assert.equal(pair(3, 2).ui, 'AA')
    assert.equal(pair(3, 1).ui, null)
  })

  test('the WCAG levels for text start at ratios of 3, 4.5 and 7', async () => {
    const grays = ['#959595', '#949494', '#777777', '#767676', '#5A5A5A', '#595959']
    const { pair } = await contrastOf({ hex: '#FFF' }, ...grays.map((hex) => ({ hex })))
    const expected = [
      [null, null, null, false],
      [null, 'AA', 'AA', false],
      [null, 'AA', 'AA', false],
      ['AA', 'AAA', 'AA', true],
      ['AA', 'AAA', 'AA', true],
      ['AAA', 'AAA', 'AA', true],
    ]
    for (const [index, row] of expected.entries()) {
      assert.deepEqual(levels(pair(index + 1, 0)), row, grays[index]!)
      assert.deepEqual(levels(pair(0, index + 1)), row, grays[index]!)
    }
  })

  test('the WCAG levels are never rounded up: 4.478 is shown as 4.47 and fails 4.5', async () => {
    const { pair } = await contrastOf({ hex: '#777777' }, { hex: '#FFFFFF' })
    assert.deepEqual([pair(0, 1).ratio, pair(0, 1).safe_for_text], [4.47, false])
  })
})

test('a translucent color is blended with the background, so the order matters', async () => {
  const { pair } = await contrastOf({ hex: '#000000', opacity: 0.5 }, { hex: '#FFFFFF' })
  // 50% black on white is #808080, apart from rounding; white on opaque black has ratio 21.
  assert.ok(Math.abs(pair(0, 1).ratio - 3.97) < 0.02, `${pair(0, 1).ratio}`)
  assert.equal(pair(1, 0).ratio, 21)
  const clear = await contrastOf({ hex: '#000000', opacity: 0 }, { hex: '#FFFFFF' })
  assert.equal(clear.pair(0, 1).ratio, 1)
})

// Holds R-KIT-6.
test('every ordered pair of colors is listed, for the current version of the kit', async () => {
  const { kit, data } = await contrastOf({ hex: '#111' }, { hex: '#888' }, { hex: '#888' }, { hex: '#EEE' })
  assert.deepEqual([data.brand_kit_id, data.version], [kit.id, 5])
  const found = data.pairs.map(({ foreground, background }: Shown) => `${foreground} ${background}`)
  assert.equal(new Set(found).size, 12)
  assert.equal(found.length, 12)
  const duplicates = data.pairs.filter(({ ratio }: Shown) => ratio === 1)
  assert.equal(duplicates.length, 2)
  const empty = await contrastOf()
  assert.deepEqual(empty.data.pairs, [])
})

test('the ETag changes with the kit, and an unchanged kit returns 304', async () => {
  const { kit } = await contrastOf({ hex: '#111' }, { hex: '#888' })
  const url = `/api/brand-kit/${kit.id}/contrast`
  const etag = (await acme.get(url)).headers.get('etag')!
  assert.equal((await acme.get(url, { 'if-none-match': etag })).status, 304)
  await acme.post('/api/brand-kit/colors', { name: 'new', hex: '#ABC' })
  assert.equal((await acme.get(url, { 'if-none-match': etag })).status, 200)
})
