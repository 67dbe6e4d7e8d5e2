// Engines: embedded
// Findings about a filled document: contrast, resolution and the brand kit.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openFonts, withFonts } from '@atelier/typesetting'
import { shippedFonts } from '../../server/src/drawing/shipped-fonts.ts'
import { packageFont } from '../../typesetting/test/support/setting.ts'
import {
  type FillContext,
  fill,
  type KitColor,
  type KitLogo,
  type PictureColors,
  resolveValues,
} from '../src/index.ts'
import { filled, picture, svg, variable } from './support/filling.ts'

const palette: KitColor[] = [
  { name: 'Forest', hex: '#0B3D2E', role: 'primary', cmyk: null, pantone: null },
  { name: 'Sand', hex: '#F4EDE4', role: null, cmyk: null, pantone: null },
]

describe('contrast_low', () => {
  const headline = [variable('headline', 'text', { fit: 'none' })]
  const found = async (
    content: string,
    more: { pictureColors?: PictureColors; background?: string } = {},
  ): Promise<Record<string, unknown>[]> => {
    const { findings } = await filled(svg(content), headline, { headline: 'Hello' }, more)
    return findings
      .filter(({ type }) => type === 'contrast_low')
      .map(({ variable, data }) => ({ variable, ...data }))
  }
  const text = (fill: string, more = '') =>
    `<text id="$headline" x="50" y="100" font-size="20" fill="${fill}" ${more}>Hello</text>`

  test('contrast_low uses the actual background of the text', async () => {
    assert.deepEqual(await found(text('#777777')), [
      { variable: 'headline', ratio: 4.47, required: 4.5, foreground: '#777777', background: '#FFFFFF' },
    ])
    assert.deepEqual(await found(text('#767676')), [])
    const [onDark] = await found(`<rect width="400" height="300" fill="#000"/>${text('#333333')}`)
    assert.deepEqual([onDark?.foreground, onDark?.background], ['#333333', '#000000'])
    assert.deepEqual(await found(`<rect width="400" height="300" fill="#000"/>${text('#fff')}`), [])
  })

  test('contrast_low uses only the background behind the text, through translucent layers', async () => {
    // These shapes are beside the text, above it, or outside a clip.
    assert.deepEqual(await found(`<rect x="200" width="200" height="300" fill="#000"/>${text('#000')}`), [])
    assert.deepEqual(await found(`${text('#000')}<rect width="400" height="300" fill="#000"/>`), [])
    assert.deepEqual(
      await found(`<clipPath id="c"><rect x="300" width="9" height="9"/></clipPath>
        <g clip-path="url(#c)"><rect width="400" height="300" fill="#000"/></g>${text('#000')}`),
      [],
    )
    const [mixed] = await found(`<rect width="400" height="300" fill="#000" opacity=".5"/>${text('#888')}`)
    assert.equal(mixed?.background, '#808080')
    const [faint] = await found(text('#000', 'opacity=".3"'))
    assert.equal(faint?.foreground, '#B3B3B3')
  })

  test('contrast_low includes the background behind shadows and clipping masks, but not behind other masks', async () => {
    const panel = (more: string) =>
      `<rect x="20" y="60" width="200" height="80" fill="#333" ${more}/>${text('#000')}`
    const figma =
      '<filter id="f"><feFlood flood-opacity="0" result="b"/><feOffset dy="4"/><feBlend in2="b" result="s"/><feBlend in="SourceGraphic" in2="s"/></filter>'
    for (const shadow of [figma, '<filter id="f"><feDropShadow/></filter>'])
      assert.equal((await found(shadow + panel('filter="url(#f)"'))).length, 1)
    assert.equal((await found(panel('style="filter:drop-shadow(0 4px 4px rgb(0 0 0/.2))"'))).length, 1)
    assert.deepEqual(await found(`<filter id="f"><feGaussianBlur/></filter>${panel('filter="url(#f)"')}`), [])
    const mask = (shape: string) =>
      `<mask id="m">${shape}</mask><g mask="url(#m)">${panel('')}</g>${text('#000')}`
    assert.equal((await found(mask('<rect width="400" height="300" fill="#fff"/>'))).length > 0, true)
    assert.deepEqual(await found(mask('<rect width="9" height="9" fill="white"/>')), [])
  })

  test('contrast_low evaluates gradients at the position of the text', async () => {
    const gradient = (x: number) =>
      `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" x2="400"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>
       <rect width="400" height="300" fill="url(#g)"/><text id="$headline" x="${x}" y="100" font-size="20" fill="#000">Hi</text>`
    assert.deepEqual(await found(gradient(20)), [])
    assert.equal((await found(gradient(350))).length, 1)
    const radial = `<radialGradient id="g"><stop offset=".9" stop-color="#000"/><stop offset="1" stop-color="#fff"/></radialGradient>
       <circle cx="60" cy="95" r="60" fill="url(#g)"/>${text('#000')}`
    assert.equal((await found(radial)).length, 1)
  })

  test('contrast_low requires less contrast for large text', async () => {
    assert.deepEqual(await found(`<g transform="scale(1.3)">${text('#888888')}</g>`), [])
    assert.equal((await found(text('#888888'))).length, 1)
  })

  test('contrast_low uses the colors of an image if they are known and otherwise reports nothing', async () => {
    const document = `<image href="picture:p" width="400" height="300"/>${text('#fff')}`
    assert.deepEqual(await found(document), [])
    const half: PictureColors = (key, x) =>
      key === 'p' && x < 0.5 ? { r: 250, g: 250, b: 250 } : { r: 0, g: 0, b: 0 }
    const [finding] = await found(document, { pictureColors: half })
    assert.equal(finding?.background, '#FAFAFA')
    assert.deepEqual(
      await found(document, {
        pictureColors: (_, x) => (x > 0.5 ? { r: 250, g: 250, b: 250 } : { r: 0, g: 0, b: 0 }),
      }),
      [],
    )
  })

  test('contrast_low also reports fixed text and uses the background of the request', async () => {
    const { findings } = await filled(
      svg('<text y="50" font-size="20" fill="#000">Fixed</text>'),
      [],
      {},
      { background: '#111111' },
    )
    assert.deepEqual(
      findings.map(({ type, variable }) => [type, variable]),
      [['contrast_low', undefined]],
    )
  })
})

describe('a picture with too few pixels', () => {
  const photo = [variable('photo', 'image')]
  const place = '<image id="$photo" width="200" height="100"/>'
  const found = async (width: number, attributes: string, output?: FillContext['output']) => {
    const pictures = { ast_1: picture('p', width, width / 2) }
    const { findings } = await filled(
      svg(place, attributes),
      photo,
      { photo: 'ast_1' },
      { pictures, ...(output && { output }) },
    )
    return findings.map(({ type, data }) => [type, data.dpi ?? data.scale])
  }
  const screen = 'width="200" height="100"'
  const paper = 'width="2in" height="1in" viewBox="0 0 200 100"'

  test('a picture with too few pixels is reported as enlarged on a screen', async () => {
    assert.deepEqual(await found(200, screen), [])
    assert.deepEqual(await found(160, screen), [['image_upscaled', 1.25]])
    assert.deepEqual(await found(50, screen), [
      ['image_upscaled', 4],
      ['image_low_resolution', 4],
    ])
    assert.deepEqual(await found(200, screen, { width: 300 }), [['image_upscaled', 1.5]])
    assert.deepEqual(await found(200, screen, { width: null, height: 150 }), [['image_upscaled', 1.5]])
    assert.deepEqual(await found(200, screen, { width: null, scale: 1.5 }), [['image_upscaled', 1.5]])
  })

  test('a picture with too few pixels is reported as low resolution on paper', async () => {
    assert.deepEqual(await found(400, paper), [])
    assert.deepEqual(await found(300, paper), [['image_low_resolution', 150]])
    assert.deepEqual(await found(300, 'width="50.8mm" height="25.4mm" viewBox="0 0 200 100"'), [
      ['image_low_resolution', 150],
    ])
  })

  test('a vector picture is not reported', async () => {
    const pictures = { ast_1: { ...picture('p', 20, 10), isVector: true } }
    const { types } = await filled(svg(place, screen), photo, { photo: 'ast_1' }, { pictures })
    assert.deepEqual(types, [])
  })
})

test('color_not_in_kit names the nearest color of the kit', async () => {
  const found = async (brand: string) =>
    (
      await filled(svg('<rect id="$brand"/>'), [variable('brand', 'color')], { brand }, { palette })
    ).findings.map(({ type, variable, message }) => [type, variable, message])
  assert.deepEqual(await found('#0c3d2e'), [
    [
      'color_not_in_kit',
      'brand',
      'The color #0C3D2E is not in the brand kit. The nearest one is Forest (#0B3D2E).',
    ],
  ])
  assert.deepEqual(await found('#0b3d2e'), [])
  assert.deepEqual(await found('brand:sand'), [])
})

describe('logo_clear_space', () => {
  const logos: KitLogo[] = [
    { variant: 'primary', theme: 'any', isDefault: true, picture: picture('logo', 300, 100) },
  ]
  const place = '<rect id="$logo" x="100" y="100" width="120" height="40"/>'
  const found = async (content: string) => {
    const { findings } = await filled(svg(content), [variable('logo', 'logo')], {}, { logos })
    return findings
      .filter(({ type }) => type === 'logo_clear_space')
      .map(({ message }) => /: (.*) is closer/.exec(message)![1])
  }

  test('logo_clear_space accepts a background and distant elements', async () => {
    assert.deepEqual(
      await found(
        `<rect width="400" height="300" fill="#eee"/><rect x="0" y="151" width="400" height="9"/>${place}`,
      ),
      [],
    )
  })

  test('logo_clear_space is violated by a text, a shape or the edge of the document', async () => {
    assert.deepEqual(await found(`${place}<text x="100" y="95" font-size="12">Close</text>`), ['a text'])
    assert.deepEqual(await found(`<rect x="0" y="149" width="400" height="9"/>${place}`), [
      'another part of the design',
    ])
    assert.deepEqual(await found('<rect id="$logo" x="5" y="100" width="120" height="40"/>'), [
      'the edge of the document',
    ])
  })
})

test('texts and logos on another page are measured against that page', async () => {
  const pages = '<view data-page="1" viewBox="0 0 400 300"/><view data-page="2" viewBox="500 0 400 300"/>'
  const content = `${pages}<text id="$name" x="510" y="60" font-size="40">A rather long line</text><rect id="$logo" x="700" y="200" width="120" height="40"/>`
  const logos: KitLogo[] = [
    { variant: 'primary', theme: 'any', isDefault: true, picture: picture('logo', 300, 100) },
  ]
  const definitions = [variable('name', 'text'), variable('logo', 'logo')]
  const { findings, layout } = await filled(
    svg(content),
    definitions,
    { name: 'A line that is much longer than the page', logo: {} },
    { logos },
  )
  assert.deepEqual(
    findings.map(({ type }) => type),
    ['text_shrunk'],
  )
  const { x, width } = layout[0]!.ink
  assert.ok(x >= 510 && x + width <= 900, `${x} ${width}`)
})

test('font_not_in_kit reports fonts that the company has uploaded but the kit does not contain', async () => {
  const bytes = packageFont('@fontsource/cousine/files/cousine-latin-400-normal.woff2')
  const library = await openFonts([{ bytes, source: 'company', id: 'ast_1', family: 'House' }], shippedFonts)
  const found = async (family: string) => {
    const values = resolveValues(headline, { headline: 'Hello' })
    const context = { fonts: library, kitFonts: [{ family, weight: 400, style: 'normal' as const }] }
    const { findings } = await withFonts(library, () =>
      fill(document, { variables: headline }, values, context),
    )
    return findings.map(({ type, variable, message }) => [type, variable, message])
  }
  const headline = [variable('headline', 'text')]
  const document = svg('<text id="$headline" x="200" y="50" font-family="House">Hello world</text>')
  assert.deepEqual(await found('Other'), [
    ['font_not_in_kit', 'headline', 'The font House is not in the brand kit.'],
  ])
  assert.deepEqual(await found('house'), [])
})

describe('a finding in a row', () => {
  const definitions = [variable('items', 'list'), variable('dot', 'color', { list: 'items' })]
  const row = (shapes: number) =>
    svg(`<g id="$items"><g><circle id="$dot" r="5"/>${'<rect/>'.repeat(shapes)}</g></g>`)

  test('a finding in a row names the row and the variable, as an error does', async () => {
    const items = [{ dot: '#0B3D2E' }, { dot: '#FF0000' }]
    const { findings } = await filled(row(1), definitions, { items }, { palette })
    assert.deepEqual(
      findings.map(({ type, variable }) => [type, variable]),
      [['color_not_in_kit', 'items.1.dot']],
    )
  })

  test('a finding reports rows of a list that leave the page', async () => {
    const onPage = (more: string) =>
      svg(
        `<g id="$items" transform="scale(2)"><g><rect id="$dot" x="10" y="10" width="20" height="20"/></g>${more}</g>`,
      )
    const second = '<g><rect id="$dot-2" x="10" y="35" width="20" height="20"/></g>'
    const found = async (document: string, count: number) =>
      (await filled(document, definitions, { items: Array(count).fill({}) })).findings.map(
        ({ type, variable, data }) => [type, variable, data],
      )
    assert.deepEqual(await found(onPage(second), 3), [])
    assert.deepEqual(await found(onPage(second), 40), [['list_overflow', 'items', { outside: 35, rows: 40 }]])
    // A row that leaves the page in the design is meant to.
    assert.deepEqual(await found(row(1), 3), [])
  })

  test('a finding reports that a list was truncated before the document became too large', async () => {
    const { findings, elements } = await filled(row(9_999), definitions, { items: Array(20).fill({}) })
    assert.deepEqual(
      findings.map(({ type, variable, data }) => [type, variable, data]),
      [['list_truncated', 'items', { shown: 4, rows: 20 }]],
    )
    assert.equal(elements('rect').length, 4 * 9_999)
  })
})
