// Engines: embedded
// Downloads and renditions with the metadata of their asset written into the file.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import sharp from 'sharp'
import { newCompany } from './support/companies.ts'
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

/** What the file says already, some of it elsewhere than in the packet. */
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
/** As another installation reads it. */
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
    test(`states the fields of the asset, and keeps what else a ${extension} says`, async () => {
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
      // What is written can be written again.
      const again = await described(bytes, `c.${extension}`)
      assert.deepEqual(
        (await readBack((await download(await link(again.id))).bytes, `d.${extension}`)).title,
        ours.name,
      )
    })

  test('replaces what IPTC says, and keeps its other data', async () => {
    const set = (id: number, text: string) =>
      Buffer.concat([Buffer.from([0x1c, 2, id, 0, text.length]), Buffer.from(text)])
    const iptc = Buffer.concat([set(5, 'Old'), set(90, 'Bergen'), set(120, 'Old')])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(iptc.length)
    const body = Buffer.concat([
      Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'),
      size,
      iptc,
      Buffer.alloc(iptc.length % 2),
    ])
    const jpeg = await picture({ format: 'jpeg' })
    const head = Buffer.from([0xff, 0xed, 0, body.length + 2])
    const { id } = await described(
      Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]),
      'iptc.jpg',
    )
    const { bytes } = await download(await link(id))
    const { iptc: left } = await sharp(bytes).metadata()
    assert.ok(left!.includes('Bergen') && !left!.includes('Old'))
    assert.equal((await readBack(bytes, 'iptc-2.jpg')).description, ours.description)
  })

  test('takes a WebP without a header for metadata', async () => {
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
    test(`updates a PDF ${what}`, async () => {
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

  test('of an SVG is in its metadata element', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><title>a &gt; b</title><rect width="4" height="2"/></svg>'
    const { id } = await described(Buffer.from(svg), 'mark.svg')
    const { bytes } = await download(await link(id))
    assert.match(bytes.toString(), /^<svg[^>]*><metadata><x:xmpmeta.*© 2026 Acme.*<\/x:xmpmeta><\/metadata>/s)
    const { width, height } = await sharp(bytes).metadata()
    assert.deepEqual([width, height], [4, 2])
  })

  test('follows later changes, and caches only what did not change', async () => {
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

  test('leaves the checksum of the original to links without it', async () => {
    const original = await picture({ format: 'jpeg' })
    const { id, url } = await described(original, 'plain.jpg')
    assert.deepEqual((await download(url)).bytes, original)
    const changed = (await link(id)).replace(/metadata=[^&]+&/, '')
    assert.equal((await download(changed)).status, 403)
  })

  test('returns a damaged file as it is', async () => {
    const original = pdf([{ width: 10, height: 10, color: '0 0 0' }]).subarray(0, -60)
    const { id } = await described(original, 'cut.pdf')
    assert.deepEqual((await download(await link(id))).bytes, original)
  })

  test('is refused for other formats and encrypted documents', async () => {
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

test('renditions keep creator and copyright when they are asked to', async () => {
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
