// Engines: postgres
// People's settings for a template's variables: their type, and the values that they allow.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${content}</svg>`)

const post = (content: string, variables?: object[]) =>
  upload(
    service,
    acme,
    { bytes: svg(content), name: 'a.svg' },
    variables ? { variables: JSON.stringify(variables) } : {},
    { path: '/api/templates', field: 'document' },
  )

async function add(content: string, variables?: object[]): Promise<Shown> {
  const { status, body, text } = await post(content, variables)
  assert.equal(status, 201, text)
  return body.data
}

const put = async (id: string, content: string): Promise<Shown> => {
  const target = { method: 'PUT', path: `/api/templates/${id}/document`, field: 'document' } as const
  const { status, body, text } = await upload(service, acme, { bytes: svg(content) }, {}, target)
  assert.equal(status, 200, text)
  return body.data
}

const note = (id: string, ...variables: object[]) => acme.patch(`/api/templates/${id}`, { variables })

const typesIn = ({ variables }: Shown) =>
  variables.map(({ key, type, default: preset, list }: Shown) =>
    list === undefined ? [key, type, preset] : [key, type, preset, list],
  )

const content = `<rect id="$ground" width="200" height="100"/><text id="$headline">Hello</text>
  <text id="$price">€ 1.299,50</text><rect id="$code" width="9" height="9"/>
  <g id="$badge"><text id="$badge_text">New</text></g>
  <g id="$items"><g><text id="$name">Tea</text></g><g><text id="$name_2">Coffee</text></g></g>`

describe('the properties of a variable', () => {
  // Holds R-TEMPLATE-4.
  test('the properties of a variable can be set at creation, changed and removed one by one', async () => {
    const rules = {
      max_length: 60,
      pattern: '[A-Z].*',
      fit: 'shrink',
      box: { x: 1, y: 2, width: 3, height: 4 },
    }
    const template = await add(content, [{ key: 'headline', ...rules }])
    const headline = { key: 'headline', type: 'text', label: 'Headline', required: false, default: 'Hello' }
    assert.deepEqual(template.variables[1], { ...headline, ...rules })
    const { body } = await note(template.id, { key: 'headline', max_length: null, max_lines: 2 })
    const { max_length: _, ...rest } = rules
    assert.deepEqual(body.data.variables[1], { ...headline, ...rest, max_lines: 2 })
    assert.deepEqual((await acme.get(`/api/templates/${template.id}`)).body, body)
    const [version] = (await acme.get(`/api/templates/${template.id}/versions`)).body.data
    assert.deepEqual(version.variables, body.data.variables)
  })

  test('the properties of a variable stay with the key in new versions and in restored versions', async () => {
    const template = await add(content, [
      { key: 'headline', max_length: 60 },
      { key: 'price', type: 'number', format: { style: 'currency', currency: 'EUR' }, locale: 'de' },
    ])
    const second = await put(template.id, `<text id="$price">9</text><text id="$headline">Other</text>`)
    const expected = [
      {
        key: 'price',
        type: 'number',
        label: 'Price',
        required: false,
        default: 9,
        format: { style: 'currency', currency: 'EUR' },
        locale: 'de',
      },
      { key: 'headline', type: 'text', label: 'Headline', required: false, default: 'Other', max_length: 60 },
    ]
    assert.deepEqual(second.variables, expected)
    const { body } = await acme.post(`/api/templates/${template.id}/versions/1/restoration`)
    assert.deepEqual(typesIn(body.data).slice(0, 4), typesIn(template).slice(0, 4))
    assert.equal(body.data.variables[1].max_length, 60)
    assert.equal(body.data.variables[2].type, 'number')
  })

  test('the properties of a variable that a new document does not support are dropped', async () => {
    const template = await add(content, [{ key: 'price', type: 'number', locale: 'de' }])
    const { variables } = await put(template.id, '<rect id="$price" width="9" height="9" fill="red"/>')
    assert.deepEqual(variables, [
      { key: 'price', type: 'color', label: 'Price', required: false, default: '#FF0000' },
    ])
  })

  const refused: [string, object, string, string][] = [
    [
      'a pattern that backtracks',
      { key: 'headline', pattern: '(a)\\1' },
      'pattern',
      'must be a regular expression in RE2 syntax, such as [A-Z]{3}-[0-9]+.',
    ],
    [
      'a pattern of too many steps',
      { key: 'headline', pattern: '(.{0,900}){0,9}' },
      'pattern',
      'must be a regular expression in RE2 syntax, such as [A-Z]{3}-[0-9]+.',
    ],
    [
      'a property of another type',
      { key: 'ground', max_length: 5 },
      'max_length',
      'does not apply to variables of type color.',
    ],
    [
      'a fit of pictures for a text',
      { key: 'headline', fit: 'cover' },
      'fit',
      'must be one of shrink, wrap, shrink_and_wrap, ellipsis, none.',
    ],
    [
      'a currency that is missing',
      { key: 'price', type: 'number', format: { style: 'currency' } },
      'format',
      'must have a currency such as EUR.',
    ],
    [
      'a locale that is none',
      { key: 'price', type: 'number', locale: '?' },
      'locale',
      'must be a locale such as en-GB.',
    ],
    [
      'a color that is none',
      { key: 'ground', palette: ['red'] },
      'palette.0',
      'must be a color such as #1A2B3C or brand:primary.',
    ],
    [
      'a box without an area',
      { key: 'headline', box: { x: 0, y: 0, width: 0, height: 9 } },
      'box.width',
      'must be more than 0.',
    ],
  ]
  for (const [what, variable, field, end] of refused)
    test(`${what} is rejected`, async () => {
      const template = await add(content)
      const { status, body } = await note(template.id, { key: 'badge_text' }, variable)
      const name = `variables.1.${field}`
      assert.deepEqual([status, body], [422, { [name]: [`The ${name.replaceAll('_', ' ')} field ${end}`] }])
    })

  test('a folder of another company is rejected like a missing folder', async () => {
    const folder = (await globex.post('/api/folders', { name: 'Theirs' })).body.data
    const template = await add(content, [{ key: 'code', type: 'image' }])
    const [theirs, missing] = await Promise.all(
      [folder.id, 'fld_01h455vb4pex5vsknk084sn02q'].map((folder_id) =>
        note(template.id, { key: 'code', folder_id }),
      ),
    )
    assert.deepEqual([theirs!.status, theirs!.body], [missing!.status, missing!.body])
    assert.deepEqual(theirs!.body, {
      'variables.0.folder_id': ['The selected variables.0.folder id is invalid.'],
    })
    const own = (await acme.post('/api/folders', { name: 'Ours' })).body.data
    const { body } = await note(template.id, { key: 'code', folder_id: own.id })
    assert.equal(body.data.variables.find(({ key }: Shown) => key === 'code').folder_id, own.id)
  })
})

describe('the type of a variable', () => {
  test('the type of a variable is the type of its layer unless it is set', async () => {
    const template = await add(content)
    const found = [
      ['ground', 'color', '#000000'],
      ['headline', 'text', 'Hello'],
      ['price', 'text', '€ 1.299,50'],
      ['code', 'color', '#000000'],
      ['badge_text', 'text', 'New'],
      ['name', 'text', 'Tea'],
      ['name_2', 'text', 'Coffee'],
    ]
    assert.deepEqual(typesIn(template), found)
    const { body } = await note(
      template.id,
      { key: 'ground', type: 'boolean' },
      { key: 'price', type: 'number' },
      { key: 'code', type: 'qr' },
      { key: 'badge', type: 'boolean' },
      { key: 'items', type: 'list', max_rows: 5 },
    )
    assert.deepEqual(typesIn(body.data), [
      ['ground', 'boolean', true],
      found[1],
      ['price', 'number', 1299.5],
      ['code', 'qr', null],
      ['badge', 'boolean', true],
      found[4],
      ['items', 'list', null],
      // If the design tool numbered the rows, the first represents all rows.
      [...found[5]!, 'items'],
    ])
    const back = await note(template.id, { key: 'price', type: 'text' }, { key: 'code', type: 'color' })
    assert.deepEqual(typesIn(back.body.data)[2], found[2])
    assert.deepEqual(typesIn(back.body.data)[3], found[3])
  })

  test('the type of a variable is rejected if its layer does not support it, with the supported types', async () => {
    const template = await add(content)
    const { status, body } = await note(template.id, { key: 'headline', type: 'qr' })
    assert.deepEqual(
      [status, body],
      [422, { 'variables.0.type': ['The variable "headline" can be text, number, boolean.'] }],
    )
  })
})

test('a layer named after a variable and .box is its box, not a variable', async () => {
  const template = await add(`<rect id="$headline.box" width="9" height="9"/><text id="$headline">A</text>
    <rect id="$other.box" width="9" height="9" fill="red"/>`)
  assert.deepEqual(typesIn(template), [
    ['headline', 'text', 'A'],
    ['other.box', 'color', '#FF0000'],
  ])
})
