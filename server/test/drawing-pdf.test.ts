// Engines: embedded
// Filled documents become PDFs, which poppler, Ghostscript and qpdf read.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fill } from '@atelier/filling'
import { readCleanSvg } from '@atelier/svg/read'
import { writeSvg } from '@atelier/svg/write'
import { openFonts, withFonts } from '@atelier/typesetting'
import sharp from 'sharp'
import { setTexts } from '../../typesetting/test/support/setting.ts'
import type { Picture } from '../src/drawing/drawable.ts'
import { drawPdf, type PdfOptions } from '../src/drawing/pdf/document.ts'
import { joinPdfs } from '../src/drawing/pdf/join.ts'
import { drawRaster } from '../src/drawing/raster.ts'
import { shippedFonts } from '../src/drawing/shipped-fonts.ts'
import { readSafely } from '../src/images/svg.ts'
import { filledDocument, svg } from './support/drawings.ts'
import { pdfFile } from './support/pdf-tools.ts'
import { withoutPdfTools } from './support/programs.ts'

const skip = withoutPdfTools()
const directory = await mkdtemp(join(tmpdir(), 'atelier-pdf-'))
after(() => rm(directory, { recursive: true }))

const forest = fileURLToPath(new URL('../demo/acme/assets/trek-50-forest.jpg', import.meta.url))
const { width, height } = await sharp(forest).metadata()
const pictures = new Map([['forest', { path: forest, width, height }]])

const kit = [
  { hex: '#C00000', cmyk: { c: 0, m: 100, y: 90, k: 10 }, pantone: null },
  { hex: '#0B3D2E', cmyk: { c: 80, m: 20, y: 70, k: 60 }, pantone: '3435 C' },
]

async function pdf(content: string, options: PdfOptions = {}, attributes = '') {
  const { bytes, findings } = await drawPdf([filledDocument(content, attributes)], pictures, options, kit)
  return { bytes, findings, ...pdfFile(directory, bytes) }
}

describe('a PDF', { skip }, () => {
  test('a PDF looks like the rendered image, for every part of SVG', async () => {
    const text = await readFile(new URL('drawings/everything.svg', import.meta.url), 'utf8')
    const document = { root: readCleanSvg(text) }
    const { bytes, findings } = await drawPdf([document], pictures, {}, [])
    const file = pdfFile(directory, bytes)
    file.check()
    const drawn = await file.pixels(800, 600)
    const raster = await drawRaster(document, pictures, { format: 'png', background: '#ffffff' })
    const expected = await sharp(raster.bytes).removeAlpha().raw().toBuffer()
    let over = 0
    for (let at = 0; at < expected.length; at += 3)
      if ([0, 1, 2].some((channel) => Math.abs(expected[at + channel]! - drawn[at + channel]!) > 20)) over++
    // Some pixels can differ, because edges are smoothed differently.
    assert.ok(over < 800 * 600 * 0.004, `${over} pixels differ`)
    assert.deepEqual(new Set(findings.map(({ type }) => type)), new Set(['rasterised_in_pdf']))
    assert.deepEqual(
      findings.map(({ data }) => data.reason),
      ['filter', 'marker'],
    )
  })

  test('a PDF is a vector drawing that contains only the images of the document', async () => {
    const drawn = await pdf(
      '<rect width="400" height="300" fill="#eee"/><circle cx="90" cy="90" r="50" opacity=".5"/>',
    )
    assert.deepEqual(drawn.images(), [])
    assert.deepEqual(drawn.findings, [])
  })

  test('a PDF has the size of the document on paper', async () => {
    const { bytes } = await drawPdf(
      [
        {
          root: readCleanSvg(
            '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297"><rect width="210" height="297"/></svg>',
          ),
        },
      ],
      pictures,
      {},
      kit,
    )
    assert.match(pdfFile(directory, bytes).info().get('Page size')!, /^595\.27\d x 841\.8\d* pts \(A4\)$/)
  })

  test('a PDF has a page for each document', async () => {
    const pages = ['#f00', '#0f0', '#00f'].map((color) =>
      filledDocument(`<rect width="400" height="300" fill="${color}"/>`),
    )
    const { bytes } = await drawPdf(pages, pictures, {}, kit)
    const file = pdfFile(directory, bytes)
    assert.equal(file.info().get('Pages'), '3')
    for (const [index, color] of ['ff0000', '00ff00', '0000ff'].entries())
      assert.equal((await file.pixels(4, 3, index + 1)).toString('hex', 0, 3), color)
  })

  test('a PDF has the same bytes for the same document', async () => {
    const content =
      '<rect width="90" height="90" fill="#c00000" opacity=".5"/><image href="picture:forest" width="80" height="80"/>'
    const options = { color: 'cmyk', conformance: 'PDF/X-4', marks: ['crop'] } as const
    const [one, other] = [await pdf(content, options), await pdf(content, options)]
    assert.ok(one.bytes.equals(other.bytes))
  })

  test('a PDF keeps an element vector whose shadow becomes pixels', async () => {
    const drawn = await pdf(
      '<filter id="f"><feDropShadow dx="4" dy="4" stdDeviation="3"/></filter><g id="$card" filter="url(#f)"><rect x="40" y="40" width="200" height="100" fill="#ff0080"/></g>',
    )
    assert.equal(drawn.images().length, 2)
    assert.match(drawn.source(), /1 0 0\.50196 rg/)
    assert.deepEqual(drawn.findings, [
      {
        type: 'rasterised_in_pdf',
        message:
          'A filter of the layer $card on page 1 is drawn as pixels, at up to 300 dpi: PDF cannot express it.',
        data: { page: 1, layer: '$card', reason: 'filter' },
      },
    ])
  })

  test('a PDF embeds a JPEG unchanged, without camera metadata', async () => {
    const path = join(directory, 'noted.jpg')
    const noted = await sharp(forest)
      .withExif({ IFD0: { Copyright: 'Secret owner' } })
      .jpeg()
      .toBuffer()
    await writeFile(path, noted)
    const noting = new Map([['forest', { path, width, height }]])
    const content = '<image href="picture:forest" width="400" height="300"/>'
    const { bytes } = await drawPdf([filledDocument(content)], noting, {}, kit)
    assert.match(pdfFile(directory, bytes).images()[0]!, /rgb +3 +8 +jpeg/)
    assert.ok(noted.includes('Secret owner'))
    assert.ok(!bytes.includes('Secret owner'))
  })

  test('a PDF reduces an image to 300 dpi', async () => {
    const drawn = await pdf('<image href="picture:forest" width="40" height="40"/>')
    const [, , , across] = drawn.images()[0]!.trim().split(/\s+/)
    assert.ok(Math.abs(Number(across) - (40 / 96) * 300) <= 1)
  })
})

describe('a print PDF', { skip }, () => {
  const press = { color: 'cmyk', bleed: 3, marks: ['crop'], conformance: 'PDF/X-4' } as const

  test('a print PDF states its boxes: page, bleed and marks', async () => {
    const info = (await pdf('<rect width="400" height="300"/>', press)).info()
    const box = (name: string) => info.get(name)!.split(/\s+/).map(Number)
    const [left, bottom, right, top] = box('TrimBox') as [number, number, number, number]
    assert.deepEqual([Math.round(right - left), Math.round(top - bottom)], [300, 225])
    const bleed = (3 / 25.4) * 72
    for (const [index, side] of box('BleedBox').entries()) {
      const expected = [left - bleed, bottom - bleed, right + bleed, top + bleed][index]!
      assert.ok(Math.abs(side - expected) < 0.01)
    }
    assert.deepEqual(box('MediaBox').slice(0, 2), [0, 0])
  })

  test('a print PDF is PDF/X-4 with an output intent', async () => {
    const drawn = await pdf('<rect width="400" height="300" opacity=".5"/>', press)
    drawn.check()
    assert.equal(drawn.info().get('PDF subtype'), 'PDF/X-4')
    assert.equal(drawn.info().get('PDF version'), '1.6')
    assert.match(drawn.source(), /\/OutputConditionIdentifier \(FOGRA39\)/)
    assert.doesNotMatch(drawn.source(), /DeviceRGB/)
  })

  test('a print PDF contains the CMYK values of a kit color unchanged', async () => {
    const drawn = await pdf('<rect width="400" height="300" fill="#c00000"/>', { color: 'cmyk' })
    assert.match(drawn.source(), /^0 1 0\.9 0\.1 k$/m)
    const inks = await drawn.inksAt(0.5, 0.5)
    assert.deepEqual(Object.fromEntries(inks), { Cyan: 0, Magenta: 100, Yellow: 90, Black: 10 })
  })

  test('a print PDF prints a spot color on its own plate', async () => {
    const inks = await (
      await pdf('<rect width="400" height="300" fill="#0b3d2e"/>', { color: 'cmyk' })
    ).inksAt(0.5, 0.5)
    assert.deepEqual(Object.fromEntries(inks), {
      Cyan: 0,
      Magenta: 0,
      Yellow: 0,
      Black: 0,
      'PANTONE 3435 C': 100,
    })
  })

  test('a print PDF prints black text with black ink alone', async () => {
    const inks = await (await pdf('<rect width="400" height="300" fill="#000"/>', { color: 'cmyk' })).inksAt(
      0.5,
      0.5,
    )
    assert.deepEqual(Object.fromEntries(inks), { Cyan: 0, Magenta: 0, Yellow: 0, Black: 100 })
  })

  test('a print PDF prints other colors and photographs through the profile, with at most 310 % ink', async () => {
    for (const content of [
      '<rect width="400" height="300" fill="#010203"/>',
      '<image href="picture:forest" width="400" height="300" preserveAspectRatio="none"/>',
    ]) {
      const inks = await (await pdf(content, { color: 'cmyk' })).inksAt(0.5, 0.5)
      const total = [...inks.values()].reduce((sum, ink) => sum + ink, 0)
      assert.ok(total > 0 && total <= 310, `${total} % of ink`)
    }
  })

  test('a print PDF stretches elements at the edge of the page into the bleed', async () => {
    const drawn = await pdf(
      '<rect width="400" height="300" fill="#c00000"/><image href="picture:forest" y="150" width="400" height="150" preserveAspectRatio="xMidYMid slice"/><rect x="300" y="20" width="60" height="60" fill="#000"/>',
      { color: 'cmyk', bleed: 3 },
    )
    // A pixel at the edge of the sheet, half a bleed away from the page.
    const top = await drawn.inksAt(0.5, 0.01)
    assert.deepEqual([top.get('Magenta'), top.get('Yellow')], [100, 90])
    const bottom = [...(await drawn.inksAt(0.5, 0.985)).values()].reduce((sum, ink) => sum + ink, 0)
    assert.ok(bottom > 20, `${bottom} % of ink below the picture`)
  })

  test('a print PDF prints crop marks on every plate, outside of the bleed', async () => {
    const drawn = await pdf('<rect width="400" height="300" fill="#c00000"/>', press)
    const text = drawn.source()
    assert.match(text, /\/Separation\s+\/All/)
    const info = drawn.info()
    const [left] = info.get('BleedBox')!.split(/\s+/).map(Number)
    const lines = [...text.matchAll(/^([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S$/gm)].map((found) =>
      found.slice(1).map(Number),
    )
    assert.equal(lines.length, 8)
    for (const [x1, , x2] of lines)
      if (x1 !== x2) assert.ok(Math.min(x1!, x2!) < 1 ? Math.max(x1!, x2!) <= left! + 0.01 : true)
  })
})

describe('a document with several pages', { skip }, () => {
  const pages = `<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
    <inkscape:page x="0" y="0" width="400" height="300" inkscape:label="Front"/>
    <inkscape:page x="450" y="0" width="200" height="300" inkscape:label="Back"/></sodipodi:namedview>`
  const content = `<rect width="400" height="300" fill="#C00000"/><text x="20" y="60" font-family="Inter" font-size="40">Front side</text>
    <rect id="photo" x="50" y="100" width="100" height="100"/>
    <rect x="450" width="200" height="300" fill="#0B3D2E"/><text x="460" y="60" font-family="Inter" font-size="40" fill="#fff">Back side</text>
    <g filter="url(#shadow)"><rect x="500" y="150" width="50" height="50" fill="#fff"/></g>
    <filter id="shadow"><feGaussianBlur stdDeviation="3"/></filter>`
  const twoPages = async (options: PdfOptions = {}) => {
    const { root } = readSafely(Buffer.from(svg(pages + content)))
    const fonts = await openFonts([], shippedFonts)
    const clean = writeSvg(root).replace('<rect id="photo"', '<image href="picture:forest"')
    const document = await withFonts(fonts, () => fill(clean, { variables: [] }, new Map(), { fonts }))
    const drawn = await drawPdf([document], pictures, options, kit)
    return { ...drawn, ...pdfFile(directory, drawn.bytes) }
  }

  test('a document with several pages becomes a PDF with one page each, with its own size and content', async () => {
    const drawn = await twoPages({ text: 'embedded' })
    drawn.check()
    assert.deepEqual(drawn.sizes(), [
      [300, 225],
      [150, 225],
    ])
    assert.deepEqual([drawn.text(1).trim(), drawn.text(2).trim()], ['Front side', 'Back side'])
    const colorAt = async (page: number) => [...(await drawn.pixels(40, 40, page)).subarray(-3)]
    assert.deepEqual(await colorAt(1), [0xc0, 0, 0])
    assert.deepEqual(await colorAt(2), [0x0b, 0x3d, 0x2e])
    // The first column of pixels belongs to the page. A blurred shape of the second page becomes pixels with
    // a mask.
    assert.deepEqual(
      drawn.images().map((line) => line.trim().split(/\s+/)[0]),
      ['1', '2', '2'],
    )
    assert.deepEqual(
      drawn.findings.map(({ data }) => data.page),
      [2],
    )
  })

  test('a document with several pages has bleed and marks on each page', async () => {
    const drawn = await twoPages({ bleed: 3, marks: ['crop'], color: 'cmyk', conformance: 'PDF/X-4' })
    drawn.check()
    assert.deepEqual(
      drawn.sizes().map((sides) => sides.map(Math.round)),
      [
        [300, 225],
        [150, 225],
      ],
    )
    assert.equal([...drawn.source().matchAll(/\/BleedBox/g)].length, 2)
  })

  test('a document with several pages contains complete vector images, even if their units are larger than the page', async () => {
    const path = join(directory, 'mark.svg')
    const mark = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90">%</svg>'
    await writeFile(path, mark.replace('%', '<rect x="600" width="300" height="90" fill="#0B3D2E"/>'))
    const placed =
      '<rect width="400" height="300" fill="#fff"/><image href="picture:mark" x="50" y="50" width="300" height="30"/>'
    const { root } = readSafely(Buffer.from(svg(pages + content)))
    const text = writeSvg(root).replace(/<rect width="400"[^>]*>/, placed)
    const asPicture = { path, width: 900, height: 90, isVector: true }
    const marks = new Map<string, Picture>([...pictures, ['mark', asPicture]])
    const { bytes } = await drawPdf([{ root: readCleanSvg(text) }], marks, {}, [])
    const { data, info } = await sharp(await pdfFile(directory, bytes).pixels(400, 300, 1), {
      raw: { width: 400, height: 300, channels: 3 },
    })
      .extract({ left: 300, top: 65, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    assert.equal(info.width, 1)
    assert.deepEqual([...data], [0x0b, 0x3d, 0x2e])
  })

  test('a document with several pages is drawn as its first page in pixel formats', async () => {
    const { root } = readSafely(Buffer.from(svg(pages + content)))
    const { width, height } = await drawRaster({ root }, pictures, { format: 'png' })
    assert.deepEqual([width, height], [400, 300])
  })
})

describe('an archive PDF', { skip }, () => {
  for (const color of ['rgb', 'cmyk'] as const)
    test(`an archive PDF in ${color} is PDF/A-2b with an output intent`, async () => {
      const drawn = await pdf('<rect width="400" height="300" fill="#369" opacity=".5"/>', {
        conformance: 'PDF/A-2b',
        color,
      })
      drawn.check()
      const text = drawn.source()
      assert.match(drawn.bytes.toString('latin1'), /<pdfaid:part>2<\/pdfaid:part><pdfaid:conformance>B</)
      assert.match(text, /\/S \/GTS_PDFA1/)
      assert.doesNotMatch(text, color === 'rgb' ? /DeviceCMYK/ : /DeviceRGB/)
      assert.match(drawn.bytes.toString('latin1').slice(-300), /\/ID\[<[0-9a-f]{32}><[0-9a-f]{32}>\]/)
    })
})

test('a page that exceeds the size limit of PDF is rejected', async () => {
  const root = readCleanSvg(svg('').replace('width="400"', 'width="20000"'))
  await assert.rejects(drawPdf([{ root }], pictures, {}, kit), RangeError)
})

describe('PDFs that are joined', { skip }, () => {
  const text = (words: string) => `<text x="20" y="80" font-size="24">${words}</text>`
  const joined = async (files: readonly Buffer[]) => {
    const chunks = joinPdfs(
      (async function* () {
        yield* files
      })(),
      { title: 'Cards (5 0 R)', date: new Date('2026-01-02T03:04:05Z') },
    )
    return Buffer.concat(await Array.fromAsync(chunks))
  }

  test('joined PDFs have all pages in order and share fonts, images and profiles', async () => {
    const options: PdfOptions = { text: 'embedded', color: 'cmyk', bleed: 3, conformance: 'PDF/X-4' }
    const image = '<image href="picture:forest" width="200" height="150"/>'
    const parts = await Promise.all(
      ['One one', 'Two two', 'Tree tree'].map(async (words) => {
        const document = await setTexts(svg(image + text(words)))
        return (await drawPdf([document], pictures, options, kit)).bytes
      }),
    )
    const bytes = await joined(parts)
    const file = pdfFile(directory, bytes)
    file.check()
    for (const [at, words] of ['One one', 'Two two', 'Tree tree'].entries())
      assert.equal(file.text(at + 1).trim(), words)
    assert.equal(new Set(file.sizes().map(String)).size, 1)
    const info = file.info()
    assert.deepEqual([info.get('Title'), info.get('Pages')], ['Cards (5 0 R)', '3'])
    assert.match(file.source(), /GTS_PDFXVersion \(PDF\/X-4\)/)
    assert.equal(file.source().match(/\/Subtype \/Image/g)!.length, 1)
    const longest = Math.max(...parts.map(({ length }) => length))
    assert.ok(bytes.length < longest * 1.2, `${bytes.length} bytes for three files of up to ${longest}`)
    const pixels = await Promise.all([1, 2, 3].map((page) => file.pixels(400, 300, page)))
    const alone = await Promise.all(parts.map((part) => pdfFile(directory, part).pixels(400, 300)))
    for (const [at, page] of pixels.entries()) assert.ok(page.equals(alone[at]!), `page ${at + 1}`)
  })

  test('joined PDFs keep identical pages apart and claim no standard that a page does not meet', async () => {
    const [first, second] = await Promise.all(
      (['PDF/A-2b', 'none'] as const).map(
        async (conformance) =>
          (await drawPdf([filledDocument('<rect width="90" height="90"/>')], pictures, { conformance }, kit))
            .bytes,
      ),
    )
    const file = pdfFile(directory, await joined([first!, first!, second!]))
    file.check()
    assert.equal(file.info().get('Pages'), '3')
    assert.ok(!(await joined([first!, second!])).includes('<pdfaid:part>'))
    assert.ok((await joined([first!, first!])).includes('<pdfaid:part>2<'))
  })

  test('joined PDFs are valid without any page', async () => {
    assert.match((await joined([])).toString('latin1'), /\/Count 0\/Kids\[\]/)
  })
})
