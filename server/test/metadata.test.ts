// Engines: embedded
// Metadata in files: IPTC, XMP and EXIF of images, and the information of documents.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { thumbnailInXmp } from '../src/images/previews/xmp-packet.ts'
import { newCompany } from './support/companies.ts'
import { withIptc } from './support/iptc.ts'
import { pdf } from './support/pdf-files.ts'
import { startService } from './support/service.ts'
import { tiff } from './support/tiff-files.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const add = async (bytes: Buffer, name: string, fields: Record<string, string> = {}) => {
  const { status, body } = await upload(service, acme, { bytes, name }, fields)
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}

const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/"
  xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
  xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
  photoshop:Credit="Acme Press" plus:LicenseEndDate="2031-05-01" pdf:Producer="Test">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Harbor at dawn</rdf:li><rdf:li xml:lang="de">Hafen</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Boats &amp; gulls</rdf:li></rdf:Alt></dc:description>
<dc:subject><rdf:Bag><rdf:li>harbor</rdf:li><rdf:li>dawn</rdf:li><rdf:li>harbor</rdf:li></rdf:Bag></dc:subject>
<dc:creator><rdf:Seq><rdf:li>Ada Winter</rdf:li></rdf:Seq></dc:creator>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© 2026 Acme</rdf:li></rdf:Alt></dc:rights>
<xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">Web only</rdf:li></rdf:Alt></xmpRights:UsageTerms>
<Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">Two boats in a harbor</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const texts = {
  title: 'Harbor at dawn',
  description: 'Boats & gulls',
  keywords: ['harbor', 'dawn'],
  creators: ['Ada Winter'],
  credit: 'Acme Press',
  copyright: '© 2026 Acme',
  usage_terms: 'Web only',
  alt_text: 'Two boats in a harbor',
  rights_expire_at: '2031-05-01T00:00:00.000Z',
}

const camera = {
  IFD0: { Make: 'Acme', Model: 'Acme One', Artist: 'Ben', Copyright: 'Old notice' },
  IFD2: { DateTimeOriginal: '2026:05:04 03:02:01', OffsetTimeOriginal: '+02:00', LensModel: 'AC 35mm F2' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 51/1 3600/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '151/1 12/1 0/1',
  },
}

describe('metadata of an image', () => {
  for (const format of ['jpeg', 'png', 'webp', 'tiff'] as const)
    test(`metadata of an image is read from XMP and EXIF in ${format.toUpperCase()}`, async () => {
      const bytes = await sharp(await picture())
        .withExif(camera)
        .withXmp(xmp)
        .toFormat(format)
        .toBuffer()
      const { embedded } = await add(bytes, `harbor.${format}`)
      const { color_profile: _, resolution: __, software: ___, ...read } = embedded
      assert.deepEqual(read, {
        ...texts,
        // The library that creates these files does not write EXIF to TIFF.
        ...(format !== 'tiff' && {
          camera: 'Acme One',
          lens: 'AC 35mm F2',
          taken_at: '2026-05-04T03:02:01+02:00',
          location: { latitude: -33.86, longitude: 151.2 },
        }),
      })
    })

  for (const order of ['II', 'MM'] as const)
    test(`metadata of an image is read from EXIF in a TIFF in byte order ${order}`, async () => {
      const bytes = tiff(8, 8, {
        order,
        fields: [
          [0x10e, 2, 'A quiet harbor'],
          [0x10f, 2, 'Acme'],
          [0x110, 2, 'Two'],
          [0x11a, 5, [300, 1]],
          [0x11b, 5, [300, 1]],
          [0x128, 3, [2]],
          [0x13b, 2, 'Ada Winter'],
          [0x8298, 2, '© Acme'],
        ],
        exif: [
          [0x9003, 2, '2026:05:04 03:02:01'],
          [0xa434, 2, 'AC 35mm F2'],
        ],
        gps: [
          [1, 2, 'N'],
          [2, 5, [48, 1, 30, 1, 0, 1]],
          [3, 2, 'W'],
          [4, 5, [2, 1, 15, 1, 0, 1]],
        ],
      })
      assert.deepEqual((await add(bytes, 'harbor.tif')).embedded, {
        camera: 'Acme Two',
        lens: 'AC 35mm F2',
        taken_at: '2026-05-04T03:02:01',
        location: { latitude: 48.5, longitude: -2.25 },
        description: 'A quiet harbor',
        creators: ['Ada Winter'],
        copyright: '© Acme',
        resolution: 300,
      })
    })

  test('metadata of an image contains camera, lens, time and location from XMP if EXIF has none', async () => {
    const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
  xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" tiff:Make="Acme" tiff:Model="Acme Three" aux:Lens="AC 50mm"
  exif:DateTimeOriginal="2026-05-04T03:02:01.55+02:00" exif:GPSLatitude="33,51.6S" exif:GPSLongitude="151,12,0E"/>
</rdf:RDF></x:xmpmeta>`
    const { embedded } = await add(
      await sharp(await picture())
        .withXmp(packet)
        .jpeg()
        .toBuffer(),
      'packet.jpg',
    )
    assert.deepEqual(embedded, {
      camera: 'Acme Three',
      lens: 'AC 50mm',
      taken_at: '2026-05-04T03:02:01+02:00',
      location: { latitude: -33.86, longitude: 151.2 },
    })
  })

  test('metadata of an image is read from IPTC, in UTF-8 or Latin-1', async () => {
    for (const [encoding, isUtf8] of [
      ['utf8', true],
      ['latin1', false],
    ] as const) {
      const text = (value: string) => Buffer.from(value, encoding)
      const bytes = await withIptc(
        [
          [5, text('Café')],
          [25, text('sea')],
          [25, text('Küste')],
          [55, text('20260504')],
          [60, text('030201+0200')],
          [80, text('Ada Winter')],
          [116, text('© Acme')],
          [120, text('A café by the sea')],
        ],
        isUtf8,
      )
      assert.deepEqual((await add(bytes, 'cafe.jpg')).embedded, {
        title: 'Café',
        description: 'A café by the sea',
        keywords: ['sea', 'Küste'],
        creators: ['Ada Winter'],
        copyright: '© Acme',
        taken_at: '2026-05-04T03:02:01+02:00',
      })
    }
  })

  test('metadata of an image returns its color profile and resolution', async () => {
    const bytes = await sharp(await picture())
      .withIccProfile('p3')
      .withMetadata({ density: 300 })
      .jpeg()
      .toBuffer()
    const { embedded } = await add(bytes, 'wide.jpg')
    assert.equal(embedded.resolution, 300)
    assert.match(embedded.color_profile, /P3|sRGB/i)
  })

  test('metadata of an image is limited in size, and damaged metadata is ignored', async () => {
    const long = xmp.replace('Boats &amp; gulls', 'x'.repeat(50_000))
    const { embedded } = await add(
      await sharp(await picture())
        .withXmp(long)
        .jpeg()
        .toBuffer(),
      'long.jpg',
    )
    assert.equal(embedded.description.length, 2_000)
    const broken = xmp.replace('</dc:description>', '<a b="&undefined;" <')
    const { embedded: some } = await add(
      await sharp(await picture())
        .withXmp(broken)
        .jpeg()
        .toBuffer(),
      'broken.jpg',
    )
    assert.equal(some.title, 'Harbor at dawn')
  })
})

test('metadata sets the fields that the upload does not set', async () => {
  const bytes = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
      .withXmp(xmp)
      .jpeg()
      .toBuffer()
  const filled = await add(await bytes(), 'a.jpg')
  assert.deepEqual(
    [filled.name, filled.description, filled.alt_text, filled.copyright, filled.expires_at],
    ['a', texts.description, texts.alt_text, texts.copyright, texts.rights_expire_at],
  )
  const own = await add(await bytes(), 'b.jpg', {
    description: 'Mine',
    copyright: '',
    expires_at: '2027-01-01',
  })
  assert.deepEqual(
    [own.description, own.alt_text, own.copyright, own.expires_at],
    ['Mine', texts.alt_text, null, '2027-01-01T00:00:00.000Z'],
  )
})

test('a PDF returns its information and the XMP of the document', async () => {
  const page = { width: 100, height: 100, color: '1 0 0' }
  const info = { Title: 'Price list', Author: 'Ada Winter', Keywords: 'prices, 2026' }
  const { embedded } = await add(pdf([page], { info }), 'prices.pdf')
  assert.deepEqual(
    [embedded.title, embedded.creators, embedded.keywords],
    ['Price list', ['Ada Winter'], ['prices', '2026']],
  )
  const { embedded: described } = await add(pdf([page], { info, xmp }), 'prices-2.pdf')
  assert.deepEqual([described.title, described.copyright], [texts.title, texts.copyright])
})

test('impossible sizes and values in files are ignored', async () => {
  const signed = tiff(9, 5, {
    fields: [
      [0x100, 4, [0xffff_ffff]],
      [0x153, 3, [2]],
    ],
  })
  const huge = await add(signed, 'huge.tif')
  assert.deepEqual([huge.width, huge.height], [null, null])

  // A BigTIFF whose description claims to have 8 GB.
  const rows: [tag: number, type: number, count: bigint, value: bigint][] = [
    [0x100, 4, 1n, 9n],
    [0x101, 4, 1n, 5n],
    [0x102, 3, 1n, 16n],
    [0x103, 3, 1n, 1n],
    [0x106, 3, 1n, 1n],
    [0x10e, 2, 2n ** 33n, 16n],
    [0x153, 3, 1n, 2n],
  ]
  const big = Buffer.alloc(16 + 8 + rows.length * 20 + 8)
  big.write('II+\0\x08\0\0\0\x10', 'latin1')
  big.writeBigUInt64LE(BigInt(rows.length), 16)
  for (const [index, [tag, type, count, value]] of rows.entries()) {
    const at = 24 + index * 20
    big.writeUInt16LE(tag, at)
    big.writeUInt16LE(type, at + 2)
    big.writeBigUInt64LE(count, at + 4)
    big.writeBigUInt64LE(value, at + 12)
  }
  const { width, embedded } = await add(big, 'big.tif')
  assert.deepEqual([width, embedded.description], [9, undefined])

  const short = Buffer.alloc(60)
  short.write('FUJIFILMCCD-RAW ')
  assert.equal((await add(short, 'short.raf')).width, null)
  // Only a JPEG is a photo, so a document in its place is not opened.
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="70" height="30"/>')
  const withSvg = Buffer.concat([short, Buffer.alloc(40), svg])
  withSvg.writeUInt32BE(100, 84)
  withSvg.writeUInt32BE(svg.length, 88)
  assert.equal((await add(withSvg, 'document.raf')).width, null)
})

test('many thumbnails in one file are found in one pass', () => {
  const { user } = process.cpuUsage()
  assert.equal(thumbnailInXmp(Buffer.alloc(3 * 1024 ** 2, 'xmpGImg:image>')), undefined)
  assert.ok(process.cpuUsage().user - user < 3_000_000)
})

describe('keywords in a file', () => {
  const file = async (...keywords: string[]) => {
    const items = keywords.map((keyword) => `<rdf:li>${keyword}</rdf:li>`).join('')
    const packet = xmp.replace(
      /<dc:subject>.*<\/dc:subject>/,
      `<dc:subject><rdf:Bag>${items}</rdf:Bag></dc:subject>`,
    )
    return sharp(await picture())
      .withXmp(packet)
      .jpeg()
      .toBuffer()
  }
  const tagsOf = async (id: string) =>
    Object.fromEntries(
      (await acme.get(`/api/assets/${id}`)).body.data.tags.map(
        ({ name, source }: { name: string; source: string }) => [name, source],
      ),
    )

  test('keywords in a file become tags with a separate source and no repetition, and assets are found by them', async () => {
    const { id } = await add(await file('Fjord', ' fjord ', 'Gulls &amp; terns', '\u200b'), 'keywords.jpg')
    assert.deepEqual(await tagsOf(id), { Fjord: 'embedded', 'Gulls & terns': 'embedded' })
    const { body } = await acme.get('/api/assets?tag=gulls-terns&fields=id')
    assert.deepEqual(body.data, [{ id }])
  })

  test('keywords in a file do not change tags that people set', async () => {
    const { id: tag } = (await acme.post('/api/asset-tags', { name: 'Harvest', color: '#AA5500' })).body.data
    const { id } = await add(await file('harvest', 'wheat'), 'harvest.jpg', { tags: tag })
    assert.deepEqual(await tagsOf(id), { Harvest: 'manual', wheat: 'embedded' })
    assert.equal((await acme.get(`/api/asset-tags/${tag}`)).body.data.color, '#AA5500')
  })

  test('keywords change with the file, but tags that people removed or set are kept', async () => {
    const { id: tag } = (await acme.post('/api/asset-tags', { name: 'Chosen' })).body.data
    const { id } = await add(await file('old', 'kept'), 'follow.jpg', { tags: tag })
    const next = await upload(
      service,
      acme,
      { bytes: await file('kept', 'new'), name: 'follow.jpg' },
      {},
      { method: 'PUT', path: `/api/assets/${id}/file` },
    )
    assert.equal(next.status, 200, next.text)
    assert.deepEqual(await tagsOf(id), { Chosen: 'manual', kept: 'embedded', new: 'embedded' })
    await acme.patch(`/api/assets/${id}`, { tags: [tag] })
    assert.deepEqual(await tagsOf(id), { Chosen: 'manual' })
  })

  test('the keywords of a stock photo become at most 50 tags', async () => {
    const { id, embedded } = await add(
      await file(...Array.from({ length: 80 }, (_, at) => `word ${at}`)),
      'stock.jpg',
    )
    assert.equal(embedded.keywords.length, 80)
    assert.equal(Object.keys(await tagsOf(id)).length, 50)
  })

  test('keywords in a file do not exceed 100 tags per asset', async () => {
    const given = Array.from({ length: 98 }, (_, at) => `given${at}`)
    const { id: other } = await add(await file('other'), 'other.jpg')
    const made = await acme.patch(`/api/assets/${other}`, { tags: given.map((name) => ({ name })) })
    assert.equal(made.status, 200, made.text)
    const bytes = await file('given0', 'first', 'second', 'leftover')
    const { id } = await add(bytes, 'many.jpg', { tags: given.join(',') })
    const { given0, first, second, leftover, ...others } = await tagsOf(id)
    assert.deepEqual([given0, first, second, leftover], ['manual', 'embedded', 'embedded', undefined])
    assert.equal(Object.keys(others).length, 97)
    assert.deepEqual((await acme.get('/api/asset-tags?search=leftover')).body.data, [])
  })

  test('keywords become manual tags if a client sends them as embedded but the file lacks them', async () => {
    const { id } = await add(await file('in the file'), 'claimed.jpg')
    const tags = ['in the file', 'claimed'].map((name) => ({ name, source: 'embedded' }))
    assert.equal((await acme.patch(`/api/assets/${id}`, { tags })).status, 200)
    assert.deepEqual(await tagsOf(id), { 'in the file': 'embedded', claimed: 'manual' })
  })
})

test('settings decide which field gets the title, and whether keywords become tags', async () => {
  for (const [title, wanted] of [
    ['name', [texts.title, texts.description]],
    ['description', ['plain', texts.title]],
  ] as const) {
    const other = await startService({ env: { EMBEDDED_TITLE: title, EMBEDDED_KEYWORDS: 'false' } })
    const globex = await newCompany(other, 'Globex')
    const packet = title === 'name' ? xmp : xmp.replace(/<dc:description>.*<\/dc:description>/, '')
    const bytes = await sharp(await picture())
      .withXmp(packet)
      .jpeg()
      .toBuffer()
    const { body } = await upload(other, globex, { bytes, name: 'plain.jpg' })
    assert.deepEqual([body.data.name, body.data.description, body.data.tags], [...wanted, []])
    assert.equal(body.data.filename, 'plain.jpg')
    const named = await upload(
      other,
      globex,
      { bytes, name: 'plain.jpg' },
      { name: 'Mine', description: 'Own' },
    )
    assert.deepEqual([named.body.data.name, named.body.data.description], ['Mine', 'Own'])
    await other.close()
  }
})

test('logos and fonts are downloaded under the names of their files', async () => {
  await acme.post('/api/brand-kit', { name: 'Acme' })
  const { id } = await add(await picture(), 'Logo v1.2 – dark.png')
  const { body } = await acme.post('/api/brand-kit/logos', { name: 'Main', asset_id: id })
  const response = await fetch(body.data.url)
  assert.match(
    response.headers.get('content-disposition')!,
    /^inline; .*filename\*=UTF-8''Logo%20v1\.2%20%E2%80%93%20dark\.png$/,
  )
  await response.arrayBuffer()
  await acme.patch(`/api/assets/${id}`, { filename: 'mark.png' })
  const { url } = (await acme.get(`/api/brand-kit/logos/${body.data.id}`)).body.data
  assert.match(url, /filename=mark\.png&/)
})
