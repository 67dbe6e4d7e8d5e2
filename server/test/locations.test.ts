// Engines: postgres
// Delivery of files without their location, if the company removes locations.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'
import { asCompany } from '../src/db/tenancy.ts'
import { deliveriesOf } from '../src/file-metadata/deliveries.ts'
import { editorOf } from '../src/file-metadata/location/edits.ts'
import { withoutLocation } from '../src/file-metadata/location/remove.ts'
import { tiffLocations } from '../src/file-metadata/location/tiff.ts'
import { xmpWithoutLocation } from '../src/file-metadata/location/xmp.ts'
import { sourceOfStored } from '../src/file-metadata/parts.ts'
import { sourceOfBytes } from '../src/images/byte-source.ts'
import { metadataItems } from '../src/images/heif.ts'
import type { ByteRange } from '../src/storage/storage.ts'
import { newCompany } from './support/companies.ts'
import { withIptc } from './support/iptc.ts'
import { pdf } from './support/pdf-files.ts'
import { behindProxy, newMember } from './support/people.ts'
import { startService } from './support/service.ts'
import { type Field, tiff } from './support/tiff-files.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService({ env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0' } })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const admin = await newMember(service, acme.companyId, 'admin', 'Adam')

const removeLocation = async (remove_location: boolean) => {
  const { status, body } = await admin.patch('/portal/api/company', { remove_location })
  assert.deepEqual([status, body.data?.remove_location], [200, remove_location])
}

async function add(bytes: Buffer, name: string, caller = acme) {
  const { status, body } = await upload(service, caller, { bytes, name })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}

async function download(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/** The metadata that a company without the setting finds in a file. */
const readIn = async (bytes: Buffer, name: string) => (await add(bytes, name, globex)).embedded

const packet = (attributes = '', elements = '') => `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
  xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  xmlns:custom="urn:example:custom" photoshop:Credit="Acme Press" ${attributes}>${elements}
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Fjord – 峡湾</rdf:li></rdf:Alt></dc:title>
<custom:campaign>spring</custom:campaign></rdf:Description></rdf:RDF></x:xmpmeta>`

const xmp = packet(
  `exif:GPSLatitude="60,23.5N" photoshop:City="Bergen" core:CountryCode='NOR'`,
  `<exif:GPSLongitude>5,19.4E</exif:GPSLongitude><core:Location>Bryggen</core:Location>
  <ext:LocationCreated><rdf:Bag><rdf:li rdf:parseType="Resource"><ext:City>Bergen</ext:City></rdf:li></rdf:Bag></ext:LocationCreated>`,
)
const places = ['Bergen', 'Bryggen', 'NOR', '60,23', '5,19']

const exif = {
  IFD0: { Make: 'Acme', Model: 'Acme One' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '60/1 23/1 30/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '5/1 19/1 24/1',
    GPSMapDatum: 'Bryggen',
  },
}
const image = async (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  sharp(await picture())
    .withExif(exif)
    .withXmp(xmp)
    .toFormat(format, { lossless: true } as object)
    .toBuffer()

/** Degrees, minutes and seconds as three rationals. */
const gps: Field[] = [
  [1, 2, 'N'],
  [2, 5, [60, 1, 23, 1, 30, 1]],
  [3, 2, 'E'],
  [4, 5, [5, 1, 19, 1, 24, 1]],
  [18, 2, 'Bryggen'],
]
const page = { width: 100, height: 80, color: '1 0 0' }

/** A JPEG whose IPTC-IIM contains a city, and the digest of that block. */
const iptc = () =>
  withIptc(
    [
      [5, Buffer.from('Fjord')],
      [90, Buffer.from('Bergen')],
      [92, Buffer.from('Bryggen')],
    ],
    false,
  )

const kinds: [name: string, make: () => Promise<Buffer>][] = [
  ['a.jpg', () => image('jpeg')],
  ['a.png', () => image('png')],
  ['a.webp', () => image('webp')],
  ['a.avif', () => image('avif')],
  [
    'a.tif',
    async () =>
      tiff(9, 5, {
        order: 'MM',
        gps,
        fields: [
          [0x110, 2, 'Acme One'],
          [700, 1, Buffer.from(xmp)],
        ],
      }),
  ],
  [
    'little.tif',
    async () =>
      tiff(9, 5, {
        gps,
        fields: [
          [0x110, 2, 'Acme One'],
          [700, 1, Buffer.from(xmp)],
        ],
      }),
  ],
  ['a.pdf', async () => pdf([page], { xmp })],
  ['iptc.jpg', iptc],
]

describe('a company that removes locations', () => {
  before(() => removeLocation(true))

  for (const [name, make] of kinds)
    test(`a company that removes locations delivers ${name} without coordinates and places, and otherwise unchanged`, async () => {
      const original = await make()
      const asset = await add(original, name)
      if (name !== 'iptc.jpg' && name !== 'a.pdf')
        assert.deepEqual(asset.embedded.location, { latitude: 60.391667, longitude: 5.323333 })
      const { status, headers, bytes } = await download(asset.url)
      assert.deepEqual([status, headers.get('x-removed-metadata')], [200, 'location'])
      assert.equal(headers.get('content-length'), String(bytes.length))
      if (!name.endsWith('png')) assert.equal(bytes.length, original.length)
      for (const place of places) assert.ok(!bytes.includes(place), place)
      const { location: _, ...rest } = asset.embedded
      assert.deepEqual(await readIn(bytes, name), rest)
      if (name !== 'a.pdf')
        assert.deepEqual(await sharp(bytes).raw().toBuffer(), await sharp(original).raw().toBuffer())
      if (xmpIn(original)) assert.ok(bytes.includes('spring') && bytes.includes('Acme Press'))
      // A second run finds nothing to remove.
      assert.equal(await withoutLocation(sourceOfBytes(bytes), asset.extension), undefined)
      const kept = await storedBytes(asset.checksum)
      assert.ok(kept.equals(original), 'the stored file keeps its location')
    })

  test('files whose location is removed have different ETags and support ranges and HEAD', async () => {
    const asset = await add(await image('jpeg'), 'range.jpg')
    await removeLocation(false)
    const before = await download(asset.url)
    assert.equal(before.headers.get('x-removed-metadata'), null)
    await removeLocation(true)
    const tag = before.headers.get('etag')!
    const whole = await download(asset.url, { 'if-none-match': tag })
    assert.equal(whole.status, 200)
    assert.notEqual(whole.headers.get('etag'), tag)
    const part = await download(asset.url, { range: 'bytes=20-900' })
    assert.deepEqual([part.status, part.bytes], [206, whole.bytes.subarray(20, 901)])
    // A download that began with the stored file is not resumed.
    const modified = before.headers.get('last-modified')!
    const rest = await download(asset.url, { range: 'bytes=20-', 'if-range': modified })
    assert.deepEqual([rest.status, rest.bytes], [200, whole.bytes])
    const head = await fetch(asset.url, { method: 'HEAD' })
    assert.equal(head.headers.get('etag'), whole.headers.get('etag'))
    assert.equal((await download(asset.url, { 'if-none-match': whole.headers.get('etag')! })).status, 304)
  })

  test('a file with a location is parsed once for any number of downloads', async () => {
    for (const [format, isChanged] of [
      ['jpeg', true],
      ['png', false],
    ] as const) {
      const bytes = isChanged ? await image(format) : await picture()
      const key = await keyOf((await add(bytes, `once.${format}`)).checksum)
      let reads = 0
      const find = async (key: string) => {
        const file = await service.storage.find(key)
        const open = (range?: ByteRange) => {
          reads++
          return file!.open(range)
        }
        return file && { ...file, open }
      }
      const delivered = deliveriesOf(service.db, { find })
      const lengths = []
      for (let time = 0; time < 3; time++) {
        const file = (await delivered(key))!
        assert.equal(file.lacksLocation, isChanged)
        lengths.push(reads)
      }
      assert.ok(lengths[0]! > 0)
      assert.deepEqual(lengths.slice(1), [lengths[0], lengths[0]])
    }
  })

  test('files without a location are delivered unchanged', async () => {
    const original = await sharp(await picture())
      .withExif({ IFD0: { Make: 'Acme' } })
      .withXmp(packet())
      .jpeg()
      .toBuffer()
    const { url, checksum } = await add(original, 'nowhere.jpg')
    const { headers, bytes } = await download(url)
    assert.ok(bytes.equals(original))
    assert.equal(headers.get('x-removed-metadata'), null)
    assert.ok((await storedBytes(checksum)).equals(original))
  })

  // Holds R-ASSET-20.
  test('locations are removed from links with metadata, versions, shares and zips', async () => {
    const asset = await add(await image('jpeg'), 'everywhere.jpg')
    const share = await acme.post('/api/shares', {
      name: 'Press',
      asset_ids: [asset.id],
      download_sizes: ['original'],
    })
    assert.equal(share.status, 201, share.text)
    const archive = await acme.post('/api/archives', { asset_ids: [asset.id] })
    const [version] = (await acme.get(`/api/assets/${asset.id}/versions`)).body.data
    const linked = async (query: string) =>
      (await acme.get(`/api/assets/${asset.id}/link${query}`)).body.data.url as string
    const files: [string, Buffer][] = [
      ['link', (await download(await linked('?download=true'))).bytes],
      ['metadata', (await download(await linked('?metadata=embed'))).bytes],
      ['version', (await download(version.url)).bytes],
      ['share', (await download(`${share.body.data.url}/${asset.id}/original?download`)).bytes],
      ['zip', await firstOf((await download(archive.body.data.url)).bytes)],
    ]
    for (const [what, bytes] of files) {
      for (const place of places) assert.ok(!bytes.includes(place), `${what}: ${place}`)
      const { location, camera } = await readIn(bytes, `${what}.jpg`)
      assert.deepEqual([location, camera], [undefined, 'Acme One'], what)
    }
  })
})

test('a company that does not remove locations delivers uploaded files unchanged', async () => {
  const original = await image('jpeg')
  const { url } = await add(original, 'there.jpg', globex)
  assert.ok((await download(url)).bytes.equals(original))
})

const xmpIn = (bytes: Buffer) => bytes.includes('xmpmeta')

/** The bytes in the store. */
async function keyOf(checksum: string): Promise<string> {
  const { file_key } = await asCompany(service.db, acme.companyId, (trx) =>
    trx.selectFrom('assets').select('file_key').where('checksum', '=', checksum).executeTakeFirstOrThrow(),
  )
  return file_key
}

async function storedBytes(checksum: string): Promise<Buffer> {
  const file = (await service.storage.find(await keyOf(checksum)))!
  return sourceOfStored(file).read(0, file.size)
}

async function firstOf(zip: Buffer): Promise<Buffer> {
  const reader = await fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of reader.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await reader.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
  throw new Error('The zip is empty.')
}

describe('a block with a location', () => {
  const all = async (bytes: Buffer, extension: string) => {
    const parts = await withoutLocation(sourceOfBytes(bytes), extension)
    return (
      parts &&
      Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : bytes.subarray(part.from, part.to))))
    )
  }

  test('a block with a location becomes blank if it is an XMP packet that is damaged, too large or not in UTF-8', () => {
    const damaged = Buffer.from(xmp.slice(0, -20))
    const large = Buffer.from(xmp.replace('spring', 'x'.repeat(300_000)))
    const wide = Buffer.from(xmp, 'utf16le')
    for (const bytes of [damaged, large, wide]) {
      const blank = xmpWithoutLocation(bytes)!
      assert.deepEqual([blank.length, blank.toString().trim()], [bytes.length, ''])
    }
    assert.equal(xmpWithoutLocation(Buffer.from(packet())), undefined)
    assert.equal(xmpWithoutLocation(Buffer.from('no markup, but GPSLatitude = 1')), undefined)
  })

  test('a location from drones and other programs is detected by its property name', () => {
    const drone = packet(
      'xmlns:drone="http://www.dji.com/drone-dji/1.0/" drone:GpsLatitude="+60.39" drone:Model="X"',
    )
    const edited = xmpWithoutLocation(Buffer.from(drone))!.toString()
    assert.ok(!edited.includes('60.39') && edited.includes('drone:Model="X"'))
  })

  test('a location is found after the tables of a JPEG and in a second packet', async () => {
    const jpeg = await image('jpeg')
    const start = jpeg.indexOf(Buffer.from('http://ns.adobe.com/xap/1.0/')) - 4
    const segment = jpeg.subarray(start, start + 2 + jpeg.readUInt16BE(start + 2))
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const edited = (await all(Buffer.concat([jpeg.subarray(0, scan), segment, jpeg.subarray(scan)]), 'jpg'))!
    for (const place of places) assert.ok(!edited.includes(place), place)
  })

  test('a location is found after fill bytes of a JPEG', async () => {
    const jpeg = await image('jpeg')
    const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)])
    const edited = (await all(filled, 'jpg'))!
    for (const place of places) assert.ok(!edited.includes(place), place)
    assert.equal((await readIn(edited, 'filled.jpg')).location, undefined)
  })

  test('a location is removed from compressed text and profiles of a PNG', async () => {
    const png = await picture({ format: 'png' })
    const exif = tiff(1, 1, { gps })
    const profile = `\nexif\n    ${exif.length}\n${exif.toString('hex')}\n`
    const bytes = Buffer.concat([
      png.subarray(0, 33),
      chunk('zTXt', 'Raw profile type exif', Buffer.concat([Buffer.from([0]), deflateSync(profile)])),
      chunk('iTXt', 'XML:com.adobe.xmp', Buffer.concat([Buffer.from([1, 0, 0, 0]), deflateSync(xmp)])),
      chunk('tEXt', 'exif:GPSLatitude', Buffer.from('60/1')),
      chunk('tEXt', 'Comment', Buffer.from('kept')),
      png.subarray(33),
    ])
    const edited = (await all(bytes, 'png'))!
    const found = await sharp(edited).metadata()
    assert.ok(found.xmp!.includes('spring') && !found.xmp!.includes('Bergen'))
    assert.ok(!edited.includes('GPSLatitude') && edited.includes('kept'))
    assert.equal(await all(edited, 'png'), undefined)
    assert.equal((await readIn(edited, 'profiles.png')).location, undefined)
  })

  test('a location is removed from a compressed packet of a PDF, whose length does not change', async () => {
    const packed = deflateSync(xmp)
    const plain = pdf([page], { xmp: ' '.repeat(packed.length) }).toString('latin1')
    const bytes = Buffer.from(
      plain
        .replace('/Subtype/XML/Length', '/Filter/FlateDecode/Length')
        .replace(' '.repeat(packed.length), packed.toString('latin1'))
        .replace(
          /startxref\n(\d+)/,
          (_, at) => `startxref\n${Number(at) + '/Filter/FlateDecode'.length - '/Subtype/XML'.length}`,
        ),
      'latin1',
    )
    const edited = (await all(bytes, 'pdf'))!
    assert.equal(edited.length, bytes.length)
    const { title, location } = await readIn(edited, 'packed.pdf')
    assert.deepEqual([title, location], ['Fjord – 峡湾', undefined])
    assert.equal(await all(edited, 'pdf'), undefined)
  })

  test('a location is removed from the image resources of a Photoshop document', async () => {
    const value = Buffer.from(xmp)
    const head = Buffer.alloc(12)
    head.write('8BIM')
    head.writeUInt16BE(0x0424, 4)
    head.writeUInt32BE(value.length, 8)
    const resources = Buffer.concat([head, value, Buffer.alloc(value.length % 2)])
    const lengths = Buffer.alloc(8)
    lengths.writeUInt32BE(resources.length, 4)
    const bytes = Buffer.concat([
      Buffer.from('8BPS'),
      Buffer.alloc(22),
      lengths,
      resources,
      Buffer.from('rest'),
    ])
    const edited = (await all(bytes, 'psd'))!
    assert.equal(edited.length, bytes.length)
    for (const place of places) assert.ok(!edited.includes(place), place)
    assert.ok(edited.includes('spring') && edited.toString('latin1').endsWith('rest'))
  })

  const box = (type: string, ...parts: (Buffer | string)[]) => {
    const body = Buffer.concat(
      parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1'))),
    )
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + body.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const u32 = (...values: number[]) => {
    const bytes = Buffer.alloc(4 * values.length)
    for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
    return bytes
  }
  const motion = () =>
    Buffer.concat([
      box('ftyp', 'mp42', u32(0)),
      box('moov', box('udta', box('\xa9xyz', '+60.3913+005.3221/'))),
      box('mdat', 'frames'),
    ])

  test('a location is removed from pictures and the film behind the first picture of a JPEG', async () => {
    const [first, second] = [
      await sharp(await picture())
        .jpeg()
        .toBuffer(),
      await image('jpeg'),
    ]
    const files = {
      'a second picture': [first, second],
      'two more pictures': [second, second, second],
      'a motion photo': [second, motion()],
      'a motion photo with a trailer': [first, Buffer.from('MotionPhoto_Data'), motion()],
      'a picture behind a megabyte': [first, Buffer.alloc(1024 ** 2 + 5), second],
    }
    for (const [what, parts] of Object.entries(files)) {
      const bytes = Buffer.concat(parts)
      const edited = (await all(bytes, 'jpg'))!
      assert.equal(edited.length, bytes.length, what)
      for (const place of ['60.39', ...places]) assert.ok(!edited.includes(place), `${what}: ${place}`)
      const other = await sharp(edited).raw().toBuffer()
      assert.deepEqual(other, await sharp(bytes).raw().toBuffer(), what)
      if (what.startsWith('a motion')) assert.ok(edited.includes('frames'))
    }
    const film = await all(Buffer.concat([await image('avif'), box('mpvd', motion())]), 'heic')
    assert.ok(!film!.includes('60.39') && film!.includes('frames'))
  })

  test('a location is removed from a GPS directory that does not end within its block or is in another directory', async () => {
    const jpeg = await image('jpeg')
    const start = jpeg.indexOf('Exif\0\0') + 6
    const pointer = jpeg.indexOf(Buffer.from([0x25, 0x88, 4, 0, 1, 0, 0, 0]))
    assert.ok(pointer > start)
    const cut = Buffer.from(jpeg)
    cut.writeUInt16LE(0x7fff, start + cut.readUInt32LE(pointer + 8))
    const edited = (await all(cut, 'jpg'))!
    for (const place of places) assert.ok(!edited.includes(place), place)
    const isWhole = Buffer.from(jpeg)
    isWhole.writeUInt16LE(0x7fff, start + isWhole.readUInt32LE(start + 4))
    assert.ok(!(await all(isWhole, 'jpg'))!.includes('Bryggen'), 'an unreadable first directory')
    // The place of GPS in the directory of the camera.
    const inner = Buffer.from(jpeg)
    const camera = inner.indexOf(Buffer.from([0x69, 0x87, 4, 0, 1, 0, 0, 0]))
    const directory = start + inner.readUInt32LE(camera + 8)
    jpeg.copy(inner, directory + 2, pointer, pointer + 12)
    inner.fill(0, pointer, pointer + 2)
    assert.ok(!(await all(inner, 'jpg'))!.includes('Bryggen'), 'within the directory of the camera')
  })

  test('a location is removed from tracks of positions', async () => {
    const positions = 'GPS5 60.3913 GPS5 5.3221'
    const film = (type: string, at: number) =>
      Buffer.concat([
        box('ftyp', 'mp42', u32(0)),
        box('mdat', 'frames', positions, 'frames'),
        box(
          'moov',
          box('udta', box('GPMF', 'GPS5 60.3913')),
          box(
            'trak',
            box(
              'mdia',
              box(
                'minf',
                box(
                  'stbl',
                  box('stsd', u32(0, 1), box(type, u32(0, 0))),
                  box('stsz', u32(0, 0, 2, 13, 11)),
                  box('stsc', u32(0, 1, 1, 1, 1)),
                  box('stco', u32(0, 2, at, at + 13)),
                ),
              ),
            ),
          ),
        ),
      ])
    const at = film('gpmd', 0).indexOf(positions)
    for (const type of ['gpmd', 'camm']) {
      const bytes = film(type, at)
      const edited = (await all(bytes, 'mp4'))!
      assert.equal(edited.length, bytes.length)
      for (const place of ['60.39', '5.32', 'GPS5']) assert.ok(!edited.includes(place), place)
      assert.equal(edited.toString('latin1').split('frames').length, 3)
    }
    const other = await all(film('avc1', at), 'mp4')
    assert.ok(other!.includes(positions), 'other tracks stay')
  })

  test('a location is removed from raw photos of Canon, Fujifilm, Olympus and Panasonic', async () => {
    const block = tiff(9, 5, { gps })
    const jpeg = await image('jpeg')
    const canon = Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex')
    const versioned = (version: number, fields: Field[] = []) => {
      const bytes = tiff(9, 5, { gps, fields })
      bytes.writeUInt16LE(version, 2)
      return bytes
    }
    const raf = Buffer.alloc(160)
    raf.write('FUJIFILMCCD-RAW 0201')
    raf.writeUInt32BE(raf.length, 84)
    raf.writeUInt32BE(jpeg.length, 88)
    const files: [extension: string, Buffer][] = [
      [
        'cr3',
        Buffer.concat([
          box('ftyp', 'crx ', u32(0)),
          box('moov', box('uuid', canon, box('CMT1', block), box('CMT4', 'GPS at Bryggen'))),
          box('mdat', 'pixels'),
        ]),
      ],
      ['raf', Buffer.concat([raf, jpeg, Buffer.from('pixels')])],
      ['orf', versioned(0x4f52)],
      ['orf', versioned(0x5352)],
      ['rw2', versioned(0x55, [[0x2e, 7, jpeg]])],
    ]
    for (const [extension, bytes] of files) {
      assert.ok(bytes.includes('Bryggen'))
      const edited = (await all(bytes, extension))!
      assert.equal(edited.length, bytes.length)
      for (const place of places) assert.ok(!edited.includes(place), `${extension} ${place}`)
      assert.equal(edited.indexOf('pixels'), bytes.indexOf('pixels'))
      assert.equal(await all(edited, extension), undefined, extension)
    }
  })

  test('a location is removed from videos, whose other boxes keep their offsets', async () => {
    const key = (name: string) => box('mdta', name)
    const value = (number: number, text: string) =>
      box(u32(number).toString('latin1'), box('data', u32(1), u32(0), text))
    const meta = Buffer.concat([
      box('hdlr', Buffer.alloc(24)),
      box(
        'keys',
        u32(0),
        u32(2),
        key('com.apple.quicktime.make'),
        key('com.apple.quicktime.location.ISO6709'),
      ),
      box('ilst', value(1, 'Acme One'), value(2, '+60.3913+005.3221/')),
    ])
    const uuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
    const film = (inMeta: Buffer) =>
      Buffer.concat([
        box('ftyp', 'qt  ', u32(0)),
        box(
          'moov',
          box('udta', box('\xa9xyz', '+60.3913+005.3221/'), box('\xa9nam', 'Fjord')),
          box('meta', inMeta),
        ),
        box('uuid', uuid, Buffer.from(xmp)),
        box('moov', box('udta', box('XMP_', Buffer.from(xmp)))),
        box('mdat', 'frames'),
      ])
    for (const bytes of [film(meta), film(Buffer.concat([u32(0), meta]))])
      for (const extension of ['mov', 'mp4']) {
        const edited = (await all(bytes, extension))!
        assert.equal(edited.length, bytes.length)
        for (const place of ['60.39', ...places]) assert.ok(!edited.includes(place), place)
        for (const rest of ['Acme One', 'Fjord', 'spring', 'frames'])
          assert.equal(edited.indexOf(rest), bytes.indexOf(rest), rest)
        assert.equal(await all(edited, extension), undefined)
      }
  })

  describe('of a hostile file', () => {
    const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]))
    const box = (type: string, ...parts: Buffer[]) => {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0))
      head.write(type, 4, 'latin1')
      return Buffer.concat([head, ...parts])
    }

    test('a location is not read from a table that declares millions of empty parts', async () => {
      const items = 2
      const rows = Array.from({ length: items }, (_, item) => u16(item + 1, 0, 65_535))
      const places = box('iloc', u16(0, 0, 0, items), ...rows)
      const heif = Buffer.concat([
        box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
        box('meta', u16(0, 0), box('iinf', u16(0, 0, 0)), places),
      ])
      await assert.rejects(metadataItems(sourceOfBytes(heif)), /too many parts/)
      assert.equal(await all(heif, 'heic'), undefined)
    })

    test('a repeated location is overwritten a limited number of times', async () => {
      const rowsOf = 900
      const [directories, size] = [10, 8_000_000]
      const bytes = Buffer.alloc(size)
      bytes.write('MM')
      bytes.writeUInt16BE(42, 2)
      bytes.writeUInt32BE(8, 4)
      for (let page = 0, at = 8; page < directories; page++) {
        bytes.writeUInt16BE(rowsOf, at)
        for (let row = 0; row < rowsOf; row++) u16(700, 1).copy(bytes, at + 2 + row * 12)
        for (let row = 0; row < rowsOf; row++) bytes.writeUInt32BE(size, at + 6 + row * 12)
        const end = at + 2 + rowsOf * 12
        if (page < directories - 1) bytes.writeUInt32BE(end + 4, end)
        at = end + 4
      }
      const { patches, edit } = editorOf(sourceOfBytes(bytes))
      await assert.rejects(tiffLocations(sourceOfBytes(bytes), edit), /too much metadata/)
      assert.ok(patches.length < 50_000, String(patches.length))
    })

    test('a location is unpacked from a PNG up to a limit, and data beyond the limit is removed', async () => {
      const png = await picture({ format: 'png' })
      const packed = deflateSync(xmp.replace('spring', 'x'.repeat(200_000)))
      const text = chunk('iTXt', 'XML:com.adobe.xmp', Buffer.concat([Buffer.from([1, 0, 0, 0]), packed]))
      const edited = (await all(
        Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(40).fill(text), png.subarray(33)]),
        'png',
      ))!
      const left = edited.toString('latin1').split('XML:com.adobe.xmp').length - 1
      assert.ok(left >= 1 && left <= 30, String(left))
      assert.equal((await readIn(edited, 'packed.png')).location, undefined)
    })

    test('a location is removed from thousands of attributes in one pass', () => {
      const attributes = Array.from({ length: 9_000 }, (_, number) => `exif:GPS${number}=""`).join(' ')
      const edited = xmpWithoutLocation(Buffer.from(packet(attributes)))!.toString()
      assert.ok(!edited.includes('GPS') && edited.includes('spring'))
      const long = `<custom:${'x'.repeat(200_000)} exif:GPSLatitude="60"/>`
      assert.ok(!xmpWithoutLocation(Buffer.from(packet('', long)))!.includes('GPS'))
    })
  })

  test('a block with a location is overwritten if it is too large to edit', async () => {
    const webp = await image('webp')
    const block = Buffer.alloc(5 * 1024 ** 2, 'MM')
    const size = Buffer.alloc(4)
    size.writeUInt32LE(block.length)
    const bytes = Buffer.concat([webp, Buffer.from('EXIF'), size, block])
    const edited = (await all(bytes, 'webp'))!
    assert.equal(edited.length, bytes.length)
    assert.ok(edited.subarray(-block.length).equals(Buffer.alloc(block.length)))
  })
})

function chunk(type: string, keyword: string, body: Buffer): Buffer {
  const bytes = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from(type),
    Buffer.from(`${keyword}\0`),
    body,
    Buffer.alloc(4),
  ])
  bytes.writeUInt32BE(bytes.length - 12)
  return bytes
}
