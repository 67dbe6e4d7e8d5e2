// Engines: embedded
// Runs: without retry
// For any design, values are either rejected by variable, or result in a document that can be read and
// rendered.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  compiledPattern,
  fill,
  type GivenValues,
  prepareFilling,
  propertiesOf,
  resolveValues,
  symbologies,
  type VariableDefinition,
  validateValues,
} from '@atelier/filling'
import { readCleanSvg } from '@atelier/svg/read'
import { descendants } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import { openFonts, withFonts } from '@atelier/typesetting'
import fc from 'fast-check'
import sharp from 'sharp'
import { shippedFonts } from '../src/drawing/shipped-fonts.ts'
import { readSafely } from '../src/images/svg.ts'
import { readVariables } from '../src/images/svg-variables.ts'
import { definitionsOf, variablesOf, withNotes } from '../src/templates/variables.ts'
import { design, designs } from './support/designs.ts'
import { assertForSeconds } from './support/fuzz.ts'

const assetId = 'ast_01h455vb4pex5vsknk084sn02q'
const menu = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><style>.a{fill:teal}</style>
  <rect id="$ground" class="a" width="300" height="200"/><g id="$badge"><circle id="$dot" cx="9" cy="9" r="5"/></g>
  <use id="$copy" href="#shape"/><path id="shape" d="M10 10a5 5 0 1 0 9 0z"/><rect id="$title.box" width="90" height="20" fill="none"/>
  <text id="$title" y="20">A <tspan id="$part">part</tspan></text>
  <g id="$items"><g><image id="$photo" width="9" height="9"/><text id="$name" y="60">Tea</text></g>
  <g><image id="$photo_2" width="9" height="9" y="30"/><text id="$name_2" y="90">Coffee</text></g></g></svg>`

const documents = [...designs.map((name) => design(name)), Buffer.from(menu)].map((bytes) => {
  const { root } = readSafely(bytes)
  return { svg: writeSvg(root).toString(), variables: variablesOf(readVariables(root)) }
})

const types = ['text', 'image', 'color', 'number', 'boolean', 'logo', 'qr', 'barcode', 'list'] as const
const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '</text><script>',
    '\u202e',
    'مرحبا',
    'ไทยภาษา',
    '👩‍👩‍👧',
    '\n\n',
    '**b**',
    '- a\n- b',
    ']]>',
    '&amp;',
    '9783161484100',
  ),
)
const plain = fc.oneof(
  { weight: 6, arbitrary: word },
  fc.constantFrom('#123456', '#abc', 'brand:primary', 'brand:none', assetId),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(
    null,
    { asset_id: assetId, fit: 'contain' },
    { asset_id: assetId, focal_point: { x: 1, y: 0 } },
  ),
  fc.record({
    value: fc.double({ noNaN: true }),
    style: fc.constantFrom('percent', 'currency', 'x'),
    currency: fc.constant('EUR'),
  }),
  fc.jsonValue({ maxDepth: 2 }),
)

const request = fc.record({
  document: fc.constantFrom(...documents),
  types: fc.array(fc.constantFrom(...types), { minLength: 12, maxLength: 12 }),
  values: fc.array(plain, { minLength: 12, maxLength: 12 }),
  rows: fc.array(fc.dictionary(fc.constantFrom('name', 'photo', 'none'), plain), { maxLength: 4 }),
  fit: fc.constantFrom('shrink', 'wrap', 'shrink_and_wrap', 'ellipsis', 'none'),
  symbology: fc.constantFrom(...symbologies),
})

type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never

/** The variables with types that their layers support, and rules that fit these. */
function definitionsFor({ document, types, fit, symbology }: Request): VariableDefinition[] {
  let variables = document.variables
  for (const [at, { key }] of variables.entries()) {
    const type = types[at % types.length]!
    try {
      variables = withNotes(variables, [
        {
          key,
          type,
          ...(propertiesOf[type].includes('fit') && type !== 'image' && { fit }),
          ...(type === 'barcode' && { symbology }),
        },
      ])
    } catch (error) {
      assert.equal((error as Error & { code?: string }).code ?? 'invalid', 'invalid', String(error))
    }
  }
  return definitionsOf(variables)
}

const fonts = await openFonts([], shippedFonts)
const palette = [{ name: 'Forest', hex: '#0B3D2E', role: 'primary', cmyk: null, pantone: null }]
const picture = { key: 'photo', width: 30, height: 20, hasAlpha: true }
const logos = [
  { variant: 'icon', theme: 'dark', isDefault: true, picture: { ...picture, key: 'logo' } },
] as const
const pixels = await sharp({ create: { width: 3, height: 2, channels: 4, background: 'red' } })
  .png()
  .toBuffer()

test('any values are rejected by variable or result in a document that can be read and drawn', async (t) => {
  let drawn = 0
  await assertForSeconds(4, t, request, async (one) => {
    const definitions = definitionsFor(one)
    const given: GivenValues = Object.fromEntries(
      definitions
        .filter(({ list }) => list === undefined)
        .map(({ key, type }, at) => [key, type === 'list' ? one.rows : one.values[at % one.values.length]]),
    )
    const faults = validateValues(definitions, given, { palette })
    for (const [field, [message]] of Object.entries(faults)) {
      assert.match(field, /^variables\./)
      assert.match(message!, /^The .* field .*[.?]$/s)
      const [, key] = field.split('.')
      delete given[key!]
    }
    await prepareFilling(definitions)
    const values = resolveValues(definitions, given, { palette, pictures: new Map([[assetId, picture]]) })
    const filled = await withFonts(fonts, () =>
      fill(one.document.svg, { variables: definitions }, values, { fonts, palette, logos }),
    )
    const text = writeSvg(filled.root)
    const names = [...descendants(readCleanSvg(text))].map(({ name }) => name)
    assert.ok(!names.includes('script') && !names.includes('text'))
    for (const { message, data } of filled.findings)
      assert.ok(message !== '' && JSON.stringify(data) !== undefined)
    const data = `data:image/png;base64,${pixels.toString('base64')}`
    await sharp(Buffer.from(text.replaceAll(/picture:\w+/g, data)))
      .resize(32, 32)
      .raw()
      .toBuffer()
    drawn++
  })
  assert.ok(drawn > 10, `${drawn} documents`)
})

test('any pattern is either rejected or matched in bounded time', async (t) => {
  const pattern = fc.string({
    unit: fc.constantFrom(...'()[]{}|*+?.^$\\dwpPL-,:=!<a1 ', '\\p{L}', '{0,900}', '(?:'),
  })
  await assertForSeconds(2, t, pattern, async (text) => {
    const began = performance.now()
    compiledPattern(text)?.matches('a1 '.repeat(1_600))
    assert.ok(performance.now() - began < 2_000, text)
  })
})
