// Engines: embedded
// Colors, custom properties, nested rules and references that browsers draw but the renderer does not know.
// The expected colors are Chromium's.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hexOf } from '@atelier/svg/colors'
import sharp from 'sharp'
import { cleanSvg, readSafely } from '../src/images/svg.ts'
import { readVariables } from '../src/images/svg-variables.ts'

const svg = (content: string, attributes = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" ${attributes}>${content}</svg>`,
  )
const clean = (content: string, attributes = '') => cleanSvg(svg(content, attributes)).svg.toString()

/** The color in the middle, on white. */
async function colorOf(content: string, attributes = '') {
  const { data, info } = await sharp(cleanSvg(svg(content, attributes)).svg)
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (20 * info.width + 20) * info.channels
  return [...data.subarray(at, at + 3)]
}

async function assertColor(expected: readonly number[], content: string, attributes?: string) {
  const found = await colorOf(content, attributes)
  assert.ok(
    found.every((value, at) => Math.abs(value - expected[at]!) <= 1),
    `${found}, not ${expected}: ${content}`,
  )
}

const square = (attributes: string) => `<rect width="40" height="40" ${attributes}/>`

describe('a color is drawn as in a browser:', () => {
  for (const [color, expected] of [
    ['oklch(0.7 0.2 30)', [255, 97, 77]],
    ['oklch(70% 50% 0.5turn / 50%)', [127, 224, 208]],
    ['oklab(70% 25% -25%)', [191, 129, 218]],
    ['lab(50% 40 30)', [187, 88, 70]],
    ['lab(29.2345 39.3825 20.0664)', [125, 35, 41]],
    ['lch(50% 60 30deg)', [202, 73, 72]],
    ['lch(50 none 30)', [119, 119, 119]],
    ['color(display-p3 1 0 0)', [255, 0, 0]],
    ['color(display-p3 .2 .8 .4 / .5)', [127, 230, 171]],
    ['color(srgb 1 .5 0)', [255, 128, 0]],
    ['color(srgb-linear .5 .5 0)', [188, 188, 0]],
    ['color(a98-rgb .4 .6 .2)', [67, 154, 34]],
    ['color(rec2020 .4 .6 .2)', [74, 168, 41]],
    ['color(prophoto-rgb .4 .6 .2)', [82, 178, 5]],
    ['color(xyz .3 .4 .2)', [139, 182, 107]],
    ['color(xyz-d50 .3 .4 .2)', [122, 184, 127]],
    ['hwb(120 20% 10%)', [51, 230, 51]],
    ['hwb(90 60% 60%)', [128, 128, 128]],
    ['color-mix(in srgb, red, blue)', [128, 0, 128]],
    ['color-mix(in oklab, red 30%, #00ff0080)', [220, 204, 89]],
    ['color-mix(in srgb, red 50%, transparent)', [255, 127, 127]],
    ['color-mix(in oklab, oklch(0.7 0.2 30) 20%, white)', [255, 226, 220]],
    ['light-dark(red, blue)', [255, 0, 0]],
    ['#ff0000 icc-color(press, 0.1, 0.2)', [255, 0, 0]],
  ] as const) {
    test(color, async () => {
      await assertColor(expected, square(`fill="${color}"`))
      await assertColor(expected, square(`style="fill: ${color}"`))
      await assertColor(expected, `<style>rect { fill: ${color} }</style>${square('')}`)
    })
  }

  test('a color is drawn as in a browser: in gradients and shadows', async () => {
    const gradient = '<linearGradient id="g"><stop stop-color="oklch(0.7 0.2 30)"/></linearGradient>'
    await assertColor([255, 97, 77], `${gradient}${square('fill="url(#g)"')}`)
  })

  test('a color that cannot be parsed is left unchanged', () => {
    for (const color of [
      'oklch(1 2)',
      'color(nowhere 1 2 3)',
      'color()',
      'color-mix(in hsl, red, blue)',
      'lab(a b c)',
    ])
      assert.match(clean(square(`fill="${color}"`)), /fill="[a-z-]+\(/, color)
  })
})

describe('a color for wide gamuts', () => {
  test("a color for wide gamuts keeps the design tool's plain fallback, and stays for browsers", () => {
    const style = 'fill:#EB1C24;fill:color(display-p3 0.9216 0.1098 0.1412)'
    assert.match(
      clean(square(`style="${style}"`)),
      /style="fill:#EB1C24;fill:color\(display-p3 0\.9216 0\.1098 0\.1412\)"/,
    )
  })

  test('a color for wide gamuts gets a plain fallback if it has none, even in a style sheet', () => {
    assert.match(
      clean(square('style="fill:color(display-p3 1 0 0)"')),
      /style="fill:#ff0000;fill:color\(display-p3 1 0 0\)"/,
    )
    assert.match(
      clean(`<style>.a{fill:oklch(0.7 0.2 30)}</style>${square('class="a"')}`),
      /\.a\{fill:#ff614d;fill:oklch\(/,
    )
  })

  test('a color for wide gamuts is the default of a color variable, in sRGB', () => {
    const of = (content: string) => readVariables(readSafely(svg(content)).root)[0]?.default
    assert.equal(of(square('id="$a" fill="oklch(0.7 0.2 30)"')), '#FF614D')
    assert.equal(of(`<style>.a{fill:oklch(0.7 0.2 30)}</style>${square('id="$a" class="a"')}`), '#FF614D')
    assert.equal(
      of(square('id="$a" style="fill:#EB1C24;fill:color(display-p3 0.9216 0.1098 0.1412)"')),
      '#EB1C24',
    )
    assert.equal(hexOf('oklch(0.7 0.2 30)'), null)
  })
})

describe('a custom property', () => {
  test('an unset custom property uses its fallback, as in SVGs from Figma', async () => {
    await assertColor([255, 0, 0], square('fill="var(--fill-0, #f00)"'))
    await assertColor([255, 0, 0], square('style="fill: var( --fill-0 , rgb(255, 0, 0) )"'))
    await assertColor([255, 0, 0], `<style>rect { fill: var(--a, var(--b, red)) }</style>${square('')}`)
    assert.match(clean('<path stroke="var(--stroke-0, white)" d="M0 0"/>'), /stroke="white"/)
  })

  test('a custom property of the whole document uses its value, wherever it is set', async () => {
    const uses = square('fill="var(--brand, blue)"')
    await assertColor([255, 0, 0], uses, 'style="--brand: red"')
    await assertColor([255, 0, 0], `<style>:root { --tone: #f00; --brand: var(--tone) }</style>${uses}`)
    await assertColor([255, 0, 0], `${uses}<style><![CDATA[svg{--brand:red}]]></style>`)
    await assertColor([255, 97, 77], `<style>:root{--l:.7;--brand:oklch(var(--l) 0.2 30)}</style>${uses}`)
  })

  test('a custom property of a group applies to its content', async () => {
    const uses = square('fill="var(--brand, blue)"')
    const group = (style: string) => `<g style="${style}"><g>${uses}</g></g>`
    await assertColor([255, 0, 0], `<style>:root{--brand:lime}</style>${group('--brand:#f00')}`)
    await assertColor([255, 0, 0], `<g style="--tone:#f00">${group('--brand:var(--tone)')}</g>`)
    await assertColor([255, 0, 0], square('style="--brand:#f00;fill:var(--brand)"'))
    await assertColor([0, 0, 255], `${group('--brand:#f00')}${uses}`)
  })

  test('a custom property that references another document or grows without bound is removed', () => {
    assert.match(clean('<rect fill="var(--x, url(https://evil.example))"/>'), /<rect\/>/)
    assert.match(clean('<rect fill="var(--x)"/>', 'style="--x:url(https://evil.example)"'), /<rect\/>/)
    const twice = Array.from({ length: 40 }, (_, n) => `--a${n}:var(--a${n + 1}) var(--a${n + 1})`).join(';')
    assert.match(clean('<rect fill="var(--a0, red)"/>', `style="${twice};--a40:red"`), /<rect\/>/)
    assert.match(clean('<rect fill="var(--a)"/>', 'style="--a:var(--b);--b:var(--a)"'), /<rect\/>/)
    assert.match(clean(`<rect fill="${'var('.repeat(1e5)}"/>`), /<rect\/>/)
  })
})

describe('a nested rule', () => {
  for (const [what, sheet] of [
    ['with &', 'g { fill: blue; & rect { fill: red } }'],
    ['without &', 'g { fill: blue; rect { fill: red } }'],
    ['of a list', '.x, g { rect, circle { fill: red } }'],
    ['with a combinator', 'g { > rect { fill: red } }'],
    ['that refines its parent', 'rect { fill: blue; &.a { fill: red } }'],
    ['with the parent behind', '.a { g & { fill: red } }'],
    ['in two levels', 'svg { g { .a { fill: red } } }'],
  ] as const)
    test(`${what} applies`, () =>
      assertColor(
        [255, 0, 0],
        `<style>${sheet.replaceAll('&', '&amp;')}</style><g>${square('class="a"')}</g>`,
      ))

  // The renderer ignores media queries, and browsers do not.
  test('a nested rule and a media query in a rule are flattened', () =>
    assert.match(
      clean('<style>a{fill:blue;@media print{fill:red}}</style>'),
      /<style>a\{fill:blue\}@media print\{a\{fill:red\}\}</,
    ))

  test('a nested rule leaves other sheets unchanged', () => {
    const sheet = '@media screen{b{fill:red}}.a{fill:red}'
    assert.match(clean(`<style>${sheet}</style>`), new RegExp(sheet.replace(/[{}().]/g, '\\$&')))
  })

  test('a nested rule that multiplies too often is dropped', () => {
    const level = 'a,b,c,d,e,f,g,h{'
    assert.ok(clean(`<style>${level.repeat(12)}fill:red${'}'.repeat(12)}</style>`).length < 100_000)
  })
})

test('text that a tref repeats is drawn as text', () => {
  const content = '<defs><text id="a">Hello <tspan>you</tspan></text></defs>'
  assert.match(
    clean(`${content}<text y="20"><tref xlink:href="#a" fill="red"/>!</text>`),
    /<text y="20"><tspan fill="red">Hello you<\/tspan>!<\/text>/,
  )
  assert.match(clean('<text><tref href="#none"/></text>'), /<text><tspan\/?>(<\/tspan>)?<\/text>/)
  const long = `<text id="a">${'x'.repeat(1e5)}</text>`
  assert.throws(() => clean(`${long}<text>${'<tref href="#a"/>'.repeat(20)}</text>`), /by tref/)
})
