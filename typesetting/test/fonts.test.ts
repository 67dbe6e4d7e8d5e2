// Engines: embedded
// Checks which font of a company text is set in, and how damaged files are handled.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { type FontFile, openFonts, readFont } from '@atelier/typesetting'
import decompress from 'woff2-encoder/decompress'
import { shippedFonts } from '../../server/src/drawing/shipped-fonts.ts'
import { facesIn, unpackFont } from '../src/font-unpack.ts'
import { packageFont, pathsIn, setTexts, svg } from './support/setting.ts'

const woff2 = packageFont('@fontsource/cousine/files/cousine-latin-400-normal.woff2')
const woff2Bold = packageFont('@fontsource/cousine/files/cousine-latin-700-normal.woff2')
const ttf = await decompress(woff2)
const variable = await decompress(
  packageFont('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
)

const company = (bytes: Uint8Array, more: Partial<FontFile> = {}): FontFile => ({
  bytes,
  source: 'company',
  ...more,
})

async function fontOf(files: FontFile[], attributes: string) {
  const fonts = await openFonts(files, shippedFonts)
  const { glyphRuns, findings } = await setTexts(svg(`<text y="50" ${attributes}>Text</text>`), { fonts })
  return { ...glyphRuns[0]!.font, findings, problems: fonts.problems }
}

/** Converts a font to WOFF 1.0: the same tables, each deflated. */
function asWoff(font: Uint8Array): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset)
  const count = view.getUint16(4)
  const header = Buffer.alloc(44 + count * 20)
  header.write('wOFF')
  header.set(font.subarray(0, 4), 4)
  header.writeUInt16BE(count, 12)
  const bodies: Buffer[] = []
  let at = header.length
  for (let index = 0; index < count; index++) {
    const entry = 12 + index * 16
    const [offset, length] = [view.getUint32(entry + 8), view.getUint32(entry + 12)]
    const packed = deflateSync(font.subarray(offset, offset + length))
    const own = 44 + index * 20
    header.set(font.subarray(entry, entry + 4), own)
    header.writeUInt32BE(at, own + 4)
    header.writeUInt32BE(packed.length, own + 8)
    header.writeUInt32BE(length, own + 12)
    bodies.push(packed)
    at += packed.length
  }
  return Buffer.concat([header, ...bodies])
}

function asCollection(...fonts: Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(12 + fonts.length * 4)
  header.write('ttcf')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(fonts.length, 8)
  let at = header.length
  const moved = fonts.map((font, index) => {
    header.writeUInt32BE(at, 12 + index * 4)
    const copy = Buffer.from(font)
    for (let table = 0; table < copy.readUInt16BE(4); table++) {
      const entry = 12 + table * 16 + 8
      copy.writeUInt32BE(copy.readUInt32BE(entry) + at, entry)
    }
    at += copy.length
    return copy
  })
  return Buffer.concat([header, ...moved])
}

describe('formats', () => {
  for (const [name, bytes] of [
    ['TrueType', ttf],
    ['WOFF2', woff2],
    ['WOFF', asWoff(ttf)],
    ['a collection', asCollection(variable, ttf)],
  ] as const)
    test(`${name} is opened, under the family that it names`, async () => {
      const font = await fontOf([company(bytes, { id: 'fnt_1' })], 'font-family="Cousine"')
      assert.equal(font.source, 'company')
      assert.equal(font.id, 'fnt_1')
      assert.equal(font.faceIndex, name === 'a collection' ? 1 : 0)
      assert.deepEqual(font.problems, [])
    })

  test('a collection has several faces', () => {
    assert.equal(facesIn(asCollection(variable, ttf)), 2)
  })
})

describe('matching', () => {
  test('a brand kit can give a font any name', async () => {
    const font = await fontOf([company(ttf, { family: 'Acme Display' })], 'font-family="acme display"')
    assert.equal(font.source, 'company')
  })

  test('the nearest weight is used, and a finding says so', async () => {
    const files = [
      company(await decompress(woff2), { id: 'a' }),
      company(await decompress(woff2Bold), { id: 'b' }),
    ]
    assert.equal((await fontOf(files, 'font-family="Cousine"')).id, 'a')
    assert.equal((await fontOf(files, 'font-family="Cousine" font-weight="bold"')).id, 'b')
    const { id, findings } = await fontOf(files.slice(0, 1), 'font-family="Cousine" font-weight="bold"')
    assert.equal(id, 'a')
    assert.deepEqual(
      findings.map(({ type, message }) => [type, message]),
      [['font_not_in_kit', 'Cousine 700 is not in the brand kit: Cousine 400 is used.']],
    )
  })

  test('a variable font is set at the requested weight', async () => {
    const font = await fontOf([company(variable, { family: 'Own' })], 'font-family="Own" font-weight="650"')
    assert.equal(font.axes.wght, 650)
    const settings = `font-family="Own" style="font-variation-settings:'wght' 321"`
    assert.equal((await fontOf([company(variable, { family: 'Own' })], settings)).axes.wght, 321)
  })

  test('the width of a line includes kerning, and follows the weight of a variable font', async () => {
    const { widthOf } = await readFont(variable)
    assert.ok(widthOf('AVAVAV', 400) < 3 * (widthOf('A', 400) + widthOf('V', 400)) - 0.1)
    assert.ok(widthOf('Specimen', 900) > widthOf('Specimen', 100) + 0.2)
    // A space and a missing character have a width.
    assert.ok(widthOf(' \u4e00', 400) > 0)
  })

  test('common system fonts and generic families are replaced by shipped fonts', async () => {
    for (const [family, file, isFinding] of [
      ['Arial', /arimo/, true],
      ['Helvetica Neue', /arimo/, true],
      ['Arial-BoldMT', /arimo/, true],
      ['Times New Roman', /tinos/, true],
      ['Georgia', /gelasio/, true],
      ['Courier', /cousine/, true],
      ['Inter', /inter/, false],
      ['sans-serif', /noto-sans-latin/, false],
      ['monospace', /noto-sans-mono/, false],
      ['No Such Font', /noto-sans-latin/, true],
      ['No Such Font, serif', /noto-serif/, true],
    ] as const) {
      const { key, source, findings } = await fontOf([], `font-family="${family}"`)
      assert.match(key, file, family)
      assert.equal(source, 'shipped')
      assert.equal(findings.length, isFinding ? 1 : 0, family)
    }
  })

  test('a PostScript name includes its weight', async () => {
    assert.equal((await fontOf([], 'font-family="Arial-BoldMT"')).axes.wght, 700)
  })

  test("characters missing from a company's font are set in a shipped font", async () => {
    const fonts = await openFonts([company(ttf)], shippedFonts)
    const { glyphRuns } = await setTexts(svg('<text y="50" font-family="Cousine">a ไทย</text>'), { fonts })
    assert.deepEqual(
      glyphRuns.map(({ font }) => font.source),
      ['company', 'shipped'],
    )
  })

  test('a font whose license forbids embedding is marked as such', async () => {
    const restricted = Uint8Array.from(ttf)
    const view = new DataView(restricted.buffer)
    const tables = Array.from({ length: view.getUint16(4) }, (_, index) => 12 + index * 16)
    const os2 = tables.find((at) => Buffer.from(restricted.subarray(at, at + 4)).toString() === 'OS/2')!
    view.setUint16(view.getUint32(os2 + 8) + 8, 2)
    assert.equal((await fontOf([company(restricted)], 'font-family="Cousine"')).mayEmbed, false)
    assert.equal((await fontOf([company(ttf)], 'font-family="Cousine"')).mayEmbed, true)
  })
})

describe('damaged files', () => {
  test('damaged files are reported and ignored', async () => {
    const { problems, source } = await fontOf(
      [company(Buffer.from('no font'), { id: 'fnt_1' }), company(woff2.subarray(0, 5_000), { id: 'fnt_2' })],
      'font-family="Cousine"',
    )
    assert.deepEqual(problems, [
      { id: 'fnt_1', message: 'The file is not a font.' },
      { id: 'fnt_2', message: 'The font is damaged.' },
    ])
    assert.equal(source, 'shipped')
  })

  test('a WOFF2 that declares an enormous size is rejected', async () => {
    const bomb = Buffer.from(woff2)
    bomb.writeUInt32BE(0xfffffff0, 16)
    await assert.rejects(unpackFont(bomb), /larger than/)
  })

  // Seeded, so that each run damages the same bytes.
  test('300 corrupted fonts never end the process and take at most 15 s of CPU', {
    timeout: 60_000,
  }, async () => {
    let seed = 12_345
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const emoji = await decompress(packageFont('@infolektuell/noto-color-emoji/files/4.woff2'))
    const sources = [ttf, variable, woff2, asWoff(ttf), asCollection(variable, ttf), emoji]
    const started = process.cpuUsage()
    let drawn = 0
    for (let round = 0; round < 300; round++) {
      const bytes = Uint8Array.from(sources[round % sources.length]!)
      const changes = 1 + random(40)
      const within = round % 2 === 0 ? bytes.length : Math.min(bytes.length, 1_000)
      for (let change = 0; change < changes; change++) bytes[random(within)] = random(256)
      const damaged = round % 7 === 0 ? bytes.subarray(0, random(bytes.length)) : bytes
      const fonts = await openFonts([company(damaged, { id: 'x', family: 'Damaged' })])
      const document = svg(
        '<text y="50" font-family="Damaged" font-weight="600" style="font-variant:small-caps">Text ffi 123 👍 <tspan text-decoration="underline">ÄÖ</tspan></text>',
      )
      const { root } = await setTexts(document, { fonts })
      if (pathsIn(root).length > 0) drawn++
    }
    const { user, system } = process.cpuUsage(started)
    assert.ok(drawn > 50 && drawn < 300, `${drawn} drawn`)
    assert.ok((user + system) / 1e6 < 15, `${(user + system) / 1e6} s`)
    // The libraries still work afterwards.
    assert.equal((await fontOf([company(woff2)], 'font-family="Cousine"')).source, 'company')
  })
})
