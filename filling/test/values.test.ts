// Engines: embedded
// Values that are given as text, and the assets that values reference.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assetFaults,
  assetsNamed,
  type VariableDefinition,
  validateValues,
  valueFromText,
} from '../src/index.ts'

const variable = (
  key: string,
  type: VariableDefinition['type'],
  more: Partial<VariableDefinition> = {},
): VariableDefinition => ({ key, type, label: key, required: false, default: null, ...more })

test('a cell of a table is read as the type of its variable', () => {
  const cells: [VariableDefinition, string, unknown][] = [
    [variable('a', 'text'), ' 12 ', ' 12 '],
    [variable('a', 'text'), '  ', null],
    [variable('a', 'number'), '18', 18],
    [variable('a', 'number'), '-1.5', -1.5],
    [variable('a', 'number', { locale: 'de' }), '1.234,50', 1234.5],
    [variable('a', 'number', { locale: 'de' }), '1234.5', 1234.5],
    [variable('a', 'number', { locale: 'fr' }), '1\u202f234,5', 1234.5],
    [variable('a', 'number', { locale: 'en' }), '1,234.50', 1234.5],
    [variable('a', 'number'), '{"value":1,"style":"percent"}', { value: 1, style: 'percent' }],
    [variable('a', 'number'), '1e9', '1e9'],
    [variable('a', 'boolean'), 'Yes', true],
    [variable('a', 'boolean'), '0', false],
    [variable('a', 'boolean'), 'perhaps', 'perhaps'],
    [variable('a', 'image'), ' ast_1 ', 'ast_1'],
    [variable('a', 'image'), '{"asset_id":"ast_1"}', { asset_id: 'ast_1' }],
    [variable('a', 'list'), '[{"b":1}]', [{ b: 1 }]],
    [variable('a', 'list'), 'no list', 'no list'],
  ]
  for (const [definition, text, value] of cells)
    assert.deepEqual(valueFromText(definition, text), value, `${definition.type} ${text}`)
})

test('a cell that cannot be converted is rejected by its type', () => {
  const price = variable('price', 'number')
  assert.deepEqual(
    { ...validateValues([price], { price: valueFromText(price, 'cheap') }) },
    {
      'variables.price': ['The variables.price field must be a number.'],
    },
  )
})

test('assets are found in values and in rows, and are checked for size and folder', () => {
  const definitions = [
    variable('photo', 'image', { min_width: 1000, folder_id: 'fld_1' }),
    variable('items', 'list'),
    variable('icon', 'image', { list: 'items' }),
  ]
  const values = { photo: 'ast_1', items: [{ icon: { asset_id: 'ast_2' } }, { icon: 'ast_3' }, {}] }
  const named = assetsNamed(definitions, values)
  assert.deepEqual(
    named.map(({ field, assetId }) => [field, assetId]),
    [
      ['variables.photo', 'ast_1'],
      ['variables.items.0.icon', 'ast_2'],
      ['variables.items.1.icon', 'ast_3'],
    ],
  )
  const facts = (width: number, folderIds: string[]) =>
    new Map([
      ['ast_1', { width, folderIds }],
      ['ast_2', { width: 1, folderIds: [] }],
    ])
  const missing = ['The variables.items.1.icon field must be the id of an image in the library.']
  assert.deepEqual(
    { ...assetFaults(named, facts(999, ['fld_1'])) },
    {
      'variables.photo': [
        'The variables.photo field must be an image at least 1000 pixels wide; this one has 999.',
      ],
      'variables.items.1.icon': missing,
    },
  )
  assert.deepEqual(
    { ...assetFaults(named, facts(1000, ['fld_2'])) },
    {
      'variables.photo': ['The variables.photo field must be an image in the folder fld_1.'],
      'variables.items.1.icon': missing,
    },
  )
  assert.deepEqual(
    { ...assetFaults(named, facts(1000, ['fld_2', 'fld_1'])) },
    { 'variables.items.1.icon': missing },
  )
})
