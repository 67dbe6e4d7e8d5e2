// Engines: embedded
// Text in embedded fonts looks like its outlines and can be copied, in every script.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import sharp from 'sharp'
import { setTexts, svg } from '../../typesetting/test/support/setting.ts'
import { drawPdf, type PdfOptions } from '../src/drawing/pdf/document.ts'
import { pdfFile } from './support/pdf-tools.ts'
import { withoutPdfTools } from './support/programs.ts'

const skip = withoutPdfTools()
const directory = await mkdtemp(join(tmpdir(), 'atelier-pdf-text-'))
after(() => rm(directory, { recursive: true }))

const textElement = (text: string, attributes = '') =>
  `<text x="${/direction="rtl"/.test(attributes) ? 700 : 60}" y="100" font-size="40" ${attributes}>${text}</text>`

async function pdf(content: string, options: PdfOptions = {}, mayEmbed = true) {
  const { root, glyphRuns } = await setTexts(svg(content))
  const runs = glyphRuns.map((run) => ({ ...run, font: { ...run.font, mayEmbed } }))
  const kit = [{ hex: '#0B3D2E', cmyk: { c: 80, m: 20, y: 70, k: 60 }, pantone: '3435 C' }]
  const { bytes } = await drawPdf(
    [{ root, glyphRuns: runs }],
    new Map(),
    { text: 'embedded', ...options },
    kit,
  )
  return { bytes, ...pdfFile(directory, bytes) }
}

/** Removes the invisible direction marks. */
const copied = (text: string) => text.replace(/[\u200e\u200f\u202a-\u202e\f]/g, '').trim()

const scripts: [string, string, string?][] = [
  ['Latin with ligatures', 'Office affinity — Ångström'],
  ['Greek and Cyrillic', 'Ελληνικά Кириллица'],
  ['Arabic', 'العلامة التجارية الجديدة', 'direction="rtl"'],
  ['Hebrew', 'שלום עולם', 'direction="rtl"'],
  ['Devanagari', 'हिन्दी में क्षेत्रीय प्रस्तुति'],
  ['Bengali', 'বাংলা ভাষা'],
  ['Tamil', 'தமிழ் மொழி'],
  ['Thai', 'ภาษาไทยสวยงาม'],
  ['Japanese', '日本語の文字'],
  ['Korean', '한국어 글꼴'],
]

describe('text in embedded fonts', { skip }, () => {
  for (const [name, text, attributes] of scripts)
    test(`${name} can be copied as it was written`, async () => {
      const file = await pdf(textElement(text, attributes))
      file.check()
      assert.equal(copied(file.text()), text)
    })

  test('every font is embedded with only the used glyphs', async () => {
    const file = await pdf(
      scripts.map(([, text], index) => `<text y="${40 + 40 * index}">${text}</text>`).join(''),
    )
    const fonts = file.fonts()
    assert.ok(fonts.length >= scripts.length - 1)
    // Each font is embedded, reduced to a subset, and has Unicode values.
    for (const font of fonts)
      assert.match(font, /^[A-Z]{6}\+\S+ +CID (TrueType|Type 0C) +Identity-H +yes yes yes/)
    assert.ok(file.bytes.length < 120_000, `${file.bytes.length} bytes`)
  })

  test('text in embedded fonts looks like the outlines', async () => {
    const content = scripts
      .map(
        ([, text, attributes = ''], index) =>
          `<text x="${attributes ? 700 : 60}" y="${50 + 55 * index}" font-size="40" font-weight="${index % 2 ? 700 : 400}" transform="rotate(${index % 3})" ${attributes}>${text}</text>`,
      )
      .join('')
    // Glyphs and outlines are smoothed differently, so means over many pixels are compared.
    const coarse = async (text: 'outlines' | 'embedded') => {
      const pixels = await (await pdf(content, { text })).pixels(2400, 1800)
      return sharp(pixels, { raw: { width: 2400, height: 1800, channels: 3 } })
        .resize(300, 225, { kernel: 'linear' })
        .raw()
        .toBuffer()
    }
    const [one, other] = [await coarse('outlines'), await coarse('embedded')]
    const largest = one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at]!)), 0)
    assert.ok(largest < 32, `a mean differs by ${largest}`)
    assert.ok(one.some((value) => value < 128))
  })

  test('text in embedded fonts is printed on the plate of its spot color', async () => {
    const file = await pdf(
      textElement('I', 'fill="#0b3d2e" font-weight="900"')
        .replace('font-size="40"', 'font-size="700"')
        .replace('y="100"', 'y="580"'),
      { color: 'cmyk' },
    )
    assert.equal(copied(file.text()), 'I')
    assert.match(file.source(), /\/Separation\s+\/PANTONE#203435#20C/)
  })

  test('text in embedded fonts gives the same bytes for the same document', async () => {
    const [one, other] = [await pdf(textElement('Same')), await pdf(textElement('Same'))]
    assert.ok(one.bytes.equals(other.bytes))
  })

  test('text in a font whose license forbids embedding becomes outlines', async () => {
    const file = await pdf(textElement('Protected'), {}, false)
    assert.deepEqual([file.fonts(), copied(file.text())], [[], ''])
  })

  test('text becomes outlines by default', async () => {
    assert.deepEqual((await pdf(textElement('Plain'), { text: 'outlines' })).fonts(), [])
  })
})
