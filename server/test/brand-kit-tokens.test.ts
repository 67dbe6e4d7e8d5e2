// Engines: postgres
// Exports of design tokens. Each format is read by its target program, for any names of colors and fonts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as csstree from 'css-tree'
import * as sass from 'sass'
import { compile as compileTailwind } from 'tailwindcss'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { readAse, readGpl } from './support/swatch-files.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

/** Names that have broken exports before, each with its token. */
const colors: [name: string, token: string | RegExp, fields?: object][] = [
  ['Forest', 'forest', { pantone: '5535 C', group: 'Core', cmyk: { c: 74, m: 38, y: 64, k: 56 } }],
  ['Forest', 'forest-3', { group: 'Été' }],
  ['FORÊT & Weiß', 'foret-weiss', { opacity: 0.6 }],
  ['forest 2', 'forest-2', { group: 'Core' }],
  ['50% gray', '50-gray'],
  ['赤', /^[0-9a-z]{6}$/, { role: 'accent' }],
  ['🎨', /^[0-9a-z]{6}$/],
  ['"; } </style><script>alert(1)</script> /*', 'style-script-alert-1-script'],
  ['*/ #{1+1} $x \\', '1-1-x'],
  ["{a.b} 'quoted' $value", 'a-b-quoted-value'],
  ['__proto__', 'proto'],
  ['constructor', 'constructor'],
  ['-- --', /^[0-9a-z]{6}$/],
]
const fonts: [family: string, token: string | RegExp, fields?: object][] = [
  ['Josefin Sans', 'heading-700', { role: 'heading', weight: 700 }],
  ['Josefin Sans', 'heading', { role: 'heading', weight: 600 }],
  ['Source Serif 4', 'source-serif-4'],
  ['Source Serif 4', 'source-serif-4-400-italic', { style: 'italic' }],
  ['Weight Watch', 'family-weight-watch'],
  ['O\'Neil "Display" #{1+1} \\', 'o-neil-display-1-1'],
  ['ヒラギノ角ゴ', /^[0-9a-z]{6}$/, { weight: 300 }],
]

const kit = (await acme.post('/api/brand-kit', { name: 'Ácme "Outfitters" */' })).body.data
for (const [index, [name, , fields]] of colors.entries())
  await add('colors', { name, hex: hexOf(index), ...fields })
for (const [family, , fields] of fonts) await add('fonts', { family, ...fields })

async function add(path: string, fields: object) {
  const answer = await acme.post(`/api/brand-kit/${path}`, { brand_kit_id: kit.id, ...fields })
  assert.equal(answer.status, 201, answer.text)
}
function hexOf(index: number) {
  return `#0A${(index * 16 + 5).toString(16).padStart(2, '0').toUpperCase()}FF`
}

const url = (format?: string) => `/api/brand-kit/${kit.id}/tokens${format ? `?format=${format}` : ''}`
const exported = async (format: string) => {
  const { status, text } = await acme.get(url(format))
  assert.equal(status, 200, text)
  return text
}
const bytesOf = async (format: string) => {
  const headers = { authorization: `Bearer ${acme.token}` }
  return Buffer.from(await (await fetch(service.url + url(format), { headers })).arrayBuffer())
}
const dtcg = JSON.parse(await exported('dtcg'))
const colorTokens = Object.keys(dtcg.color).filter((name) => !name.startsWith('$'))
const fontTokens = Object.keys(dtcg.font)

/** The color with this index, as a browser computes it. */
const painted = (index: number) => (index === 2 ? 'rgb(10 37 255/0.6)' : hexOf(index).toLowerCase())

describe('a token file', () => {
  const files: [format: string, type: string, name: string][] = [
    ['dtcg', 'application/design-tokens+json; charset=utf-8', 'acme-outfitters.tokens.json'],
    ['css', 'text/css; charset=utf-8', 'acme-outfitters.css'],
    ['scss', 'text/x-scss; charset=utf-8', 'acme-outfitters.scss'],
    ['tailwind', 'text/css; charset=utf-8', 'acme-outfitters.tailwind.css'],
    ['json', 'application/json; charset=utf-8', 'acme-outfitters.json'],
    ['ase', 'application/x-adobe-swatch-exchange', 'acme-outfitters.ase'],
    ['gpl', 'application/x-gimp-palette; charset=utf-8', 'acme-outfitters.gpl'],
  ]
  for (const [format, type, name] of files) {
    // Holds R-KIT-6.
    test(`a token file in ${format} has its media type, file name and ETag`, async () => {
      const plain = { 'accept-encoding': 'identity' }
      const { status, headers } = await acme.get(url(format), plain)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), type)
      assert.equal(headers.get('content-disposition'), `attachment; filename="${name}"`)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      const etag = headers.get('etag')!
      assert.match(etag, /^"[\w-]{20,}"$/)
      const again = await acme.get(url(format), { 'if-none-match': etag })
      assert.deepEqual([again.status, again.text], [304, ''])
      assert.equal((await bytesOf(format)).length, Number(headers.get('content-length')))
    })
  }

  test('a token file is in W3C format by default; an unknown format is rejected', async () => {
    assert.equal((await acme.get(url())).text, await exported('dtcg'))
    for (const format of ['', 'xml', 'css&format=scss', 'DTCG', '__proto__']) {
      const answer = await acme.get(`${url()}?format=${format}`)
      assert.deepEqual([answer.status, answer.body], [422, { format: ['The selected format is invalid.'] }])
    }
  })

  test('a token file gets a new ETag when the kit changes', async () => {
    const other = (await acme.post('/api/brand-kit', { name: '赤' })).body.data
    const css = `/api/brand-kit/${other.id}/tokens?format=css`
    const { headers } = await acme.get(css)
    assert.equal(headers.get('content-disposition'), 'attachment; filename="brand-kit.css"')
    await acme.post('/api/brand-kit/colors', { name: 'x', hex: '#123', brand_kit_id: other.id })
    assert.equal((await acme.get(css, { 'if-none-match': headers.get('etag')! })).status, 200)
  })

  test('a token file of an empty kit is valid', async () => {
    const { id } = (await acme.post('/api/brand-kit', { name: 'Empty' })).body.data
    const of = async (format: string) => (await acme.get(`/api/brand-kit/${id}/tokens?format=${format}`)).text
    for (const format of ['css', 'tailwind']) assert.ok(csstree.parse(await of(format)))
    assert.equal(sass.compileString(await of('scss')).css, '')
    assert.deepEqual(readAse(Buffer.from(await of('ase'), 'latin1')), [])
    assert.deepEqual(readGpl(await of('gpl')).colors, [])
  })
})

describe('a token', () => {
  const matches = (found: string[], wanted: [string, string | RegExp, object?][]) => {
    assert.equal(found.length, wanted.length)
    for (const [index, [name, token]] of wanted.entries())
      assert.ok(
        typeof token === 'string' ? found[index] === token : token.test(found[index]!),
        `${name}: ${found[index]}`,
      )
  }

  test('a token has a name that is valid in every format, for any name of the color or font', () => {
    matches(colorTokens, colors)
    matches(fontTokens, fonts)
    for (const token of [...colorTokens, ...fontTokens]) assert.match(token, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    assert.equal(new Set(colorTokens).size, colors.length)
    assert.equal(new Set(fontTokens).size, fonts.length)
  })

  test('a token keeps its name when the order changes or its neighbor is deleted', async () => {
    const other = (await acme.post('/api/brand-kit', { name: 'Order' })).body.data
    const ids: string[] = []
    for (const name of ['Red', '赤', '青', 'Red', 'Blue'])
      ids.push(
        (await acme.post('/api/brand-kit/colors', { name, hex: '#F00', brand_kit_id: other.id })).body.data
          .id,
      )
    const names = async () => {
      const { color } = JSON.parse((await acme.get(`/api/brand-kit/${other.id}/tokens`)).text)
      const tokens = Object.entries<Shown>(color).filter(([name]) => !name.startsWith('$'))
      return new Map(tokens.map(([name, token]) => [token.$extensions['atelier.brand-kit'].id, name]))
    }
    const before = await names()
    assert.deepEqual([before.get(ids[0]), before.get(ids[3]), before.get(ids[4])], ['red', 'red-2', 'blue'])
    await acme.patch(`/api/brand-kit/colors/${ids[3]}`, { position: 0 })
    assert.deepEqual(await names(), before)
    await acme.delete(`/api/brand-kit/colors/${ids[1]}`)
    before.delete(ids[1])
    assert.deepEqual(await names(), before)
  })
})

test('Regular has the name of the family, regardless of the upload order', async () => {
  const uploads: [weight: number, style: string][] = [
    [900, 'normal'],
    [400, 'italic'],
    [300, 'normal'],
    [400, 'normal'],
  ]
  for (const order of [uploads, uploads.toReversed()]) {
    const { id } = (await acme.post('/api/brand-kit', { name: `Fonts ${order[0]![0]}` })).body.data
    for (const [weight, style] of order)
      await acme.post('/api/brand-kit/fonts', { family: 'Inter', weight, style, brand_kit_id: id })
    const { fonts } = JSON.parse((await acme.get(`/api/brand-kit/${id}/tokens?format=json`)).text)
    assert.deepEqual(
      Object.entries<Shown>(fonts)
        .map(([token, { weight, style }]) => `${token}: ${weight} ${style}`)
        .sort(),
      ['inter-300: 300 normal', 'inter-400-italic: 400 italic', 'inter-900: 900 normal', 'inter: 400 normal'],
    )
  }
})

// Design Tokens Format Module 2025.10, §5 to §8; Color Module 2025.10, §4.
test('in the DTCG export, colors are sRGB color tokens, and fonts have a family and a weight', () => {
  assert.equal(dtcg.$schema, 'https://www.designtokens.org/schemas/2025.10/format.json')
  assert.equal(dtcg.color.$type, 'color')
  for (const [index, token] of colorTokens.entries()) {
    const { $value, $description, ...rest } = dtcg.color[token]
    assert.deepEqual(Object.keys(rest), ['$extensions'])
    assert.equal($description, colors[index]![0])
    const { colorSpace, components, alpha, hex } = $value
    assert.equal(colorSpace, 'srgb')
    assert.equal(hex, hexOf(index).toLowerCase())
    const levels = components.map((share: number) =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    assert.equal(`#${levels.join('')}`, hex)
    for (const share of components) assert.ok(share >= 0 && share <= 1)
    assert.equal(alpha, index === 2 ? 0.6 : 1)
  }
  assert.deepEqual(dtcg.color.forest.$extensions['atelier.brand-kit'].cmyk, { c: 74, m: 38, y: 64, k: 56 })
  for (const [index, token] of fontTokens.entries()) {
    const { family, weight } = dtcg.font[token]
    assert.deepEqual(family, { $type: 'fontFamily', $value: fonts[index]![0] })
    assert.deepEqual(weight, { $type: 'fontWeight', $value: (fonts[index]![2] as Shown)?.weight ?? 400 })
  }
})

// A `typography` token also needs a size, a line height and a letter spacing (§9.7), which a kit does not have.
test('in the DTCG export, the font of a role is named after the role and has only a family and a weight', () => {
  const { $description, $extensions, ...heading } = dtcg.font.heading
  assert.equal($description, 'Josefin Sans 600')
  assert.equal($extensions['atelier.brand-kit'].role, 'heading')
  assert.deepEqual(heading, {
    family: { $type: 'fontFamily', $value: 'Josefin Sans' },
    weight: { $type: 'fontWeight', $value: 600 },
  })
  const types = new Set(JSON.stringify(dtcg).match(/(?<="\$type":")\w+/g))
  assert.deepEqual([...types].sort(), ['color', 'fontFamily', 'fontWeight'])
})

/** The declarations of a sheet's only rule, parsed strictly. */
function declarationsOf(css: string, selector: string) {
  const sheet = csstree.parse(css, {
    parseCustomProperty: true,
    onParseError: (error) => assert.fail(error.formattedMessage),
  })
  const rules: string[] = []
  const found = new Map<string, csstree.CssNode[]>()
  csstree.walk(sheet, (node) => {
    if (node.type === 'Rule') rules.push(csstree.generate(node.prelude))
    if (node.type === 'Atrule') rules.push(`@${node.name}`)
    if (node.type !== 'Declaration') return
    assert.equal(node.value.type, 'Value', node.property)
    if (node.value.type === 'Value') found.set(node.property, node.value.children.toArray())
  })
  assert.deepEqual(rules, [selector])
  return found
}

const textOf = (nodes: csstree.CssNode[] | undefined) =>
  nodes!.map((node) => csstree.generate(node)).join(' ')
const stringOf = (nodes: csstree.CssNode[] | undefined) => {
  const [node, ...others] = nodes!
  assert.equal(others.length, 0)
  assert.equal(node!.type, 'String')
  return node!.type === 'String' ? node!.value : undefined
}

test('the CSS export contains one rule of custom properties with the correct values', async () => {
  const found = declarationsOf(await exported('css'), ':root')
  assert.equal(found.size, colors.length + 3 * fonts.length)
  for (const [index, token] of colorTokens.entries()) {
    const value = textOf(found.get(`--color-${token}`))
    assert.equal(
      value.replaceAll(' ', ''),
      painted(index).replaceAll(' ', '').replace('102537', '10 37 '),
      token,
    )
    assert.equal(csstree.lexer.match('<color>', painted(index)).error, null)
  }
  for (const [index, [family, , fields]] of fonts.entries()) {
    const token = fontTokens[index]!
    assert.equal(stringOf(found.get(`--font-${token}-family`)), family)
    assert.equal(textOf(found.get(`--font-${token}-weight`)), `${(fields as Shown)?.weight ?? 400}`)
    assert.equal(textOf(found.get(`--font-${token}-style`)), (fields as Shown)?.style ?? 'normal')
  }
})

test('css, scss and tailwind contain nothing that closes a style or script element', async () => {
  for (const format of ['css', 'scss', 'tailwind']) {
    const text = await exported(format)
    assert.doesNotMatch(text, /<\/(style|script)/i)
  }
})

test('Sass reads the variables of the SCSS export as intended and evaluates nothing in names', async () => {
  const scss = await exported('scss')
  const probes = [
    ...colorTokens.map((token) => `c-${token}: $color-${token};`),
    ...fontTokens.flatMap((token) => [
      `f-${token}: $font-${token}-family;`,
      `w-${token}: $font-${token}-weight + 1;`,
      `s-${token}: $font-${token}-style;`,
    ]),
  ]
  const { css } = sass.compileString(`${scss}\n:root { ${probes.join('\n')} }`)
  const found = declarationsOf(css.replace(/^@charset[^;]*;|^\uFEFF/, ''), ':root')
  for (const [index, token] of colorTokens.entries()) {
    const value = textOf(found.get(`c-${token}`)).replaceAll(' ', '')
    assert.equal(value, index === 2 ? 'rgba(10,37,255,0.6)' : painted(index))
  }
  for (const [index, [family, , fields]] of fonts.entries()) {
    const token = fontTokens[index]!
    assert.equal(stringOf(found.get(`f-${token}`)), family)
    assert.equal(textOf(found.get(`w-${token}`)), `${((fields as Shown)?.weight ?? 400) + 1}`)
    assert.equal(textOf(found.get(`s-${token}`)), (fields as Shown)?.style ?? 'normal')
  }
})

test('Tailwind generates a utility for each color, family and weight of the export', async () => {
  const theme = await exported('tailwind')
  const found = declarationsOf(theme, '@theme')
  assert.equal(found.size, colors.length + 2 * fonts.length)
  for (const [index, token] of colorTokens.entries())
    assert.equal(textOf(found.get(`--color-${token}`)), painted(index))
  for (const [index, [family]] of fonts.entries())
    assert.equal(stringOf(found.get(`--font-${fontTokens[index]}`)), family)
  const { build } = await compileTailwind(`${theme}\n@tailwind utilities;`)
  const classes = [
    ...colorTokens.map((token) => `bg-${token}`),
    ...fontTokens.flatMap((token) => [`font-${token}`, `font-${token}-weight`]),
  ]
  const utilities = new Map<string, string>()
  csstree.walk(csstree.parse(build(classes)), (node) => {
    if (node.type !== 'Rule') return
    const selector = csstree.ident.decode(csstree.generate(node.prelude).replace(/^\./, ''))
    utilities.set(selector, csstree.generate(node.block))
  })
  for (const token of colorTokens)
    assert.equal(utilities.get(`bg-${token}`), `{background-color:var(--color-${token})}`)
  for (const token of fontTokens) {
    assert.equal(utilities.get(`font-${token}`), `{font-family:var(--font-${token})}`)
    const weight = `var(--font-weight-${token}-weight)`
    assert.equal(utilities.get(`font-${token}-weight`), `{--tw-font-weight: ${weight};font-weight:${weight}}`)
  }
})

test('the JSON export contains every notation of a color and every field of a font, keyed by token', async () => {
  const { name, version, colors: shown, fonts: families } = JSON.parse(await exported('json'))
  const current = (await acme.get(`/api/brand-kit/${kit.id}`)).body.data
  assert.deepEqual([name, version], [current.name, current.version])
  assert.deepEqual(Object.keys(shown), colorTokens)
  assert.deepEqual(Object.keys(families), fontTokens)
  for (const [index, color] of Object.values<Shown>(shown).entries()) {
    for (const [field, value] of Object.entries(color))
      assert.deepEqual(value, current.colors[index][field], field)
  }
})

test('the ASE export contains swatches in their groups with their names, and no trailing bytes', async () => {
  const swatches = readAse(await bytesOf('ase'))
  const groups = [...colors.entries()].map(([index, [name, , fields]]) => ({
    index,
    name,
    group: (fields as Shown)?.group ?? null,
  }))
  const expected = [null, 'Core', 'Été'].flatMap((group) => groups.filter((one) => one.group === group))
  assert.deepEqual(
    swatches.map(({ name, group }) => ({ name, group })),
    expected.map(({ name, group }) => ({ name, group })),
  )
  for (const [at, { model, values, kind }] of swatches.entries()) {
    assert.deepEqual([model, kind], ['RGB ', 2])
    const levels = values.map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    assert.equal(`#${levels.join('')}`.toUpperCase(), hexOf(expected[at]!.index))
  }
})

test("the GPL export is a palette that GIMP reads, with the colors' names", async () => {
  const palette = readGpl(await exported('gpl'))
  assert.equal(palette.name, 'Ácme "Outfitters" */')
  assert.deepEqual(
    palette.colors,
    colors.map(([name], index) => ({ name, rgb: [10, index * 16 + 5, 255] })),
  )
})
