// Engines: embedded
// Limits on the cost of rendering an SVG, which are estimated before rendering and enforced during it.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { typedText } from '@atelier/svg/typed-text'
import fc from 'fast-check'
import { cleanSvg } from '../src/images/svg.ts'
import { UnsafeSvgError } from '../src/images/svg-errors.ts'
import { costlySvg } from './hostile/costly-svg.ts'
import { design, designs } from './support/designs.ts'
import { drawingMeter } from './support/drawing-meter.ts'
import { seed } from './support/fuzz.ts'

const svg = (content: string, attributes = 'viewBox="0 0 64 64"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)
const times = (count: number, content: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => content(n)).join('')
const canvas = '<rect width="64" height="64"/>'

/** Each element uses the previous element twice. */
const chain = (count: number, open: (n: number) => string, use: (n: number) => string, close: string) =>
  times(count, (n) => `${open(n)}${n === 0 ? canvas : use(n - 1).repeat(2)}${close}`)

const costly: Record<string, Buffer> = {
  'a chain of masks that are each used twice': svg(
    `${chain(
      10,
      (n) => `<mask id="m${n}">`,
      (n) => `<rect width="64" height="64" fill="#fff" mask="url(#m${n})"/>`,
      '</mask>',
    )}<rect width="64" height="64" mask="url(#m9)"/>`,
  ),
  'a line of a hundred million dashes': svg('<line x2="100000000" stroke="red" stroke-dasharray="1"/>'),
  'dashes inherited from a group': svg(
    '<g style="stroke-dasharray:.01"><path stroke="red" d="M0 0h9000000"/></g>',
  ),
  'a circle of a hundred million dashes': svg('<circle r="1e8" stroke="red" stroke-dasharray="1"/>'),
  'copies that fill the canvas': svg(
    `${chain(
      16,
      (n) => `<g id="g${n}">`,
      (n) => `<use href="#g${n}"/>`,
      '</g>',
    )}<use href="#g15"/>`,
  ),
  'radial gradients that fill the canvas': svg(
    `<radialGradient id="r"><stop/></radialGradient>${times(200, () => '<rect width="64" height="64" fill="url(#r)"/>')}`,
  ),
  'a hundred blend modes': svg(times(200, () => '<path d="M0 0" style="mix-blend-mode:multiply"/>')),
  'a filter of many displacements': svg(
    `<filter id="f">${times(4, () => '<feDisplacementMap scale="9"/>')}</filter><rect width="64" height="64" filter="url(#f)"/>`,
  ),
  'a filter that a style names by class': svg(
    `<style>.x{filter:url(#f)}</style><filter id="f"><feMorphology radius="9"/></filter><g class="x">${canvas}</g>`,
  ),
  'a filter that a style names by namespace': svg(
    `<style>*|rect{filter:url(#f)}</style><filter id="f"><feMorphology radius="9"/></filter>${canvas}`,
  ),
  'a filter that a style names by an escape': svg(
    `<style>\\72 ect{filter:url(#f)}</style><filter id="f"><feMorphology radius="9"/></filter>${canvas}`,
  ),
  'noise on a large canvas': svg(
    `<filter id="f">${times(9, () => '<feTurbulence numOctaves="999"/>')}</filter><rect width="64" height="64" filter="url(#f)"/>`,
  ),
  'four hundred thousand letters': svg(`<text>${'Mg'.repeat(200_000)}</text>`, 'viewBox="0 0 64 64"'),
  'letters copied by use': svg(
    `<text id="t">${'M'.repeat(800)}</text>${times(100, () => '<use href="#t"/>')}`,
  ),
  'thousands of selectors for thousands of elements': svg(
    `<style>${times(4_000, (n) => `g g :not(.a${n}) rect{fill:red}`)}</style>${'<g><rect/></g>'.repeat(4_000)}`,
  ),
  'selectors that look through many ancestors': svg(
    `<style>${times(2_000, (n) => `.a${n} g rect{fill:red}`)}</style>${`${'<g>'.repeat(100)}${'<rect/>'.repeat(20)}${'</g>'.repeat(100)}`.repeat(50)}`,
  ),
  'selectors that look through all siblings': svg(
    `<style>${times(200, (n) => `.a${n}~rect{fill:red}`)}</style>${'<rect/>'.repeat(2_000)}`,
  ),
  'huge arcs': svg(`<path d="${'M0 0A1e7 1e7 0 1 1 9 9'.repeat(2_000)}"/>`),
  'huge curves': svg(`<path d="M0 0${'C1e7 0 0 1e7 9 9'.repeat(2_000)}"/>`),
  'huge arcs by a scale': svg(
    `<g transform="scale(1e6)"><path d="${'M0 0A10 10 0 1 1 .00001 .00001'.repeat(2_000)}"/></g>`,
  ),
  'crossing lines by a scale': svg(
    `<g transform="scale(1000)"><path stroke="red" d="M${times(30_000, (n) => `${(n * 61) % 64} ${(n % 2) * 0.06} `)}"/></g>`,
  ),
  'lines that all cross each other': svg(
    `<path stroke="red" d="M${times(30_000, (n) => `${(n * 61) % 64} ${(n % 2) * 64} `)}"/>`,
  ),
  'nested groups that each need a layer': svg(
    `${'<g opacity=".9">'.repeat(60)}${canvas}${'</g>'.repeat(60)}`,
  ),
}

describe('an expensive SVG is rejected before it is rendered:', () => {
  for (const [what, bytes] of Object.entries(costly))
    test(what, () => {
      assert.throws(
        () => cleanSvg(bytes),
        (error) =>
          error instanceof UnsafeSvgError && /takes too long to render|must not nest/.test(error.message),
      )
    })
})

describe('an ordinary SVG is accepted:', () => {
  for (const name of designs) test(name, () => assert.ok(cleanSvg(design(name)).svg.length > 0))

  const ordinary: Record<string, string> = {
    'a few large blurs': `<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>${times(4, () => '<rect width="64" height="64" filter="url(#f)"/>')}`,
    'thirty small shadows': `<filter id="f"><feDropShadow/></filter>${times(30, (n) => `<rect x="${n * 2}" width="2" height="6" filter="url(#f)"/>`)}`,
    'twenty masked pictures': `<mask id="m"><circle r="30" fill="#fff"/></mask>${times(20, () => `<g mask="url(#m)">${canvas}</g>`)}`,
    'a dashed frame': '<rect width="64" height="64" fill="none" stroke="#000" stroke-dasharray="2 1"/>',
    'five hundred small gradients': `<radialGradient id="r"><stop/></radialGradient>${times(500, () => '<circle r="1" fill="url(#r)"/>')}`,
    'three hundred classes on thousands of shapes': `<style>${times(300, (n) => `.st${n}{fill:red}`)}</style>${times(5_000, (n) => `<path class="st${n % 300}" d="M0 0h1"/>`)}`,
    'a hatching of full height': `<path stroke="red" d="${times(2_000, (n) => `M${n % 64} 0V64`)}"/>`,
    'thirty thousand small curves': `<path d="M0 0${'c0 0 .2 .1 .3 .3'.repeat(30_000)}"/>`,
    'masks that nothing uses': times(300, (n) => `<mask id="m${n}">${canvas}</mask>`),
  }
  for (const [what, content] of Object.entries(ordinary))
    test(what, () => assert.ok(cleanSvg(svg(content)).svg.length > 0))
})

test('joining lines of text takes linear time', () => {
  const text = (count: number) => ({
    name: 'text',
    attributes: new Map<string, string>(),
    children: [
      `${'\n'.repeat(count)}x`,
      { name: 'tspan', attributes: new Map([['y', '9']]), children: ['y'] },
    ],
  })
  const cpuOf = (count: number) => {
    const before = process.cpuUsage()
    assert.equal(typedText(text(count)), 'x\ny')
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  cpuOf(20_000)
  // With quadratic growth, four times the length would take sixteen times as long.
  const [short, long] = [cpuOf(100_000), cpuOf(400_000)]
  assert.ok(long < 200_000, `${long / 1000} ms, and ${short / 1000} ms for a quarter of it`)
})

/** Maximum time: two seconds for rendering, plus typesetting and late checks on a busy machine. */
const secondsMax = 3

/** The outlines are larger than the document and do not count towards its budget. */
const dashedText = svg(
  `<text y="90" font-size="90" stroke="red" stroke-dasharray=".01">${'Mg'.repeat(400)}</text>`,
)

test('rendering no small document takes more than two seconds of CPU or 300 MB', {
  skip: process.platform !== 'linux',
}, async (t) => {
  t.diagnostic(`FUZZ_SEED=${seed}`)
  const directory = await mkdtemp(join(tmpdir(), 'atelier-cost-'))
  after(() => rm(directory, { recursive: true }))
  const meter = await drawingMeter(directory)
  t.after(meter.close)
  let drawn = 0
  const { seconds } = await meter.measure(String(dashedText))
  assert.ok(seconds < secondsMax, `${seconds} s`)
  for (const document of fc.sample(costlySvg, { numRuns: 60, seed })) {
    const { outcome, seconds, bytes } = await meter.measure(document)
    if (outcome === 'drawn') drawn++
    assert.ok(seconds < secondsMax, `${seconds} s: ${document}`)
    assert.ok(bytes < 340e6, `${Math.round(bytes / 1e6)} MB: ${document}`)
  }
  assert.ok(drawn > 10, `${drawn} drawn`)
})
