// Engines: embedded
// Values replace the designer's placeholders, and nothing else changes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { KitColor, KitLogo } from '../src/index.ts'
import { boxOf, filled, picture, svg, variable, zxingBinary } from './support/filling.ts'

const palette: KitColor[] = [
  {
    name: 'Deep Forest',
    hex: '#0B3D2E',
    role: 'primary',
    cmyk: { c: 90, m: 40, y: 80, k: 50 },
    pantone: '3308 C',
  },
]

describe('a text', () => {
  test("a text keeps the style of the designer's first run", async () => {
    const { glyphRuns, words } = await filled(
      svg(
        '<text id="$headline" x="9" y="50" font-size="20"><tspan font-weight="700" fill="#ff0000">Old</tspan> one</text>',
      ),
      [variable('headline', 'text')],
      { headline: 'New words' },
    )
    assert.deepEqual(words, ['New words'])
    assert.deepEqual(
      [glyphRuns[0]!.size, glyphRuns[0]!.font.axes.wght ?? 700, glyphRuns[0]!.fill],
      [20, 700, '#ff0000'],
    )
  })

  test('markup in a value is treated as text', async () => {
    const hostile = '</text><script>alert(1)</script><image href="http://evil.example"/>'
    const { text, words } = await filled(
      svg(
        '<text id="$headline" x="9" y="50" font-size="9">Old text that is long enough to leave room</text>',
      ),
      [variable('headline', 'text', { fit: 'none' })],
      { headline: hostile },
    )
    assert.equal(words.join(''), hostile)
    assert.doesNotMatch(text, /script|evil/)
  })

  test('a text fills all layers with its name, including layers numbered by a design tool', async () => {
    const { words } = await filled(
      svg(
        '<text id="$price" y="20">1</text><text id="$price_2" y="50">1</text><text id="x" data-name="$price" y="80">1</text>',
      ),
      [variable('price', 'text')],
      { price: '22' },
    )
    assert.deepEqual(words, ['22', '22', '22'])
  })

  test('replacing a text inside another text leaves the rest unchanged', async () => {
    const { words, layout } = await filled(
      svg('<text x="9" y="50">Dear <tspan id="$name" font-weight="700">Ada</tspan>, welcome</text>'),
      [variable('name', 'text')],
      { name: 'Grace\nHopper' },
    )
    assert.equal(words.join(''), 'Dear Grace Hopper, welcome')
    assert.equal(layout[0]!.variable, 'name')
  })

  test('a text in a group with several texts replaces all of them', async () => {
    const { words } = await filled(
      svg('<g id="$address"><text x="9" y="50">12 Old Street</text><text x="9" y="80">London</text></g>'),
      [variable('address', 'text')],
      { address: '1 New Road' },
    )
    assert.deepEqual(words, ['1 New Road'])
  })

  test('a text in a copied layer changes the copy, not the original', async () => {
    const { words } = await filled(
      svg('<text id="original" y="20">Same</text><use id="$copy" href="#original" y="50"/>'),
      [variable('copy', 'text')],
      { copy: 'Other' },
    )
    assert.deepEqual(words, ['Same', 'Other'])
  })

  test('a text is fitted into the layer that marks its box', async () => {
    const { layout } = await filled(
      svg(`<g transform="translate(10 20)"><rect id="$headline.box" x="0" y="0" width="200" height="100" fill="none"/></g>
        <text id="$headline" transform="scale(2)" x="5" y="50" font-size="10">Short</text>`),
      [variable('headline', 'text', { fit: 'wrap' })],
      { headline: 'A text that is much longer than what the designer wrote, and needs lines' },
    )
    assert.deepEqual(layout[0]!.box, { x: 10, y: 20, width: 200, height: 100 })
    assert.ok(layout[0]!.lines > 1)
  })

  test('a longer text is not clipped by the original shadow', async () => {
    const { text } = await filled(
      svg(`<filter id="f" x="5" y="30" width="60" height="30" filterUnits="userSpaceOnUse"><feDropShadow dx="0" dy="2" stdDeviation="1"/></filter>
        <g filter="url(#f)"><text id="$headline" x="10" y="50" font-size="20">Old text</text></g>`),
      [variable('headline', 'text', { fit: 'none' })],
      { headline: 'A much longer headline' },
    )
    const [, x, width] = /<filter id="f" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/.exec(text)!
    assert.equal(Number(x), 5)
    assert.ok(Number(width) > 200, `${width}`)
  })

  test('a text without a value keeps the text of the design', async () => {
    const { words, layout } = await filled(
      svg('<text id="$headline" y="20">Old</text>'),
      [variable('headline', 'text')],
      {},
    )
    assert.deepEqual(words, ['Old'])
    assert.equal(layout[0]!.variable, undefined)
  })
})

describe('a number', () => {
  const price = svg('<text id="$price" y="20">00000000000000</text>')
  const euro = { style: 'currency', currency: 'EUR' } as const

  test('a number is formatted by its variable, its value and the language', async () => {
    const wordsFor = async (definition: object, value: unknown, language?: string) =>
      (
        await filled(
          price,
          [variable('price', 'number', definition)],
          { price: value },
          language ? { language } : {},
        )
      ).words
    assert.deepEqual(await wordsFor({ format: euro, locale: 'de' }, 1234.5), ['1.234,50\u00a0€'])
    assert.deepEqual(await wordsFor({ format: euro }, 1234.5, 'en'), ['€1,234.50'])
    assert.deepEqual(await wordsFor({ format: euro }, { value: 0.2, style: 'percent', locale: 'fr' }), [
      '20\u00a0%',
    ])
  })
})

describe('an image', () => {
  const photo = [variable('photo', 'image')]
  const asset = { photo: 'ast_1' }
  const wide = { ast_1: picture('wide', 800, 400) }
  const place = svg(
    '<image id="$photo" x="10" y="20" width="100" height="100" href="data:image/png;base64,AA=="/>',
  )

  test('a picture covers its box around the focal point of the asset or the request', async () => {
    const placements = async (value: object, focalPoint?: { x: number; y: number }) => {
      const pictures = { ast_1: { ...wide.ast_1, ...(focalPoint && { focalPoint }) } }
      const { pictures: found, text } = await filled(
        place,
        photo,
        { photo: { asset_id: 'ast_1', ...value } },
        { pictures },
      )
      assert.match(text, /<clipPath id="[^"]+"><rect x="10" y="20" width="100" height="100"\/><\/clipPath>/)
      return found.flatMap((one) => one.placements.map(boxOf))
    }
    assert.deepEqual(await placements({}), [[-40, 20, 200, 100]])
    assert.deepEqual(await placements({}, { x: 0, y: 0 }), [[10, 20, 200, 100]])
    assert.deepEqual(await placements({ focal_point: { x: 1, y: 0 } }, { x: 0, y: 0 }), [[-90, 20, 200, 100]])
  })

  test('a picture is contained in its box without cropping', async () => {
    const { pictures, text } = await filled(
      place,
      photo,
      { photo: { asset_id: 'ast_1', fit: 'contain' } },
      { pictures: wide },
    )
    assert.deepEqual(
      pictures.map(({ key, placements }) => [key, placements.map(boxOf)]),
      [['wide', [[10, 45, 100, 50]]]],
    )
    assert.doesNotMatch(text, /clipPath|data:/)
  })

  test('a picture in a shape keeps the form, stroke and effects, and leaves other uses of the pattern unchanged', async () => {
    const { pictures, text, elements } = await filled(
      svg(`<style>.soft{opacity:.5}</style><pattern id="p" width="1" height="1"><image width="9" height="9" href="data:image/png;base64,AA=="/></pattern>
        <circle id="$photo" class="soft" cx="100" cy="100" r="50" fill="url(#p)" stroke="#ff0000" transform="rotate(90 100 100)"/>
        <rect id="other" width="9" height="9" fill="url(#p)"/>`),
      photo,
      asset,
      { pictures: wide },
    )
    const [, clip] = /<g clip-path="url\(#([^)]+)\)"><image href="picture:wide"/.exec(text)!
    assert.match(text, new RegExp(`<clipPath id="${clip}"><circle cx="100" cy="100" r="50"/></clipPath>`))
    assert.match(text, /<g id="\$photo" transform="rotate\(90 100 100\)" style="opacity:\.5">/)
    assert.match(text, /<circle class="soft"[^>]*stroke="#ff0000" style="opacity:1;fill:none"\/><\/g>/)
    assert.match(text, /<rect id="other" width="9" height="9" fill="url\(#p\)"\/>/)
    assert.equal(elements('pattern').length, 1)
    // For a rotation by 90 degrees, the width becomes the height.
    const [a, b, , , e, f] = pictures[0]!.placements[0]!.transform.map(Math.round)
    assert.deepEqual([a, b, e, f], [0, 200, 150, 0])
  })

  test('a picture can replace a plain shape', async () => {
    const { pictures, text } = await filled(
      svg('<path id="$photo" d="M0 0h100v50h-100z" fill="#ccc"/>'),
      photo,
      asset,
      {
        pictures: wide,
      },
    )
    assert.deepEqual(pictures[0]!.placements.map(boxOf), [[0, 0, 100, 50]])
    assert.doesNotMatch(text, /#ccc/)
  })

  test('a picture is not distorted when its box is distorted', async () => {
    const { pictures } = await filled(
      svg('<image id="$photo" width="4" height="4" transform="matrix(50 0 0 25 10 10)"/>'),
      photo,
      asset,
      { pictures: { ast_1: picture('square', 100, 100) } },
    )
    assert.deepEqual(pictures[0]!.placements.map(boxOf), [[10, -40, 200, 200]])
  })

  test('a picture that does not exist leaves the design unchanged', async () => {
    const { text, pictures } = await filled(place, photo, asset)
    assert.match(text, /data:image/)
    assert.deepEqual(pictures, [])
  })
})

describe('a color', () => {
  const colored = async (content: string, value = '#123456') =>
    (await filled(svg(content), [variable('brand', 'color')], { brand: value }, { palette })).text

  test("a color overrides classes, style sheets and the tool's wide-gamut color", async () => {
    const text = await colored(
      `<style>.a{fill:tomato}</style><rect id="$brand" class="a" fill="red"/><rect data-name="$brand" style="fill:#F00;fill:color(display-p3 1 0 0);stroke:none"/>`,
    )
    assert.match(text, /<rect id="\$brand" class="a" style="fill:#123456"\/>/)
    assert.match(text, /<rect data-name="\$brand" style="stroke:none;fill:#123456"\/>/)
  })

  test('a color sets the stroke of a line, the first stop of a gradient, and its fallback color', async () => {
    const text = await colored(
      `<line id="$brand" x2="9" fill="none" stroke="navy"/><linearGradient data-name="$brand"><stop stop-color="red"/><stop stop-color="blue"/></linearGradient>
       <linearGradient id="g"/><rect data-name="$brand" fill="url(#g)"/>`,
    )
    assert.match(text, /<line [^>]*style="stroke:#123456"/)
    assert.match(text, /<stop style="stop-color:#123456"\/><stop stop-color="blue"\/>/)
    assert.match(text, /<rect data-name="\$brand" style="fill:#123456"\/>/)
  })

  test("a color of a group changes all shapes with the color of the group's first shape", async () => {
    const text = await colored(
      '<g id="$brand"><rect fill="#f00"/><path d="M0 0h9" fill="none" stroke="red"/><rect fill="#fff"/></g>',
    )
    assert.equal(text.match(/#123456/g)!.length, 2)
    assert.match(text, /<rect fill="#fff"\/>/)
  })

  test('a color of the kit is found by its name or role, with its inks', async () => {
    const { resolveValues } = await import('../src/index.ts')
    for (const brand of ['brand:primary', 'brand:deep-forest', 'Deep Forest']) {
      assert.deepEqual(resolveValues([variable('brand', 'color')], { brand }, { palette }).get('brand'), {
        type: 'color',
        hex: '#0B3D2E',
        spot: '3308 C',
        cmyk: [90, 40, 80, 50],
      })
      assert.match(await colored('<rect id="$brand"/>', brand), /fill:#0B3D2E/)
    }
  })
})

test('a boolean hides a layer and its content, or shows a hidden layer', async () => {
  const document = svg('<g id="$badge" style="display:none"><text y="20">New</text></g>')
  const badge = [variable('badge', 'boolean')]
  const hidden = await filled(document, badge, { badge: false })
  assert.doesNotMatch(hidden.text, /badge/)
  assert.deepEqual(hidden.words, [])
  assert.match((await filled(document, badge, { badge: true })).text, /style="display:inline"/)
})

describe('a logo', () => {
  const logo = (
    theme: KitLogo['theme'],
    variant: KitLogo['variant'] = 'primary',
    isDefault = false,
  ): KitLogo => ({
    variant,
    theme,
    isDefault,
    picture: picture(`${variant}-${theme}`, 300, 100),
  })
  const logos = [
    logo('light', 'primary', true),
    logo('dark'),
    logo('dark', 'icon'),
    logo('any', 'monochrome'),
  ]
  const chosen = async (ground: string, value?: object, key = 'logo') => {
    const document = svg(`${ground}<rect id="$${key}" x="50" y="50" width="100" height="100"/>`)
    const { pictures } = await filled(document, [variable(key, 'logo')], value ? { [key]: value } : {}, {
      logos,
    })
    return pictures[0]!.key
  }
  const dark = '<rect width="400" height="300" fill="#0B3D2E"/>'

  test('a logo fits the background under it', async () => {
    assert.equal(await chosen(''), 'primary-light')
    assert.equal(await chosen(dark), 'primary-dark')
    assert.equal(await chosen(`${dark}<circle cx="100" cy="100" r="80" fill="#fff"/>`), 'primary-light')
    assert.equal(
      await chosen(`${dark}<rect width="400" height="300" fill="#fff" opacity=".9"/>`),
      'primary-light',
    )
  })

  test('a logo replaces a whole drawing and is not clipped to its form', async () => {
    const drawing = `<path d="M100 50h50v50z" fill="#f00"/><path d="M160 50a25 25 0 1 0 90 50z" fill="#0f0"/><text x="100" y="90">Old</text>`
    for (const content of [
      `<g id="$logo">${drawing}</g>`,
      '<path id="$logo" d="M100 50h150v50z" fill="#f00"/>',
    ]) {
      const { pictures, text, words } = await filled(svg(content), [variable('logo', 'logo')], {}, { logos })
      assert.equal(pictures[0]!.placements.length, 1)
      const [x, y, width, height] = boxOf(pictures[0]!.placements[0]!)
      assert.ok(x! >= 99 && y! >= 49 && x! + width! <= 280 && y! + height! <= 125, text)
      assert.doesNotMatch(text, /#f00|#0f0|clip-path/)
      assert.deepEqual(words, [])
    }
  })

  test('a logo fits a filled background', async () => {
    const document = svg(
      '<rect id="$ground" width="400" height="300" fill="#fff"/><rect id="$logo" width="90" height="30"/>',
    )
    const definitions = [variable('logo', 'logo'), variable('ground', 'color')]
    const { pictures } = await filled(document, definitions, { ground: '#000000' }, { logos })
    assert.deepEqual(
      pictures.map(({ key, placements }) => [key, placements.map(boxOf)]),
      [['primary-dark', [[0, 0, 90, 30]]]],
    )
  })

  test('a logo has the variant named by the request or the layer', async () => {
    assert.equal(await chosen(dark, { variant: 'icon' }), 'icon-dark')
    assert.equal(await chosen(dark, undefined, 'logo_icon'), 'icon-dark')
    assert.equal(await chosen(dark, { theme: 'light' }), 'primary-light')
  })
})

describe('a code', () => {
  prepareZXingModule({ overrides: { wasmBinary: zxingBinary().buffer as ArrayBuffer } })
  const scanned = async (text: string) => {
    const png = await sharp(Buffer.from(text), { density: 192 })
      .flatten({ background: '#fff' })
      .png()
      .toBuffer()
    const found = await readBarcodes(new Blob([new Uint8Array(png)]), { tryHarder: true })
    return found.map((one) => [one.format, one.text])
  }

  test('a scanner reads the code: QR', async () => {
    const { text } = await filled(
      svg(
        '<rect width="400" height="300" fill="#888"/><rect id="$code" x="20" y="20" width="200" height="150" fill="#0B3D2E"/>',
      ),
      [variable('code', 'qr')],
      { code: 'https://example.com/grüße?a=1&b=2' },
    )
    assert.deepEqual(await scanned(text), [['QRCode', 'https://example.com/grüße?a=1&b=2']])
    assert.match(text, /fill="#0B3D2E"/)
  })

  const bars: [string, string, string, string][] = [
    ['code128', 'Order-1234', 'Code128', 'Order-1234'],
    ['ean13', '9783161484100', 'EAN13', '9783161484100'],
    ['ean13', '978316148410', 'EAN13', '9783161484100'],
    ['ean8', '96385074', 'EAN8', '96385074'],
    // A scanner returns a UPC-A code as an EAN-13 that starts with 0.
    ['upca', '012345678905', 'EAN13', '0012345678905'],
    ['code39', 'ABC-12', 'Code39', 'ABC-12'],
    ['itf14', '09521234543213', 'ITF', '09521234543213'],
    ['data_matrix', 'Größe 12', 'DataMatrix', 'Größe 12'],
    ['pdf417', 'Hello', 'PDF417', 'Hello'],
  ]
  for (const [symbology, value, format, expected] of bars)
    test(`a scanner reads the code: ${symbology} ${value}`, async () => {
      const { text, types } = await filled(
        svg('<rect id="$code" x="20" y="20" width="360" height="200" fill="#fff"/>'),
        [variable('code', 'barcode', { symbology: symbology as 'ean13' })],
        { code: value },
      )
      assert.deepEqual(types, [])
      const [found] = await scanned(text)
      assert.deepEqual(
        [found?.[0]?.replace(/[-_ ]/g, ''), found?.[1]?.padStart(expected.length, '0')],
        [format, expected],
      )
    })

  test('a text that a code cannot encode produces a finding and keeps the code of the design', async () => {
    const { types, text } = await filled(
      svg('<rect id="$code" width="100" height="100" fill="#abcdef"/>'),
      [variable('code', 'barcode', { symbology: 'ean13' })],
      { code: '9783161484101' },
    )
    assert.deepEqual([types, text.includes('#abcdef')], [['code_not_drawn'], true])
  })
})

describe('a list', () => {
  const definitions = [
    variable('items', 'list'),
    variable('name', 'text', { list: 'items', fit: 'none' }),
    variable('dot', 'color', { list: 'items' }),
  ]
  const row = (y: number, name: string, number = '') =>
    `<g><circle id="$dot${number}" cx="20" cy="${y}" r="5" fill="#f00"/><text id="$name${number}" x="40" y="${y}">${name}</text></g>`
  const rows = (given: object[], content: string) =>
    filled(svg(`<g id="$items">${content}</g>`), definitions, { items: given })
  const baselines = (runs: { transform: readonly number[]; glyphs: { y: number }[] }[]) =>
    runs.map(({ transform, glyphs }) => Math.round(transform[5]! + glyphs[0]!.y))

  test("a list repeats the designer's row at the designer's distance", async () => {
    const { words, glyphRuns, text } = await rows(
      [{ name: 'One' }, { name: 'Two', dot: '#00FF00' }, { name: 'Three' }],
      `<text y="9">Menu</text>${row(50, 'Tea')}${row(82, 'Coffee', '_2')}`,
    )
    assert.deepEqual(words, ['Menu', 'One', 'Two', 'Three'])
    assert.deepEqual(baselines(glyphRuns).slice(1), [50, 82, 114])
    assert.equal(text.match(/#00FF00/g)!.length, 1)
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
  })

  test('a list with one row repeats the row at its height', async () => {
    const { glyphRuns } = await rows(
      [{ name: 'One' }, { name: 'Two' }],
      `<g><rect y="30" width="90" height="40"/><text id="$name" x="40" y="50">Tea</text></g>`,
    )
    assert.deepEqual(baselines(glyphRuns), [50, 90])
  })

  describe('in a grid', () => {
    const card = (x: number, y: number, number = '') =>
      `<g transform="translate(${x} ${y})"><rect width="80" height="40"/><text id="$name${number}" y="20">Tea</text></g>`
    const five = Array.from({ length: 5 }, (_, at) => ({ name: `${at}` }))
    const places = async (cards: string, properties: object = {}, around = '') => {
      const { glyphRuns, words } = await filled(
        svg(`<g ${around}><g id="$items">${cards}</g></g>`),
        [variable('items', 'list', properties), variable('name', 'text', { list: 'items', fit: 'none' })],
        { items: five },
      )
      assert.deepEqual(words, ['0', '1', '2', '3', '4'])
      return glyphRuns.map(({ transform: [, , , , x, y] }) => [Math.round(x!), Math.round(y!)])
    }

    test('a design with cells in two lines determines the columns and both distances', async () => {
      const found = await places(card(10, 10) + card(110, 10, '_2') + card(10, 70, '_3'))
      assert.deepEqual(found, [
        [10, 10],
        [110, 10],
        [10, 70],
        [110, 70],
        [10, 130],
      ])
    })

    test('a design whose first column is drawn first is filled column by column', async () => {
      const found = await places(card(10, 10) + card(10, 70, '_2') + card(110, 10, '_3'))
      assert.deepEqual(found, [
        [10, 10],
        [10, 70],
        [110, 10],
        [110, 70],
        [210, 10],
      ])
    })

    test('cells in one line stay in one line without columns', async () => {
      const found = await places(card(10, 10) + card(110, 10, '_2'))
      assert.deepEqual(
        found.map(([x]) => x),
        [10, 110, 210, 310, 410],
      )
    })

    test('columns wraps the cells, with the gap of the design in both directions', async () => {
      const expected = [
        [10, 10],
        [110, 10],
        [210, 10],
        [10, 70],
        [110, 70],
      ]
      assert.deepEqual(await places(card(10, 10) + card(110, 10, '_2'), { columns: 3 }), expected)
      assert.deepEqual(await places(card(10, 10) + card(10, 70, '_2'), { columns: 3 }), expected)
      assert.deepEqual(await places(card(10, 10), { columns: 3, column_gap: 20, row_gap: 20 }), expected)
    })

    test('gaps replace the distances of the design, in units of the document', async () => {
      const found = await places(
        card(10, 10) + card(110, 10, '_2') + card(10, 70, '_3'),
        { column_gap: 4, row_gap: 8 },
        'transform="scale(2)"',
      )
      assert.deepEqual(found, [
        [20, 20],
        [184, 20],
        [20, 108],
        [184, 108],
        [20, 196],
      ])
    })
  })

  test('a list is empty with zero rows, and keeps the design without a value', async () => {
    assert.deepEqual((await rows([], row(50, 'Tea') + row(80, 'Coffee', '_2'))).words, [])
    const { words } = await filled(svg(`<g id="$items">${row(50, 'Tea')}</g>`), definitions, {})
    assert.deepEqual(words, ['Tea'])
  })
})

test('the same values give the same document, byte for byte', async () => {
  const document = svg(
    '<image id="$photo" width="100" height="100"/><text id="$name" y="50">A</text><rect id="$code" width="50" height="50"/>',
  )
  const definitions = [variable('photo', 'image'), variable('name', 'text'), variable('code', 'qr')]
  const values = { photo: 'ast_1', name: 'Ada', code: 'x' }
  const once = () => filled(document, definitions, values, { pictures: { ast_1: picture('p', 30, 20) } })
  assert.equal((await once()).text, (await once()).text)
})

test('the size of a document is in the unit of its designer', async () => {
  const { size } = await filled(svg('', 'width="85mm" height="55mm" viewBox="0 0 850 550"'), [], {})
  assert.deepEqual(size, { width: 85, height: 55, unit: 'mm' })
})
