// Engines: embedded
// The declaration that wins for an element (CSS Cascade 4), as the renderer decides.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCascade } from '../src/cascade.ts'
import { readCleanSvg } from '../src/read.ts'
import { descendants, parentsIn } from '../src/tree.ts'

function fillOf(css: string, content = '<g class="a b"><rect/><rect id="x" class="c" fill="gray"/></g>') {
  const root = readCleanSvg(`<svg xmlns="http://www.w3.org/2000/svg"><style>${css}</style>${content}</svg>`)
  const element = [...descendants(root)].find(({ attributes }) => attributes.get('id') === 'x')!
  return readCascade(root, parentsIn(root)).own(element, 'fill')
}

describe('a rule applies to elements that its selector matches', () => {
  const applying = [
    ['by name', 'rect{fill:red}'],
    ['by a name with a namespace', '*|rect{fill:red}'],
    ['by an escaped class', '.\\63{fill:red}'],
    ['by an attribute', '[class="c"]{fill:red}'],
    ['by a descendant', '.a rect{fill:red}'],
    ['by a child', 'g.b>rect{fill:red}'],
    ['by a sibling', 'rect+rect{fill:red}'],
    ['by its position', 'rect:nth-child(2){fill:red}'],
    ['by its position from a formula', ':nth-of-type(2n){fill:red}'],
    ['by being the last', 'g :last-of-type{fill:red}'],
    ['by having no content', 'rect:empty{fill:red}'],
    ['by a list', ':is(.z,.c){fill:red}'],
    ['by a negation', 'rect:not(:first-child){fill:red}'],
  ] as const
  for (const [how, css] of applying) test(how, () => assert.equal(fillOf(css), 'red'))
})

describe('a rule does not apply to other elements', () => {
  const others = [
    ['of another position', 'rect:nth-child(2n+1){fill:red}'],
    ['of a medium, which the renderer ignores', '@media screen{rect{fill:red}}'],
    ['of an unknown pseudo-class', 'rect:hover{fill:red}'],
    ['of an element around it', 'g{fill:red}'],
  ] as const
  for (const [how, css] of others) test(how, () => assert.equal(fillOf(css), 'gray'))
})

test('the most specific rule wins, then the last rule', () => {
  assert.equal(fillOf('#x{fill:red}.c{fill:blue}rect{fill:blue}'), 'red')
  assert.equal(fillOf('.c{fill:blue}.c{fill:red}'), 'red')
  assert.equal(fillOf(':is(#x){fill:red}.c{fill:blue}'), 'red')
  assert.equal(fillOf('.c{fill:red}:where(#x){fill:blue}'), 'red')
})

test('an important rule wins over the style of the element, unless the style is important too', () => {
  const styled = (style: string) => `<rect id="x" style="fill:${style}"/>`
  assert.equal(fillOf('rect{fill:red}', styled('blue')), 'blue')
  assert.equal(fillOf('rect{fill:red!important}', styled('blue')), 'red')
  assert.equal(fillOf('rect{fill:red!important}', styled('blue!important')), 'blue')
})

test('a wide-gamut color after a plain color is ignored', () => {
  assert.equal(fillOf('rect{fill:red;fill:color(display-p3 1 0 0)}'), 'red')
  assert.equal(fillOf('', '<rect id="x" style="fill:red;fill:oklch(60% .2 30)"/>'), 'red')
})

test('`concerns` tells whether a sheet has rules for an element', () => {
  const root = readCleanSvg(
    '<svg xmlns="http://www.w3.org/2000/svg"><style>g text{fill:red}.a path{fill:red}</style></svg>',
  )
  const { concerns } = readCascade(root, parentsIn(root))
  assert.deepEqual(['text', 'path', 'g'].map(concerns), [true, true, false])
})
