// Engines: embedded
// Documents and values that are designed to be slow are filled in bounded time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GivenValues, VariableDefinition } from '../src/index.ts'
import { filled, picture, svg, variable } from './support/filling.ts'

const shapes = (count: number, attributes = '') => `<rect ${attributes} width="9" height="9"/>`.repeat(count)
const pattern = (number: number) =>
  `<pattern id="p${number}"><use href="#p${number + 1}"/><use href="#p${number + 1}"/></pattern>`

const cases: Record<string, [document: string, VariableDefinition[], GivenValues]> = {
  'many shapes under a text': [
    svg(`${shapes(90_000)}<text id="$a" y="20">A</text>`),
    [variable('a', 'text')],
    { a: 'B' },
  ],
  'many layers of one variable': [svg(shapes(90_000, 'id="$a"')), [variable('a', 'boolean')], { a: false }],
  'a picture in the place of a drawing of many shapes': [
    svg(`<g id="$a">${shapes(90_000)}</g>`),
    [variable('a', 'image')],
    { a: 'ast_1' },
  ],
  'many copies of a large group': [
    svg(`<g id="t">${shapes(1_000)}</g>${'<use id="$a" href="#t"/>'.repeat(1_000)}`),
    [variable('a', 'color')],
    { a: '#123456' },
  ],
  'patterns that double from one to the next': [
    svg(
      `${Array.from({ length: 24 }, (_, at) => pattern(at)).join('')}<g id="$a">${shapes(5_000, 'fill="url(#p0)"')}</g>`,
    ),
    [variable('a', 'image')],
    { a: 'ast_1' },
  ],
  'many texts over many translucent shapes': [
    svg(
      `${'<rect width="400" height="300" fill-opacity=".01"/>'.repeat(5_000)}${'<text y="20">Some text</text>'.repeat(1_000)}`,
    ),
    [],
    {},
  ],
  'a large row in a long list': [
    svg(`<g id="$l"><g>${shapes(40_000)}<text id="$a" y="20">A</text></g></g>`),
    [variable('l', 'list'), variable('a', 'text', { list: 'l' })],
    { l: Array(100).fill({ a: 'B' }) },
  ],
}

/** Maximum CPU time, with a margin for a busy machine. */
const secondsMax = 4

for (const [name, [document, definitions, given]] of Object.entries(cases))
  test(`${name} takes bounded time`, async () => {
    const began = process.cpuUsage()
    await filled(document, definitions, given, { pictures: { ast_1: picture('p', 9, 9) } })
    const seconds = process.cpuUsage(began).user / 1e6
    assert.ok(seconds < secondsMax, `${seconds} s`)
  })
