// Engines: embedded
// Values of any request are checked by their variables. Errors use the wording of the API.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { VariableDefinition } from '../src/definition.ts'
import type { KitColor } from '../src/kit.ts'
import { validateValues } from '../src/validate.ts'

const variable = (
  key: string,
  type: VariableDefinition['type'],
  more: Partial<VariableDefinition> = {},
): VariableDefinition => ({ key, type, label: key, required: false, default: null, ...more })

const palette: KitColor[] = [
  { name: 'Deep Forest', hex: '#0B3D2E', role: 'primary', cmyk: null, pantone: null },
  { name: 'Sand', hex: '#F4EDE4', role: null, cmyk: null, pantone: null },
]

const faultOf = (definition: VariableDefinition, value: unknown) =>
  validateValues([definition], { [definition.key]: value }, { palette })[`variables.${definition.key}`]?.[0]

const asset = 'ast_01h455vb4pex5vsknk084sn02q'

describe('a value that its variable allows passes:', () => {
  const good: [VariableDefinition, unknown][] = [
    [variable('headline', 'text', { max_length: 2 }), '👋🏽'],
    [variable('headline', 'text', { pattern: '[A-Z]{3}-\\d+' }), 'ABC-12'],
    [variable('headline', 'text', { options: ['Tea', 'Coffee'] }), 'Tea'],
    [variable('headline', 'text'), '</text><script>alert(1)</script>'],
    [variable('headline', 'text'), '\u202e'.repeat(5_000)],
    [variable('headline', 'text'), null],
    [variable('headline', 'text', { pattern: 'a+' }), ''],
    [variable('photo', 'image'), asset],
    [variable('photo', 'image'), { asset_id: asset, fit: 'contain', focal_point: { x: 0.8, y: 0 } }],
    [variable('accent', 'color'), '#abc'],
    [variable('accent', 'color'), 'brand:primary'],
    [variable('accent', 'color'), 'brand:deep-forest'],
    [variable('accent', 'color'), 'Sand'],
    [variable('accent', 'color', { palette: ['brand:*'] }), '#0b3d2e'],
    [variable('price', 'number'), 18],
    [variable('price', 'number'), { value: 18, style: 'currency', currency: 'EUR' }],
    [variable('badge', 'boolean'), false],
    [variable('logo', 'logo'), { theme: 'dark' }],
    [variable('code', 'qr'), 'https://example.com'],
    [variable('code', 'barcode', { symbology: 'ean13' }), '9783161484100'],
    [variable('items', 'list'), []],
  ]
  for (const [definition, value] of good)
    test(`${definition.type}: ${JSON.stringify(value).slice(0, 60)}`, () =>
      assert.equal(faultOf(definition, value), undefined))
})

describe('a value that its variable does not allow is rejected:', () => {
  const bad: [VariableDefinition, unknown, string][] = [
    [variable('headline', 'text'), 12, 'must be a string.'],
    [variable('headline', 'text'), 'a'.repeat(100_000), 'must not be longer than 5000 characters.'],
    [variable('headline', 'text'), `${'\n'.repeat(20_000)}a`, 'must not be longer than 5000 characters.'],
    [variable('headline', 'text'), '\n'.repeat(20_000), 'must not be longer than 5000 characters.'],
    [variable('headline', 'text'), 'a\0', 'must not contain a NUL or an unpaired surrogate.'],
    [variable('headline', 'text'), '\ud800', 'must not contain a NUL or an unpaired surrogate.'],
    [variable('headline', 'text', { max_length: 3 }), 'four', 'must not be longer than 3 characters.'],
    [variable('headline', 'text', { options: ['Tea', 'Coffee'] }), 'Milk', 'must be one of Tea, Coffee.'],
    [variable('headline', 'text', { pattern: '[A-Z]+' }), 'Abc', 'must match the pattern [A-Z]+.'],
    [variable('headline', 'text', { required: true }), ' ', 'is required.'],
    [variable('photo', 'image'), 7, 'must be an object with an asset_id.'],
    [variable('photo', 'image'), { asset_id: 'tpl_1' }, 'must name an asset by its id.'],
    [variable('photo', 'image'), { asset_id: asset, fit: 'fill' }, 'must have cover or contain as its fit.'],
    [
      variable('photo', 'image'),
      { asset_id: asset, focal_point: { x: 2, y: 0 } },
      'must have a focal_point with x and y from 0 to 1.',
    ],
    [
      variable('photo', 'image'),
      { asset_id: asset, focal_piont: 1 },
      'has an unknown member focal_piont. Did you mean focal_point?',
    ],
    [variable('accent', 'color'), 'url(#x)', 'must be a color such as #1A2B3C or brand:primary.'],
    [
      variable('accent', 'color'),
      'brand:deep-forst',
      'names no color of the brand kit. Did you mean brand:deep-forest?',
    ],
    [
      variable('accent', 'color', { palette: ['brand:sand'] }),
      '#0B3D2E',
      'must be one of the colors brand:sand.',
    ],
    [variable('price', 'number'), '18', 'must be a number.'],
    [variable('price', 'number'), { value: 1, style: 'currency' }, 'must have a currency such as EUR.'],
    [
      variable('price', 'number'),
      { value: 1, style: 'currency', currency: 'EURO' },
      'must have a currency such as EUR.',
    ],
    [variable('price', 'number'), { value: 1, locale: 'not a locale' }, 'must have a locale such as en-GB.'],
    [
      variable('price', 'number'),
      { value: 1, maximum_fraction_digits: 500 },
      'must have from 0 to 20 fraction digits.',
    ],
    [variable('badge', 'boolean'), 'true', 'must be true or false.'],
    [variable('logo', 'logo'), 'primary', 'must be an object with a variant or a theme.'],
    [variable('code', 'qr'), 'ü'.repeat(2_000), 'must not be longer than 2331 bytes.'],
    [
      variable('code', 'barcode', { symbology: 'ean13' }),
      '9783161484101',
      'must end with the check digit 0.',
    ],
    [variable('code', 'barcode'), 'ü', 'must consist of printable ASCII characters.'],
    [variable('items', 'list'), {}, 'must be a list of objects.'],
    [variable('items', 'list', { max_rows: 1 }), [{}, {}], 'must not contain more than 1 rows.'],
  ]
  for (const [definition, value, end] of bad)
    test(`${definition.type}: ${end}`, () =>
      assert.equal(faultOf(definition, value), `The variables.${definition.key} field ${end}`))
})

test('an unknown variable is rejected by name, with the nearest known one', () => {
  const definitions = [variable('head_line', 'text')]
  assert.deepEqual(
    { ...validateValues(definitions, { head_lin: 'a' }) },
    { 'variables.head_lin': ['The variables.head lin field is not known here. Did you mean head_line?'] },
  )
})

test('properties that every object inherits are neither values nor variables', () => {
  const definitions = [variable('constructor', 'text', { required: true })]
  const faults = validateValues(definitions, JSON.parse('{"__proto__":"a","toString":"b"}'))
  assert.deepEqual(Object.keys(faults).sort(), [
    'variables.__proto__',
    'variables.constructor',
    'variables.toString',
  ])
})

test('all errors are reported together, up to 20', () => {
  const values = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`wrong_${at}`, 1]))
  assert.equal(Object.keys(validateValues([], values)).length, 20)
})

test('the rows of a list are checked by the variables in it', () => {
  const definitions = [
    variable('items', 'list'),
    variable('name', 'text', { list: 'items', required: true, max_length: 3 }),
  ]
  const faults = validateValues(definitions, {
    items: [{ name: 'Tea' }, { name: 'Coffee' }, {}, 7, { nam: 1 }],
  })
  assert.deepEqual(
    { ...faults },
    {
      'variables.items.1.name': ['The variables.items.1.name field must not be longer than 3 characters.'],
      'variables.items.2.name': ['The variables.items.2.name field is required.'],
      'variables.items.3': ['The variables.items.3 field must be an object.'],
      'variables.items.4.nam': ['The variables.items.4.nam field is not known here. Did you mean name?'],
      'variables.items.4.name': ['The variables.items.4.name field is required.'],
    },
  )
  assert.deepEqual(
    { ...validateValues(definitions, { name: 'Tea' }) },
    {
      'variables.name': ['The variables.name field belongs to the rows of items.'],
    },
  )
})

// A backtracking engine needs 2^30 steps for the first of these, and longer than any request for the others.
test('no pattern makes validating a long text slow', () => {
  for (const pattern of ['(a+)+b', '(a|aa)+b', '(.*a){20}b', '(?:a?){100}b']) {
    const began = performance.now()
    const definition = variable('sku', 'text', { pattern })
    assert.match(faultOf(definition, 'a'.repeat(5_000))!, /must match the pattern/)
    assert.ok(performance.now() - began < 1_000, pattern)
  }
})
