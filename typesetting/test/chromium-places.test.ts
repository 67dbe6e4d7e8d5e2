// Engines: embedded
// SVG texts have the same positions as in Chromium, with the same font.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFonts } from '@atelier/typesetting'
import { newWindow, withoutBrowser } from '../../portal/test/support/chromium.ts'
import { packageFont, setTexts } from './support/setting.ts'

const files = {
  Sans: packageFont('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2'),
  Arab: packageFont('@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2'),
  Deva: packageFont(
    '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2',
  ),
  Text: packageFont('@fontsource/tinos/files/tinos-latin-400-normal.woff2'),
}
const path = '<path id="p" d="M50 200C150 50 300 50 400 200S700 350 780 150" fill="none"/>'

/** The content of an `svg` of 800 × 400, by name. */
const texts: Record<string, string> = {
  'kerning and ligatures': '<text x="20" y="80" font-size="40" font-family="Text">AVATAR Tofu office</text>',
  'weights of a variable font':
    '<text x="20" y="80" font-size="40" font-family="Sans" font-weight="800">Heavy</text>',
  'text-anchor middle':
    '<text x="400" y="80" font-size="40" font-family="Sans" text-anchor="middle">Middle of it</text>',
  'text-anchor end with tspans':
    '<text x="780" y="80" font-size="40" font-family="Sans" text-anchor="end">End <tspan font-weight="700">of</tspan> it</text>',
  'dx, dy and x of tspans':
    '<text x="20" y="80" font-size="30" font-family="Sans">One<tspan dx="9" dy="7">two</tspan><tspan x="300">three</tspan> four</text>',
  'lists of places':
    '<text x="20 60 90" y="80 90" dx="0 0 0 0 8" font-size="30" font-family="Sans">Listed one</text>',
  'letter and word spacing':
    '<text x="20" y="80" font-size="30" font-family="Sans" letter-spacing="3" word-spacing="11">Wide words here</text>',
  'white space':
    '<text x="20" y="80" font-size="30" font-family="Sans">\n   a   <tspan> b </tspan>\n  <tspan>  c</tspan>  d  </text>',
  'preserved spaces':
    '<text x="20" y="80" font-size="30" font-family="Sans" xml:space="preserve">  a  b </text>',
  'sub and super':
    '<text x="20" y="80" font-size="40" font-family="Sans">a<tspan baseline-shift="9">b</tspan><tspan baseline-shift="-25%">c</tspan>d</text>',
  Arabic: '<text x="400" y="80" font-size="40" font-family="Arab" direction="rtl">مرحبا بالعالم</text>',
  'Arabic from the left': '<text x="20" y="80" font-size="40" font-family="Arab">سلام عليكم</text>',
  Devanagari: '<text x="20" y="80" font-size="40" font-family="Deva">क्षत्रिय नमस्ते</text>',
  textLength: '<text x="20" y="80" font-size="30" font-family="Sans" textLength="400">Spread out</text>',
  'stretched glyphs':
    '<text x="20" y="80" font-size="30" font-family="Sans" textLength="400" lengthAdjust="spacingAndGlyphs">Stretch</text>',
  'sub and super by name':
    '<text x="20" y="80" font-size="40" font-family="Sans">a<tspan baseline-shift="super">b</tspan><tspan baseline-shift="sub">c</tspan></text>',
  rotate: '<text x="20" y="80" font-size="30" font-family="Sans" rotate="0 20 -10">Turned</text>',
  'a path': `${path}<text font-size="28" font-family="Sans"><textPath href="#p" startOffset="40">Along the path</textPath></text>`,
  'the middle of a path': `${path}<text font-size="28" font-family="Sans" text-anchor="middle"><textPath href="#p" startOffset="50%">Middle</textPath></text>`,
}
/** The part of the DOM that the tests use. The DOM types are only available in the portal. */
type Page = {
  fonts: { load(font: string): Promise<unknown>; ready: Promise<unknown> }
  querySelector(name: string): unknown
}

const documentOf = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" width="800" height="400">${content}</svg>`

test('characters have the same positions as in Chromium', {
  skip: withoutBrowser,
  timeout: 120_000,
}, async (t) => {
  const fonts = await openFonts(
    Object.entries(files).map(([family, bytes]) => ({ bytes, source: 'company' as const, family })),
  )
  const { page } = await newWindow('about:blank')
  const faces = Object.entries(files).map(
    ([family, bytes]) =>
      `@font-face{font-family:${family};font-weight:1 1000;src:url(data:font/woff2;base64,${Buffer.from(bytes).toString('base64')})}`,
  )
  for (const [name, content] of Object.entries(texts)) {
    await t.test(name, async () => {
      await page.setContent(
        `<style>body{margin:0}text{text-rendering:geometricPrecision}${faces.join('')}</style>${documentOf(content)}`,
      )
      const expected = await page.evaluate(async () => {
        const page = globalThis as unknown as { document: Page }
        for (const family of ['Sans', 'Text', 'Arab', 'Deva'])
          for (const weight of ['', '700 ', '800 ']) await page.document.fonts.load(`${weight}20px ${family}`)
        await page.document.fonts.ready
        const text = page.document.querySelector('text') as {
          getNumberOfChars(): number
          getStartPositionOfChar(at: number): { x: number; y: number }
          getEndPositionOfChar(at: number): { x: number; y: number }
          getRotationOfChar(at: number): number
        }
        return Array.from({ length: text.getNumberOfChars() }, (_, at) => {
          const [start, end] = [text.getStartPositionOfChar(at), text.getEndPositionOfChar(at)]
          return { x: start.x, y: start.y, endX: end.x, rotation: text.getRotationOfChar(at) }
        })
      })
      const { glyphRuns } = await setTexts(documentOf(content), { fonts })
      const glyphs = glyphRuns
        .flatMap((run) => run.glyphs.map((glyph) => ({ ...glyph, isRightToLeft: run.isRightToLeft })))
        .filter(({ text }) => text !== '')
      // Arabic glyphs are offset within their advance, but Chromium ignores that offset. Returns the start
      // positions of the glyphs in Chromium, from the left for both directions.
      const starts = expected.map(({ x, endX, ...rest }) => ({ x: Math.min(x, endX), ...rest }))
      for (const { x, y, rotation, text, advance } of glyphs) {
        if (text.trim() === '' || advance === 0) continue
        const near = starts.some(
          (one) =>
            Math.abs(one.x - x) < (name.startsWith('Arabic') ? 2 : 0.6) &&
            Math.abs(one.y - y) < 0.6 &&
            Math.abs(one.rotation - rotation) < 2,
        )
        assert.ok(
          near,
          `${text} at ${x.toFixed(2)} ${y.toFixed(2)} ${rotation.toFixed(1)}, not in ${JSON.stringify(starts)}`,
        )
      }
    })
  }
})

test('dominant-baseline moves a text as far as in Chromium', {
  skip: withoutBrowser,
  timeout: 120_000,
}, async () => {
  const fonts = await openFonts([{ bytes: files.Sans, source: 'company', family: 'Sans' }])
  const { page } = await newWindow('about:blank')
  const face = `@font-face{font-family:Sans;font-weight:1 1000;src:url(data:font/woff2;base64,${Buffer.from(files.Sans).toString('base64')})}`
  const content = (baseline: string) =>
    `<text x="20" y="80" font-size="40" font-family="Sans" dominant-baseline="${baseline}">Base</text>`
  const topOf = async (baseline: string) => {
    await page.setContent(`<style>body{margin:0}${face}</style>${documentOf(content(baseline))}`)
    return page.evaluate(async () => {
      const { document } = globalThis as unknown as { document: Page }
      await document.fonts.load('20px Sans')
      return (document.querySelector('text') as unknown as { getBBox(): { y: number } }).getBBox().y
    })
  }
  const baselineOf = async (baseline: string) =>
    (await setTexts(documentOf(content(baseline)), { fonts })).glyphRuns[0]!.glyphs[0]!.y
  const [top, line] = [await topOf('auto'), await baselineOf('auto')]
  const moved: Record<string, [number, number]> = {}
  for (const baseline of [
    'middle',
    'central',
    'hanging',
    'text-before-edge',
    'text-after-edge',
    'mathematical',
  ])
    moved[baseline] = [(await baselineOf(baseline)) - line, (await topOf(baseline)) - top]
  for (const [baseline, [found, expected]] of Object.entries(moved))
    assert.ok(Math.abs(found - expected) < 1, `${baseline}: ${found}, not ${expected}`)
})
