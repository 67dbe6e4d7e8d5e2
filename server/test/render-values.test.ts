// Engines: postgres
// Every kind of value, from a request to the pixels of its render.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { zxingBinary } from '../../filling/test/support/filling.ts'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { newPicture, newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: { RENDERS_PER_MINUTE: '0' } })
const acme = await newCompany(service, 'Acme')
prepareZXingModule({ overrides: { wasmBinary: zxingBinary().buffer as ArrayBuffer } })

const content = `<rect id="$ground" width="600" height="400" fill="#FFFFFF"/>
  <circle id="$avatar" cx="60" cy="60" r="50" fill="#CCCCCC"/>
  <text id="$price" x="130" y="60" font-size="30">€ 00.000,00</text>
  <rect id="$code" x="20" y="140" width="120" height="120" fill="#000000"/>
  <rect id="$ean" x="150" y="280" width="240" height="100" fill="#FFFFFF"/>
  <rect id="$logo" x="440" y="40" width="120" height="40" fill="#888888"/>
  <g id="$badge"><circle cx="560" cy="360" r="30" fill="#FF0000"/></g>
  <g id="$items"><g><rect id="$dot" x="360" y="140" width="20" height="20" fill="#777777"/><text id="$name" x="390" y="156" font-size="14">Tea and more</text></g></g>`
const document = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">${content}</svg>`,
)
const variables = [
  { key: 'avatar', type: 'image' },
  { key: 'price', type: 'number', format: { style: 'currency', currency: 'EUR' }, locale: 'de' },
  { key: 'code', type: 'qr' },
  { key: 'ean', type: 'barcode', symbology: 'ean13' },
  { key: 'logo', type: 'logo' },
  { key: 'badge', type: 'boolean' },
  { key: 'items', type: 'list', max_rows: 3 },
  { key: 'name', required: true, max_length: 20 },
]
const template = await newTemplate(service, acme, document, { variables: JSON.stringify(variables) })
const photo = await newPicture(service, acme, { color: '#C02010' })

assert.equal((await acme.post('/api/brand-kit', { name: 'House' })).status, 201)

async function logoOf(theme: string, color: string): Promise<void> {
  const { id } = await newPicture(service, acme, { color, width: 300, height: 100 })
  const logo = { name: `For ${theme}`, variant: 'primary', theme, asset_id: id }
  const { status, text } = await acme.post('/api/brand-kit/logos', logo)
  assert.equal(status, 201, text)
}
await logoOf('light', '#102030')
await logoOf('dark', '#E0E0F0')
const forest = { name: 'Deep Forest', hex: '#0B3D2E', role: 'primary' }
assert.equal((await acme.post('/api/brand-kit/colors', forest)).status, 201)

const given = {
  ground: 'brand:deep-forest',
  avatar: { asset_id: photo.id, focal_point: { x: 0, y: 0 } },
  price: 1234.5,
  code: 'https://example.com/offers?id=1',
  ean: '9783161484100',
  badge: false,
  items: [{ name: 'Espresso', dot: '#00FF00' }, { name: 'Flat white' }, { name: 'Mocha', dot: '#0000FF' }],
}

const post = (values: object, kind = 'renders') =>
  acme.post(`/api/templates/${template.id}/${kind}`, { variables: values }, { prefer: 'wait=30' })

async function drawn(values: object) {
  const { status, body, text } = await post(values)
  assert.equal(status, 201, text)
  assert.equal(body.data.status, 'done', text)
  const bytes = Buffer.from(await (await fetch(body.data.url)).arrayBuffer())
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ]
  return { render: body.data as Shown, bytes, pixel }
}

test("every kind of value is drawn in the designer's box", async () => {
  const { bytes, pixel } = await drawn(given)
  const green = [0x0b, 0x3d, 0x2e]
  assert.deepEqual(pixel(420, 350), green)
  // The image is clipped to the circle.
  assert.deepEqual([pixel(60, 60), pixel(15, 15)], [[0xc0, 0x20, 0x10], green])
  // The logo for dark backgrounds is uncropped and centered.
  assert.deepEqual(pixel(500, 60), [0xe0, 0xe0, 0xf0])
  // The badge is hidden.
  assert.deepEqual(pixel(560, 360), green)
  // The list has three rows, each one row height below the previous row.
  assert.deepEqual(pixel(370, 150), [0, 255, 0])
  const dots = Array.from({ length: 120 }, (_, at) => pixel(370, 150 + at).join()).filter(
    (one) => one === '0,0,255',
  )
  assert.ok(dots.length >= 19, `${dots.length}`)
  const found = await readBarcodes(new Blob([new Uint8Array(bytes)]), { tryHarder: true })
  assert.deepEqual(found.map(({ format, text }) => [format.replace('-', ''), text]).sort(), [
    ['EAN13', '9783161484100'],
    ['QRCode', 'https://example.com/offers?id=1'],
  ])
})

test('the logo depends on the background, and the design is kept without values', async () => {
  const { pixel } = await drawn({})
  assert.deepEqual(pixel(500, 60), [0x10, 0x20, 0x30])
  assert.deepEqual(
    [pixel(420, 350), pixel(560, 360), pixel(60, 60)],
    [
      [255, 255, 255],
      [255, 0, 0],
      [0xcc, 0xcc, 0xcc],
    ],
  )
})

test('a check returns layouts of rows by name and reports text with low contrast', async () => {
  const { status, body, text } = await post(given, 'checks')
  assert.equal(status, 200, text)
  const names = body.data.layout.map(({ variable }: Shown) => variable)
  assert.deepEqual(names, ['price', 'items.0.name', 'items.1.name', 'items.2.name'])
  const low = body.data.findings.filter(({ type }: Shown) => type === 'contrast_low')
  assert.deepEqual(
    low.map(({ variable, data }: Shown) => [variable, data.background]),
    names.map((name: string) => [name, '#0B3D2E']),
  )
})

describe('a request is rejected by variable:', () => {
  const refused: [string, object, Record<string, string[]>][] = [
    [
      'an unknown one',
      { heading: 'x' },
      { 'variables.heading': ['The variables.heading field is not known here.'] },
    ],
    [
      'a wrong type',
      { price: 'cheap' },
      { 'variables.price': ['The variables.price field must be a number.'] },
    ],
    [
      'a missing value in a row',
      { items: [{ dot: '#FF0000' }] },
      { 'variables.items.0.name': ['The variables.items.0.name field is required.'] },
    ],
    [
      'too many rows',
      { items: Array(4).fill({ name: 'a' }) },
      { 'variables.items': ['The variables.items field must not contain more than 3 rows.'] },
    ],
    [
      'a code that cannot be',
      { ean: '123' },
      { 'variables.ean': ['The variables.ean field must have 13 digits.'] },
    ],
    [
      'a color that the kit does not have',
      { ground: 'brand:primry' },
      {
        'variables.ground': [
          'The variables.ground field names no color of the brand kit. Did you mean brand:primary?',
        ],
      },
    ],
    [
      'an asset that does not exist',
      { avatar: 'ast_01h455vb4pex5vsknk084sn02q' },
      { 'variables.avatar': ['The variables.avatar field must be the id of an image in the library.'] },
    ],
  ]
  for (const [what, values, faults] of refused)
    test(what, async () => {
      const { status, body } = await post(values)
      assert.deepEqual([status, body], [422, faults])
    })
})
