// Engines: embedded
// Elements that sanitization removes from a document are counted. Text that no renderer shows is converted to
// text that renderers show.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { descendants, textOf } from '@atelier/svg/tree'
import sharp from 'sharp'
import { withOutlines } from '../src/images/outline-text.ts'
import { cleanSvg, readSafely } from '../src/images/svg.ts'
import { readVariables } from '../src/images/svg-variables.ts'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { upload } from './support/uploads.ts'

const svg = (content: string, attributes = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 100"${attributes}>${content}</svg>`,
  )
const removedFrom = (content: string, attributes?: string) => {
  const { removed } = readSafely(svg(content, attributes))
  return Object.fromEntries(removed.map(({ element, count }) => [element, count]))
}
const html = (content: string, style = '') =>
  `<div xmlns="http://www.w3.org/1999/xhtml" style="${style}">${content}</div>`

const drawing = `
  <script>a()</script><script>b()</script>
  <a href="https://acme.example"><rect width="9" height="9" onclick="a()"/></a>
  <image href="https://acme.example/x.png"/>
  <style>@font-face { src: url(https://acme.example/x.woff) } rect { fill: red }</style>
  <rect width="9" height="9"><animate attributeName="x"/></rect>
  <foreignObject width="90" height="20">${html('<table><tr><td>a</td></tr></table>')}</foreignObject>`
const drawingRemoved = [
  { element: 'script', count: 2 },
  { element: '@font-face', count: 1 },
  { element: 'animate', count: 1 },
  { element: 'foreignObject', count: 1 },
  { element: 'href', count: 1 },
  { element: 'image', count: 1 },
  { element: 'on*', count: 1 },
]

describe('`removed`', () => {
  test('`removed` counts elements, links, handlers and rules, the most frequent first', () => {
    assert.deepEqual(readSafely(svg(drawing)).removed, drawingRemoved)
  })

  test('`removed` does not list invisible content: metadata, comments, and the notes of design tools', () => {
    assert.deepEqual(
      removedFrom(
        '<!-- x --><metadata><rdf xmlns="urn:rdf"/></metadata><x:namedview xmlns:x="urn:sodipodi"/><rect fill="red"/>',
      ),
      {},
    )
    assert.deepEqual(removedFrom('<use xlink:href="#a"/><a href="#b"/><image href=""/>'), {})
  })

  // Holds R-ASSET-13.
  test('`removed` is shown on assets, templates and their versions', async () => {
    const service = await startService()
    const acme = await newCompany(service, 'Acme')
    const asset = (await upload(service, acme, { bytes: svg(drawing), name: 'x.svg' })).body.data
    assert.deepEqual(asset.removed, drawingRemoved)
    const places = { path: '/api/templates', field: 'document' }
    const template = (await upload(service, acme, { bytes: svg(drawing), name: 'x.svg' }, {}, places)).body
      .data
    assert.deepEqual(template.removed, drawingRemoved)
    for (const path of [`/api/assets/${asset.id}`, `/api/templates/${template.id}`])
      assert.deepEqual((await acme.get(`${path}/versions`)).body.data[0].removed, drawingRemoved)
    // A sanitized document has nothing to remove, and the previous version keeps its list.
    const put = { method: 'PUT', path: `/api/templates/${template.id}/document`, field: 'document' }
    const replaced = await upload(service, acme, { bytes: svg('<rect/>'), name: 'x.svg' }, {}, put)
    assert.deepEqual(replaced.body.data.removed, [])
    const restored = await acme.post(`/api/templates/${template.id}/versions/1/restoration`)
    assert.deepEqual(restored.body.data.removed, drawingRemoved)
  })
})

test('a template in another format is rejected with its name, and advice for design tools', async () => {
  const service = await startService()
  const acme = await newCompany(service, 'Acme')
  const refusalOf = async (bytes: Buffer) => {
    const places = { path: '/api/templates', field: 'document' }
    const { status, body } = await upload(service, acme, { bytes, name: 'x' }, {}, places)
    assert.equal(status, 422)
    return body.document[0]
  }
  const illustrator = Buffer.from('%PDF-1.6\n1 0 obj<</AIPrivateData1 2 0 R>>')
  assert.match(
    await refusalOf(illustrator),
    /^The document must be an SVG. This file is an Adobe Illustrator document. In Illustrator, choose File/,
  )
  assert.equal(
    await refusalOf(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    ),
    'The document must be an SVG. This file is a PNG image.',
  )
  assert.match(await refusalOf(Buffer.from('<svg')), /not a valid SVG|must start|empty/)
})

const textsIn = (content: string) =>
  [...descendants(readSafely(svg(content)).root)]
    .filter(({ name }) => name === 'text')
    .map((text) => text.children.map((line) => (typeof line === 'string' ? line : textOf(line))))

/** The position of the visible content, in user units. */
async function inkOf(content: string) {
  const outlined = await withOutlines(cleanSvg(svg(content, ' width="200" height="100"')).svg)
  const { data, info } = await sharp(outlined)
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [xs, ys]: [number[], number[]] = [[], []]
  data.forEach((alpha, at) => {
    if (alpha < 100) return
    xs.push(at % info.width)
    ys.push(Math.floor(at / info.width))
  })
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

describe('a label in HTML', () => {
  const style = 'display: table-cell; white-space: nowrap; text-align: center;'
  const label = `<foreignObject x="50" y="30" width="100" height="40">${html('<span class="nodeLabel"><p>Start &amp; go<br/>now</p></span>', style)}</foreignObject>`

  test('a label in HTML becomes a text in the middle of its box, line by line', async () => {
    assert.deepEqual(textsIn(label), [['Start & go', 'now']])
    assert.deepEqual(removedFrom(label), {})
    const { left, right, top, bottom } = await inkOf(label)
    assert.ok(Math.abs((left + right) / 2 - 100) < 3, `${left} ${right}`)
    assert.ok(top > 30 && bottom < 70, `${top} ${bottom}`)
  })

  test('a label in HTML keeps its color and the size of its letters', () => {
    const [text] = [
      ...descendants(
        readSafely(svg(`<foreignObject>${html('<b>x</b>', 'color:#123456;font-size:20px')}</foreignObject>`))
          .root,
      ),
    ].filter(({ name }) => name === 'text')
    assert.equal(text!.attributes.get('fill'), '#123456')
    assert.equal(text!.attributes.get('font-size'), '20px')
  })

  test("a label in HTML within a switch is replaced by the design tool's own fallback", () => {
    const drawio = `<switch><foreignObject width="100%" height="100%">${html('Box')}</foreignObject><text>Box</text></switch>`
    assert.deepEqual(textsIn(drawio), [['Box']])
    assert.deepEqual(removedFrom(drawio), {})
  })

  test('a label in HTML with more than text, or without text, is not converted', () => {
    for (const content of ['<img src="x"/>', '<table/>', '<svg/>', '<button>x</button>'])
      assert.deepEqual(
        [
          textsIn(`<foreignObject>${html(content)}</foreignObject>`),
          removedFrom(`<foreignObject>${html(content)}</foreignObject>`),
        ],
        [[], { foreignObject: 1 }],
        content,
      )
    assert.deepEqual(removedFrom(`<foreignObject>${html('<span> </span>')}</foreignObject>`), {})
    const hostile = `<foreignObject>${html('x', "color:url(https://acme.example);font-family:x' onload='a()")}</foreignObject>`
    assert.doesNotMatch(cleanSvg(svg(hostile)).svg.toString(), /url\(| onload='/)
  })
})

describe('flowed text of Inkscape 0.92', () => {
  const flowed = `<flowRoot id="$headline" style="font-size:20px;fill:#ff0000"><flowRegion><rect x="20" y="10" width="120" height="80"/></flowRegion><flowPara>Made for first light</flowPara><flowPara>Now</flowPara><flowPara> </flowPara></flowRoot>`

  test('flowed text of Inkscape 0.92 becomes a text within its frame, with line breaks where it would be too wide', async () => {
    assert.deepEqual(textsIn(flowed), [['Made for', 'first light', 'Now']])
    const { left, right, top } = await inkOf(flowed)
    assert.ok(left >= 20 && right <= 140, `${left} ${right}`)
    assert.ok(top >= 10 && top < 20, `${top}`)
  })

  test('flowed text of Inkscape 0.92 can be a variable', () => {
    const [variable] = readVariables(readSafely(svg(flowed)).root)
    assert.deepEqual([variable!.key, variable!.type], ['headline', 'text'])
  })

  test('flowed text of Inkscape 0.92 without a text leaves nothing behind', () => {
    const empty =
      '<flowRoot><flowRegion><rect width="9" height="9" fill="red"/></flowRegion><flowPara/></flowRoot>'
    assert.equal(cleanSvg(svg(empty)).svg.toString(), cleanSvg(svg('')).svg.toString())
  })

  test('flowed text of Inkscape 0.92 with too many lines is rejected', () => {
    const many = `<flowRoot><flowRegion><rect width="1" height="9"/></flowRegion><flowPara>${'a '.repeat(20_000)}</flowPara></flowRoot>`
    assert.throws(() => cleanSvg(svg(many)), /lines of flowed text/)
  })
})
