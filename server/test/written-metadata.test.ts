// Engines: embedded
// Downloads and renditions with the metadata of their asset written into the file.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { withMetadata } from '../src/file-metadata/embed.ts'
import { sourceOfBytes } from '../src/images/byte-source.ts'
import { readXmp } from '../src/images/xmp.ts'
import { newCompany } from './support/companies.ts'
import { withIptc } from './support/iptc.ts'
import { pdf } from './support/pdf-files.ts'
import { startService } from './support/service.ts'
import { tiff } from './support/tiff-files.ts'
import { picture, settled, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const directory = await mkdtemp(join(tmpdir(), 'atelier-written-'))
after(() => rm(directory, { recursive: true }))

const add = async (bytes: Buffer, name: string, fields: Record<string, string> = {}) => {
  const { status, body } = await upload(service, acme, { bytes, name }, fields)
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}
const tag = (await acme.post('/api/asset-tags', { name: 'Sea & shore' })).body.data.id

const ours = {
  name: 'Harbor <at> dawn',
  description: 'Boats & "gulls"\nin the morning',
  alt_text: 'Zwei Boote – 二隻のボート',
  copyright: '© 2026 Acme',
  expires_at: '2031-05-01T00:00:00.000Z',
}
const written = {
  title: ours.name,
  description: ours.description,
  keywords: ['dawn', 'Sea & shore'],
  creators: ['Ada Winter'],
  credit: 'Acme Press',
  copyright: ours.copyright,
  alt_text: ours.alt_text,
  rights_expire_at: ours.expires_at,
}

/** The file's own metadata, some of it outside the packet. */
const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:custom="urn:example:custom"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" photoshop:Credit="Acme Press"
  photoshop:City="Bergen" pdf:Producer="Test">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old title</rdf:li></rdf:Alt></dc:title>
<dc:subject><rdf:Bag><rdf:li>dawn</rdf:li></rdf:Bag></dc:subject><dc:creator><rdf:Seq><rdf:li>Ada Winter</rdf:li></rdf:Seq></dc:creator>
<custom:campaign>spring</custom:campaign></rdf:Description></rdf:RDF></x:xmpmeta>`

async function link(id: string, query = '') {
  const { status, body } = await acme.get(`/api/assets/${id}/link?metadata=embed${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.url as string
}
async function download(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const described = async (bytes: Buffer, name: string) => {
  const asset = await add(bytes, name)
  await acme.patch(`/api/assets/${asset.id}`, { ...ours, tags: [tag] })
  return asset
}
/** The file as another installation reads it. */
const readBack = async (bytes: Buffer, name: string) => {
  const { software: _, color_profile: __, resolution: ___, ...embedded } = (await add(bytes, name)).embedded
  return embedded
}
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe('a download with `metadata=embed`', () => {
  const exif = {
    IFD0: { Artist: 'Old', Copyright: 'Old', ImageDescription: 'Old', Make: 'Acme', Model: 'Acme One' },
  }
  const image = async (format: 'jpeg' | 'png' | 'webp') =>
    sharp(await picture())
      .withExif(exif)
      .withXmp(packet)
      .toFormat(format, { lossless: true } as object)
      .toBuffer()
  const kinds: [string, () => Promise<Buffer>][] = [
    ['jpg', () => image('jpeg')],
    ['png', () => image('png')],
    ['webp', () => image('webp')],
    [
      'tif',
      async () =>
        tiff(9, 5, {
          order: 'MM',
          fields: [
            [0x10e, 2, 'Old'],
            [0x10f, 2, 'Acme'],
            [0x110, 2, 'One'],
            [0x8298, 2, 'Old'],
            [700, 1, Buffer.from(packet)],
          ],
        }),
    ],
  ]
  for (const [extension, make] of kinds)
    test(`a download with \`metadata=embed\` states the fields of the asset, and keeps the other metadata of a ${extension}`, async () => {
      const original = await make()
      const { id, embedded } = await described(original, `a.${extension}`)
      assert.equal(embedded.title, 'Old title')
      const { status, headers, bytes } = await download(await link(id, '&download=true'))
      assert.equal(status, 200)
      assert.match(
        headers.get('content-disposition')!,
        new RegExp(`filename="Harbor <at> dawn.${extension}"`),
      )
      assert.deepEqual(await readBack(bytes, `b.${extension}`), { ...written, camera: 'Acme One' })
      assert.ok(bytes.includes('spring') && bytes.includes('Bergen'), 'other properties are kept')
      assert.equal(bytes.toString('latin1').split('<x:xmpmeta').length, extension === 'tif' ? 3 : 2)
      assert.deepEqual(await pixelsOf(bytes), await pixelsOf(original))
      // The written file can be written again.
      const again = await described(bytes, `c.${extension}`)
      assert.deepEqual(
        (await readBack((await download(await link(again.id))).bytes, `d.${extension}`)).title,
        ours.name,
      )
    })

  test('a download with `metadata=embed` replaces the same fields in IPTC, and keeps its other data', async () => {
    const original = await withIptc(
      [
        [5, Buffer.from('Old')],
        [90, Buffer.from('Bergen')],
        [120, Buffer.from('Old')],
      ],
      false,
    )
    const { id } = await described(original, 'iptc.jpg')
    const { bytes } = await download(await link(id))
    const { iptc: left } = await sharp(bytes).metadata()
    assert.ok(left!.includes('Bergen') && !left!.includes('Old'))
    assert.equal((await readBack(bytes, 'iptc-2.jpg')).description, ours.description)
  })

  test('a download with `metadata=embed` keeps unchanged fields in full, even though the library truncates them', async () => {
    const items = (list: string[]) => list.map((text) => `<rdf:li>${text}</rdf:li>`).join('')
    const keywords = [...Array.from({ length: 150 }, (_, index) => `word ${index}`), 'k'.repeat(180)]
    const creators = Array.from({ length: 30 }, (_, index) => `Person ${index}`)
    const long = 'Long text. '.repeat(300).trim()
    const rich = packet
      .replace(
        /<dc:subject>.*?<\/dc:subject>/s,
        `<dc:subject><rdf:Bag>${items(keywords)}</rdf:Bag></dc:subject>`,
      )
      .replace(
        /<dc:creator>.*?<\/dc:creator>/s,
        `<dc:creator><rdf:Seq>${items(creators)}</rdf:Seq></dc:creator>`,
      )
      .replace(
        '<custom:',
        `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${long}</rdf:li><rdf:li xml:lang="de">Langer Text</rdf:li></rdf:Alt></dc:description>
        <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${long} ©</rdf:li></rdf:Alt></dc:rights><custom:`,
      )
    const original = await sharp(await picture())
      .withXmp(rich)
      .jpeg()
      .toBuffer()
    const asset = await add(original, 'rich.jpg')
    assert.deepEqual([asset.embedded.keywords.length, asset.embedded.creators.length], [100, 20])
    const textsIn = async () => {
      const { bytes } = await download(await link(asset.id))
      const { xmp } = await sharp(bytes).metadata()
      const read = readXmp(xmp!)
      return {
        keywords: read('dc', 'subject').toSorted(),
        creators: read('dc', 'creator'),
        description: read('dc', 'description'),
        copyright: read('dc', 'rights'),
      }
    }
    const unchanged = await textsIn()
    assert.deepEqual(unchanged, {
      keywords: keywords.toSorted(),
      creators,
      description: [long, 'Langer Text'],
      copyright: [`${long} ©`],
    })
    await acme.patch(`/api/assets/${asset.id}`, { copyright: '© 2026 Acme', tags: [tag] })
    assert.deepEqual(await textsIn(), {
      ...unchanged,
      keywords: [...keywords, 'Sea & shore'].toSorted(),
      copyright: ['© 2026 Acme'],
    })
  })

  test('a download with `metadata=embed` keeps all keywords of IPTC', async () => {
    const keywords = Array.from({ length: 130 }, (_, index) => `word ${index}`)
    const original = await withIptc(
      keywords.map((word) => [25, Buffer.from(word)]),
      false,
    )
    const { id } = await add(original, 'words.jpg')
    const { bytes } = await download(await link(id))
    const { xmp, iptc } = await sharp(bytes).metadata()
    assert.deepEqual(readXmp(xmp!)('dc', 'subject').toSorted(), keywords.toSorted())
    assert.ok(!iptc?.includes('word'))
  })

  test('a download with `metadata=embed` adds a header for metadata to a WebP that has none', async () => {
    for (const lossless of [true, false]) {
      const original = await sharp(await picture())
        .webp({ lossless })
        .toBuffer()
      assert.equal(original.toString('latin1', 12, 15), 'VP8')
      const { id } = await described(original, 'simple.webp')
      const { bytes } = await download(await link(id))
      assert.equal((await readBack(bytes, 'simple-2.webp')).title, ours.name)
      assert.deepEqual(await pixelsOf(bytes), await pixelsOf(original))
    }
  })

  for (const [what, change] of [
    ['with a table of cross-references', []],
    ['with compressed cross-references', ['--object-streams=generate']],
    ['that is linearized', ['--linearize']],
  ] as const)
    test(`a download with \`metadata=embed\` updates a PDF ${what}`, async () => {
      const page = { width: 100, height: 80, color: '1 0 0' }
      let original = pdf([page, page], { info: { Title: 'Old', Producer: 'Office' } })
      if (change.length > 0) {
        const [from, to] = [join(directory, `${change[0]}.pdf`), join(directory, `${change[0]}-out.pdf`)]
        await writeFile(from, original)
        execFileSync('qpdf', [...change, from, to])
        original = await readFile(to)
      }
      const { id } = await described(original, 'list.pdf')
      const { bytes } = await download(await link(id))
      const path = join(directory, 'written.pdf')
      await writeFile(path, bytes)
      execFileSync('qpdf', ['--check', path], { stdio: 'pipe' })
      assert.deepEqual(bytes.subarray(0, original.length), original)
      const read = await add(bytes, 'list-2.pdf')
      assert.deepEqual(
        [read.embedded.title, read.embedded.copyright, read.page_count],
        [ours.name, ours.copyright, 2],
      )
      assert.deepEqual((await settled(acme, read.id)).status, 'ready')
      assert.match(execFileSync('pdfinfo', [path]).toString(), /Title: +Harbor <at> dawn\n/)
    })

  test('a download with `metadata=embed` of an SVG contains the metadata in its metadata element', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><title>a &gt; b</title><rect width="4" height="2"/></svg>'
    const { id } = await described(Buffer.from(svg), 'mark.svg')
    const { bytes } = await download(await link(id))
    assert.match(bytes.toString(), /^<svg[^>]*><metadata><x:xmpmeta.*© 2026 Acme.*<\/x:xmpmeta><\/metadata>/s)
    const { width, height } = await sharp(bytes).metadata()
    assert.deepEqual([width, height], [4, 2])
  })

  test('a download with `metadata=embed` follows later changes, and caches only unchanged files', async () => {
    const { id } = await described(await picture({ format: 'jpeg' }), 'cached.jpg')
    const url = await link(id)
    const first = await download(url)
    const tag = first.headers.get('etag')!
    assert.equal(first.headers.get('cache-control'), 'no-cache')
    assert.equal(first.headers.get('content-length'), String(first.bytes.length))
    assert.equal((await download(url, { 'if-none-match': tag })).status, 304)
    const head = await fetch(url, { method: 'HEAD' })
    assert.deepEqual(
      [head.headers.get('content-length'), head.headers.get('etag')],
      [String(first.bytes.length), tag],
    )
    const part = await download(url, { range: 'bytes=10-700', 'if-range': tag })
    assert.deepEqual([part.status, part.bytes], [206, first.bytes.subarray(10, 701)])
    await acme.patch(`/api/assets/${id}`, { copyright: '© 2027 Acme' })
    const second = await download(url, { 'if-none-match': tag })
    assert.equal(second.status, 200)
    assert.notEqual(second.headers.get('etag'), tag)
    assert.equal((await readBack(second.bytes, 'cached-2.jpg')).copyright, '© 2027 Acme')
  })

  test('a download with `metadata=embed` leaves the checksum of the original to links without it', async () => {
    const original = await picture({ format: 'jpeg' })
    const { id, url } = await described(original, 'plain.jpg')
    assert.deepEqual((await download(url)).bytes, original)
    const changed = (await link(id)).replace(/metadata=[^&]+&/, '')
    assert.equal((await download(changed)).status, 403)
  })

  const large = 9 * 1024 ** 2

  // Holds R-ASSET-7.
  test('a download with `metadata=embed` updates a PDF of more than 8 MB', async () => {
    const original = pdf([{ width: 100, height: 80, color: `1 0 0${' '.repeat(large)}` }])
    const { id } = await described(original, 'large.pdf')
    const { bytes } = await download(await link(id))
    assert.deepEqual(bytes.subarray(0, original.length), original)
    assert.equal((await readBack(bytes, 'large-2.pdf')).title, ours.name)
  })

  // Holds R-ASSET-7.
  test('a download with `metadata=embed` returns a PDF unchanged whose cross-references exceed 8 MB', async () => {
    const packed = deflateSync(Buffer.alloc(large))
    const head = '%PDF-1.5\n'
    const entries = `/Type /XRef /W [1 4 2] /Size 10 /Root 5 0 R /Filter /FlateDecode /Length ${packed.length}`
    const original = Buffer.concat([
      Buffer.from(`${head}9 0 obj\n<< ${entries} >>\nstream\n`),
      packed,
      Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
    ])
    const { id } = await described(original, 'structure.pdf')
    assert.deepEqual((await download(await link(id))).bytes, original)
  })

  test('a download with `metadata=embed` returns a damaged file unchanged', async () => {
    const original = pdf([{ width: 10, height: 10, color: '0 0 0' }]).subarray(0, -60)
    const { id } = await described(original, 'cut.pdf')
    assert.deepEqual((await download(await link(id))).bytes, original)
  })

  test('a download with `metadata=embed` is refused for other formats and encrypted documents', async () => {
    const page = { width: 10, height: 10, color: '0 0 0' }
    for (const [bytes, name, message] of [
      [await picture({ format: 'gif' }), 'a.gif', 'Metadata cannot be written into GIF files.'],
      [pdf([page], { userPassword: 'x' }), 'a.pdf', 'Metadata cannot be written into encrypted files.'],
    ] as const) {
      const { id } = await add(bytes, name)
      const { status, body } = await acme.get(`/api/assets/${id}/link?metadata=embed`)
      assert.deepEqual([status, body], [422, { metadata: [message] }])
    }
  })
})

describe('writing into a hostile file takes little memory and time', () => {
  const fields = { title: 'New', keywords: [], creators: [] }
  /** Measures the bytes that are read from the file, and the bytes that are stored for its new version. */
  async function costOf(bytes: Buffer, extension: string) {
    const source = sourceOfBytes(bytes)
    const cost = { reads: 0, readBytes: 0, held: 0 }
    const counted = {
      size: source.size,
      async read(at: number, length: number) {
        const part = await source.read(at, length)
        cost.reads++
        cost.readBytes += part.length
        return part
      },
    }
    const parts = await withMetadata(counted, extension, fields)
    for (const part of parts) if (Buffer.isBuffer(part)) cost.held += part.length
    return { ...cost, parts }
  }
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const megabyte = 1024 ** 2

  test('a PDF with many compressed cross-references takes little memory and time', async () => {
    const packed = deflateSync(Buffer.alloc(7 * megabyte))
    const head = Buffer.from('%PDF-1.5\n')
    const section = (prev: number) =>
      Buffer.concat([
        Buffer.from(
          `9 0 obj\n<< /Type /XRef /W [1 4 2] /Index [0 1] /Size 10 /Root 5 0 R /Prev ${String(prev).padStart(8, '0')} ` +
            `/DecodeParms << /Predictor 12 /Columns 7 >> /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
        ),
        packed,
        Buffer.from('\nendstream\nendobj\n'),
      ])
    const each = section(0).length
    const sections = Array.from({ length: 20 }, (_, index) =>
      section(index === 0 ? 0 : head.length + (index - 1) * each),
    )
    const last = Buffer.from(`startxref\n${head.length + 19 * each}\n%%EOF\n`)
    const { reads, held } = await costOf(Buffer.concat([head, ...sections, last]), 'pdf')
    assert.ok(reads < 10, `${reads} reads`)
    assert.equal(held, 0)
  })

  test('a file takes little memory and time, because bytes between two edited places are not read', async () => {
    await assert.rejects(sourceOfBytes(Buffer.alloc(20)).read(12.5, 1), RangeError)
  })

  test('a TIFF with the same large field many times takes little memory and time', async () => {
    const value = Buffer.alloc(megabyte - 8)
    const bytes = tiff(9, 5, { fields: [[34_377, 7, value]] })
    const [first, count] = [bytes.readUInt32LE(4), bytes.readUInt16LE(bytes.readUInt32LE(4))]
    const rows = bytes.subarray(first + 2, first + 2 + 12 * count)
    const at = Array.from({ length: count }, (_, index) => index * 12).find(
      (row) => rows.readUInt16LE(row) === 34_377,
    )!
    const many = Buffer.alloc(2 + 12 * 60 + 4)
    many.writeUInt16LE(60)
    for (let index = 0; index < 60; index++) rows.copy(many, 2 + 12 * index, at, at + 12)
    const hostile = Buffer.concat([bytes, many])
    hostile.writeUInt32LE(bytes.length, 4)
    const { held } = await costOf(hostile, 'tiff')
    assert.ok(held < 2 * megabyte, `${held} bytes`)
  })

  const pngOf = async (...chunks: [string, Buffer][]) => {
    const png = await picture({ format: 'png' })
    const written = chunks.map(([type, body]) =>
      Buffer.concat([u32(body.length), Buffer.from(type), body, Buffer.alloc(4)]),
    )
    return Buffer.concat([png.subarray(0, 33), ...written, png.subarray(33)])
  }
  const packetChunk = (text: Buffer) =>
    ['zTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0'), deflateSync(text)])] as [string, Buffer]

  test('a packet with one long namespace for many elements takes little memory and time', async () => {
    const packet =
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ` +
      `xmlns:a="${'a'.repeat(128 * 1024)}">${'<r:a/>'.repeat(300)}</r:RDF></x:xmpmeta>`
    const { held } = await costOf(await pngOf(packetChunk(Buffer.from(packet))), 'png')
    assert.ok(held < megabyte, `${held} bytes`)
  })

  test('a PNG with many large blocks takes little memory and time', async () => {
    const block = Buffer.alloc(megabyte, 'MM')
    const exif = Array.from({ length: 20 }, (): [string, Buffer] => ['eXIf', block])
    const { held } = await costOf(await pngOf(...exif), 'png')
    assert.ok(held < 5 * megabyte, `${held} bytes`)
  })

  test('a PNG with many packets that unpack to more than is read takes little memory and time', async () => {
    const chunk = packetChunk(Buffer.alloc(5 * megabyte))
    const { readBytes, parts } = await costOf(await pngOf(...Array(100).fill(chunk)), 'png')
    assert.ok(readBytes < 40_000, `${readBytes} bytes`)
    assert.ok(parts.length < 10)
  })

  test('a WebP with many large blocks takes little memory and time', async () => {
    const webp = await sharp(await picture())
      .webp()
      .toBuffer()
    const block = Buffer.alloc(megabyte, 'MM')
    const size = Buffer.alloc(4)
    size.writeUInt32LE(block.length)
    const chunk = Buffer.concat([Buffer.from('EXIF'), size, block])
    const { held } = await costOf(Buffer.concat([webp, ...Array(20).fill(chunk)]), 'webp')
    assert.ok(held < 5 * megabyte, `${held} bytes`)
  })

  test('a JPEG with many large segments takes little memory and time', async () => {
    const jpeg = await picture({ format: 'jpeg' })
    const segments = (marker: number, body: string) =>
      Array(200).fill(Buffer.concat([Buffer.from([0xff, marker, 0xff, 0xff]), Buffer.alloc(0xfffd, body)]))
    const bytes = Buffer.concat([
      jpeg.subarray(0, 2),
      ...segments(0xe2, 'ICC_PROFILE\0'),
      ...segments(0xe1, 'Exif\0\0MM'),
      jpeg.subarray(2),
    ])
    const { held, readBytes, parts } = await costOf(bytes, 'jpg')
    assert.ok(held < 5 * megabyte, `${held} bytes`)
    assert.ok(readBytes < 5 * megabyte, `${readBytes} bytes read`)
    assert.ok(parts.length < 100)
  })

  test('writing metadata replaces the title that Windows writes', async () => {
    const row = Buffer.concat([Buffer.from([0x9c, 0x9b, 0, 1]), u32(8), u32(26)])
    const body = Buffer.concat([
      Buffer.from('MM\0*\0\0\0\x08\0\x01'),
      row,
      Buffer.alloc(4),
      Buffer.from('Old', 'utf16le'),
    ])
    const { parts } = await costOf(await pngOf(['eXIf', Buffer.concat([body, Buffer.alloc(2)])]), 'png')
    const held = Buffer.concat(parts.filter((part) => Buffer.isBuffer(part)))
    assert.ok(held.includes('eXIf') && !held.includes(Buffer.from('Old', 'utf16le')))
  })

  test('an EXIF block that states one long text many times takes little memory and time', async () => {
    const [rows, head] = [20, Buffer.from('MM\0*\0\0\0\x08')]
    const row = Buffer.concat([Buffer.from([1, 0x0e, 0, 2]), u32(60_000), u32(300)])
    const count = Buffer.from([0, rows])
    const body = Buffer.concat([
      head,
      count,
      ...Array(rows).fill(row),
      Buffer.alloc(4),
      Buffer.alloc(61_000, 'x'),
    ])
    const { parts } = await costOf(await pngOf(['eXIf', body]), 'png')
    const held = Buffer.concat(parts.filter((part) => Buffer.isBuffer(part)))
    assert.ok(held.includes(body), 'a damaged block stays as it is')
  })
})

test('renditions keep creator and copyright on request', async () => {
  const original = await sharp(await picture())
    .withXmp(packet)
    .jpeg()
    .toBuffer()
  const { id } = await described(original, 'source.jpg')
  for (const format of ['jpeg', 'png', 'webp']) {
    const { bytes } = await download(await link(id, `&w=20&format=${format}`))
    assert.deepEqual(await readBack(bytes, `r.${format}`), written)
    const { body } = await acme.get(`/api/assets/${id}/link?w=20&format=${format}`)
    assert.deepEqual(await readBack((await download(body.data.url)).bytes, `plain.${format}`), {})
  }
  const { status, body } = await acme.get(`/api/assets/${id}/link?metadata=embed&w=20&format=avif`)
  assert.deepEqual([status, body], [422, { metadata: ['Metadata cannot be written into AVIF files.'] }])
})
