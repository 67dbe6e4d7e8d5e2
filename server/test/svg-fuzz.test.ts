// Engines: embedded
// Any input as an SVG is either sanitized or rejected. The result can be parsed, and sanitizing it again changes
// nothing.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { cleanSvg } from '../src/images/svg.ts'
import { NotSvgError, UnsafeSvgError } from '../src/images/svg-errors.ts'
import { attributes, elements, functions, properties } from '../src/images/svg-vocabulary.ts'
import { addressesIn } from './support/css-addresses.ts'
import { design, designs } from './support/designs.ts'
import { forRuns } from './support/fuzz.ts'

/** Undefined if the document was rejected. Any other error fails the test. */
function cleanedOrRefused(bytes: Buffer): Buffer | undefined {
  try {
    return cleanSvg(bytes).svg
  } catch (error) {
    if (error instanceof NotSvgError || error instanceof UnsafeSvgError) return undefined
    throw error
  }
}

const namesOfSvg = /^(?:xmlns(?::xlink)?|(?:xlink:)?href|xml:(?:space|lang))$/
const running =
  /^(?:script|foreignObject|iframe|object|embed|audio|video|canvas|handler|listener|set|discard|animate.*)$/i
/** Attributes that are only ever text, so that brackets in them are harmless. */
const isText =
  /^(?:id|class|lang|role|title|font-family|result|in2?|systemLanguage|required\w+|xmlns.*|xml:.*|(?:data|aria)-.*)$/
const within = /^#|^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]*=*$/
const embeddedSvg = /^data:image\/svg\+xml;base64,(.*)$/

/**
 * Parses the result with the same parser but without Atelier's code and checks names, URLs (also in styles)
 * and anything executable.
 */
function assertHarmless(svg: Buffer) {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  let sheet: string | undefined
  parser.on('opentag', ({ name, uri, attributes: found }) => {
    assert.ok(elements.has(name) && !running.test(name), name)
    assert.equal(uri, 'http://www.w3.org/2000/svg', name)
    if (name === 'style') sheet = ''
    for (const [key, { value }] of Object.entries(found)) {
      assert.ok(attributes.has(key) || namesOfSvg.test(key) || /^(data|aria)-/.test(key), key)
      assert.doesNotMatch(key, /^on/i)
      if (/href$/i.test(key)) {
        assert.match(value, within)
        const [, inner] = embeddedSvg.exec(value) ?? []
        if (inner !== undefined) assertHarmless(Buffer.from(inner, 'base64'))
      }
      // Rules only exist in style sheets.
      else if (!isText.test(key))
        assertWithin(addressesIn(value).filter((address) => !address.startsWith('@')))
    }
  })
  parser.on('text', (text) => {
    if (sheet !== undefined) sheet += text
  })
  parser.on('closetag', ({ name }) => {
    if (name !== 'style') return
    assertWithin(addressesIn(sheet!))
    sheet = undefined
  })
  for (const event of ['doctype', 'comment', 'cdata', 'processinginstruction'] as const)
    parser.on(event, () => assert.fail(event))
  parser.write(svg.toString()).close()
}

function assertWithin(addresses: string[]) {
  for (const address of addresses) assert.match(address, /^#/)
}

test("the test's own search for URLs in styles finds them in any notation", () => {
  for (const css of [
    'fill: url(x)', 'fill:URL( "x" )', "a{fill:u\\72l(x)}", 'fill:\\000075rl(\\78)', 'x: url(  x  ', '@import "x";',
    '@\\69mport url(x)', 'x: image-set("x" 1x)', 'x: -webkit-image-set( url(x) 1x)', "x: src('x')", '/* " */ a{b:url(x)}',
    '"\\"" url(x)', '"a\nurl(x)', 'a)url(x)', '5%url(x)', 'x:ur\\6c\n(x)', '@font-face{src:url(#a)}', 'x: image(ltr "x")',
  ]) // biome-ignore format: one input that other sanitizers accepted per line.
    assert.ok(
      addressesIn(css).some((address) => !address.startsWith('#')),
      css,
    )
  for (const css of [
    'fill: url(#a)',
    'font: "url(x)"',
    '/* url(x) */',
    'x: rgb(1, 2)',
    '#url(x)',
    'x: url( "#a" )',
  ])
    assert.ok(
      addressesIn(css).every((address) => address.startsWith('#')),
      css,
    )
})

function assertSettled(document: string) {
  const once = cleanedOrRefused(Buffer.from(document))
  if (!once) return false
  assertHarmless(once)
  assert.equal(cleanSvg(once).svg.toString(), once.toString())
  return true
}

const odd = fc.constantFrom(
  '<script>', '</svg>', '<![CDATA[', ']]>', '<!--', '-->', '<?x ?>', '&lt;', '&#0;', '&#xD800;', '&a;', '"', "'", '>',
  '\0', '\r\n', '\ufeff', '\ufffe', '\ud800', 'é', '🎉', 'url(#a)', 'url(//x)', 'u\\72l(x)', '/*', '*/', '\\', '}', '{',
  '((', '))', ';', '!important', '@import "x";', '@media x{', 'xmlns="x"', 'xmlns:a="x"', 'onload="x"', 'style="',
  '<style>', '</style>', 'href="javascript:x"', 'xlink:href="#a"', 'data:image/png;base64,', '<foreignObject>',
) // biome-ignore format: one broken input per line.

/** A design with some bytes replaced, removed or inserted. */
const mutated = fc
  .tuple(
    fc.constantFrom(...designs),
    fc.array(
      fc.tuple(
        fc.integer({ min: 100, max: 9_999 }).map((part) => part / 10_000),
        fc.nat(3),
        fc.oneof(odd, fc.string({ unit: fc.constantFrom(...'az09#;:,.() '), maxLength: 5 })),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([name, edits]) => {
    let text = design(name).toString()
    for (const [place, length, inserted] of edits) {
      const at = Math.floor(place * text.length)
      text = text.slice(0, at) + inserted + text.slice(at + length)
    }
    return text
  })

const escaped = (value: string) =>
  value
    .replace(/[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const part = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('red', '#a1b2c3', '1px', '50%', ',', ' ', '-.5e3', '"a"', "'b\\'", '/'),
  },
  fc.constantFrom(...functions).map((name) => `${name}(1, 2`),
  fc.constantFrom('url(#a)', 'url("#b c")', 'url(x)', 'URL(  #a  )', 'url("x")', '\\55rl(x)', ')', '('),
  fc.constantFrom('src("x")', 'image("x")', 'image-set("x" 1x)', '@\\69mport "x";', '@import url(x);'),
  odd,
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const value = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
const declaration = fc
  .tuple(fc.oneof(fc.constantFrom(...properties), odd), value)
  .map((pair) => pair.join(':'))
const declarations = fc.array(declaration, { maxLength: 4 }).map((all) => all.join(';'))
const selector = fc.array(
  fc.constantFrom(
    '.a',
    '#b',
    'g',
    '*',
    ' ',
    '>',
    ',',
    ':hover',
    '[x="y"]',
    ':not(.a)',
    '\\31 0',
    '::before',
    '|',
    '$',
  ),
  { minLength: 1, maxLength: 4 },
)
const sheet = fc
  .array(
    fc.tuple(selector, declarations, fc.boolean()).map(([names, inner, isQuery]) => {
      const rule = `${names.join('')}{${inner}}`
      return isQuery ? `@media (min-width: 1px) {${rule}}` : rule
    }),
    { maxLength: 4 },
  )
  .map((rules) => rules.join(''))
const attribute = fc.oneof(
  fc.tuple(fc.constantFrom(...attributes), value),
  fc.tuple(fc.constant('style'), declarations),
  fc.tuple(
    fc.constantFrom('href', 'xlink:href', 'id', 'onload', 'data-x', 'xml:space'),
    fc.oneof(value, fc.constant('#a')),
  ),
)
const element = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      value.map(escaped),
      sheet.map((css) => `<style>${escaped(css)}</style>`),
    ),
    fc
      .tuple(
        fc.oneof(fc.constantFrom(...elements), fc.constantFrom('script', 'foreignObject', 'x', 'set')),
        fc.uniqueArray(attribute, { selector: ([name]) => name, maxLength: 4 }),
        fc.array(tie('node'), { maxLength: 3 }),
      )
      .map(([name, given, children]) => {
        const written = given.map(([key, text]) => ` ${key}="${escaped(text)}"`).join('')
        return `<${name}${written}>${children.join('')}</${name}>`
      }),
  ),
})).node
const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const document = (nodes: string[]) => `<svg ${namespaces}>${nodes.join('')}</svg>`
const plain = fc.array(element, { maxLength: 4 }).map(document)
const embedding = fc
  .tuple(plain, fc.constantFrom('data:image/svg+xml;utf8,', 'data:,', 'data:image/png;base64,'))
  .map(([inner, head]) =>
    document([
      `<image href="${head}${escaped(head.endsWith('base64,') ? Buffer.from(inner).toString('base64') : inner)}"/>`,
    ]),
  )
const grown = fc.oneof({ weight: 4, arbitrary: plain }, embedding)

/**
 * Runs many documents and returns the share that was sanitized, because the property would prove little if
 * all were rejected.
 */
function partCleaned(documents: fc.Arbitrary<string>, usual: number, t: TestContext) {
  let [tried, cleaned] = [0, 0]
  const property = fc.property(documents, (document) => {
    tried++
    if (assertSettled(document)) cleaned++
  })
  fc.assert(property, forRuns(usual, t))
  t.diagnostic(`${cleaned} of ${tried} cleaned`)
  return cleaned / tried
}

test('a randomly changed design is sanitized or rejected', (t) => {
  assert.ok(partCleaned(mutated, 3_000, t) > 0.1)
})

test('most documents generated from SVG, CSS and unknown parts are sanitized', (t) => {
  assert.ok(partCleaned(grown, 2_000, t) > 0.75)
})

test('random bytes are rejected', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      assert.equal(cleanedOrRefused(Buffer.from(bytes)), undefined)
    }),
    forRuns(100, t),
  )
})
