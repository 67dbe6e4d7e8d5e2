// Engines: embedded
// Every file can be stored. The bytes determine its type, and its name is returned unchanged.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { programs } from '../src/config/programs.ts'
import { isDrawnBy } from '../src/images/previews/kinds.ts'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { picture, sound, upload } from './support/uploads.ts'

// `exe` is not in the list, because an operator can accept programs and reject types that are accepted by
// default.
const service = await startService({ env: { UPLOAD_TYPES_REFUSED: '.sh, application/zip' } })
const acme = await newCompany(service, 'Acme')
const add = (bytes: Buffer | string, name?: string, fields = {}) =>
  upload(service, acme, { bytes: Buffer.from(bytes as string), ...(name !== undefined && { name }) }, fields)

/** Whether the service renders files with this extension. It has no ffmpeg. */
const isDrawn = isDrawnBy(undefined)

const padded = (start: string | Buffer, length = 600) =>
  Buffer.concat([Buffer.from(start as string, 'latin1'), Buffer.alloc(length)])
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const box = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
  return Buffer.concat([uint32(8 + body.length), Buffer.from(type), body])
}
const mp4 = (brand: string) => Buffer.concat([box('ftyp', brand, uint32(0), brand), padded('', 100)])

function zip(...names: string[]): Buffer {
  const entries = names.map((name) => {
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 'latin1')
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, Buffer.from(name)])
  })
  return Buffer.concat([...entries, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
}

describe('a file is stored with the type of its content', () => {
  const kept: [name: string, bytes: Buffer | string, type: string, mimeType: string, extension?: string][] = [
    ['photo.psd', padded('8BPS\0\x01'), 'image', 'image/vnd.adobe.photoshop'],
    ['poster.psb', padded('8BPS\0\x02'), 'image', 'image/vnd.adobe.photoshop'],
    ['logo.ai', '%PDF-1.6\n1 0 obj<</AIPrivateData1 2 0 R>>', 'image', 'application/illustrator'],
    ['old.ai', '%!PS-Adobe-3.0\n%%Creator: Adobe Illustrator(R) 8\n', 'image', 'application/illustrator'],
    ['logo.eps', '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n', 'image', 'application/postscript'],
    [
      'page.indd',
      padded(Buffer.from('0606EDF5D81D46E5BD31EFE7FE74B71D', 'hex')),
      'document',
      'application/x-indesign',
    ],
    ['scan.bmp', padded('BM'), 'image', 'image/bmp'],
    ['favicon.ico', padded('\0\0\x01\0\x01\0'), 'image', 'image/x-icon'],
    [
      'texture.tga',
      Buffer.concat([Buffer.alloc(50), Buffer.from('TRUEVISION-XFILE.\0')]),
      'image',
      'image/x-tga',
    ],
    ['photo.jxl', padded(Buffer.from('ff0aff', 'hex')), 'image', 'image/jxl'],
    ['shot.cr2', padded('II*\0\x10\0\0\0CR\x02\0'), 'image', 'image/x-canon-cr2'],
    ['shot.iiq', padded('II*\0\x10\0\0\0IIII'), 'image', 'image/x-phaseone-iiq'],
    [
      'film.mkv',
      padded(Buffer.concat([Buffer.from('1a45dfa3a3428288', 'hex'), Buffer.from('matroska')])),
      'video',
      'video/matroska',
    ],
    ['film.avi', padded('RIFF\0\0\0\0AVI LIST'), 'video', 'video/vnd.avi'],
    ['tone.aiff', padded('FORM\0\0\0\0AIFF'), 'audio', 'audio/aiff', 'aiff'],
    ['family.ttc', padded('ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10'), 'font', 'font/collection'],
    ['old.pfb', padded('\x80\x01\0\0\0\0%!PS-AdobeFont-1.0: X'), 'font', 'application/x-font-type1'],
    ['draft.sketch', zip('document.json', 'meta.json'), 'other', 'application/x-sketch'],
    ['draft.xd', zip('mimetype', 'preview.png'), 'other', 'application/vnd.adobe.xd'],
    ['mark.afdesign', padded('\0\xffKA\x0b\0'), 'other', 'application/x-affinity-designer'],
    ['photo.afphoto', padded('\0\xffKA\x0b\0'), 'other', 'application/x-affinity-photo'],
    ['book.afpub', padded('\0\xffKA\x0b\0'), 'other', 'application/x-affinity-publisher'],
    ['mark.af', padded('\0\xffKA\x0b\0'), 'other', 'application/x-affinity'],
    ['clip.wmf', padded('\xd7\xcd\xc6\x9a\0\0'), 'image', 'image/wmf'],
    ['bare.wmf', padded('\x01\0\x09\0\0\x03'), 'image', 'image/wmf'],
    ['clip.emf', padded(`\x01\0\0\0${'\0'.repeat(36)} EMF`), 'image', 'image/emf'],
    ['frame.fig', padded('fig-kiwi'), 'other', 'application/x-figma'],
    ['spring.ase', padded('ASEF\0\x01\0\0'), 'other', 'application/x-adobe-swatch'],
    ['spring.aco', Buffer.from('0001000100000000', 'hex'), 'other', 'application/x-adobe-aco'],
    ['spring.gpl', 'GIMP Palette\nName: x\n1 2 3\n', 'other', 'application/x-gimp-palette'],
    ['film.cube', 'LUT_3D_SIZE 2\n0 0 0\n', 'other', 'application/x-lut'],
    ['wave.json', '{"v":"5.7","layers":[]}', 'other', 'application/json'],
    ['prices.csv', 'a,b\n1,2\n', 'document', 'text/csv'],
    ['notes.txt', 'Notes with an <svg> in them', 'document', 'text/plain'],
    ['page.html', '<!doctype html><svg><script>alert(1)</script></svg>', 'other', 'text/html'],
    ['tool.exe', padded('MZ'), 'other', 'application/x-msdownload'],
    ['model.xyz', Buffer.from('0001020304', 'hex'), 'other', 'application/octet-stream', 'xyz'],
    ['unnamed', Buffer.from('0001020305', 'hex'), 'other', 'application/octet-stream', 'bin'],
  ]
  for (const [name, bytes, type, mimeType, extension = name.split('.').at(-1)!] of kept) {
    // Holds R-ASSET-1.
    test(`${name} is stored as ${mimeType}`, async () => {
      const { status, body } = await add(bytes, name)
      assert.equal(status, 201, JSON.stringify(body))
      const { data } = body
      assert.deepEqual(
        [data.type, data.mime_type, data.extension, data.filename, data.status, data.warnings],
        [type, mimeType, extension, name, isDrawn(extension) ? 'processing' : 'ready', []],
      )
      assert.deepEqual(Buffer.from(await (await fetch(data.url)).arrayBuffer()), Buffer.from(bytes as string))
    })
  }

  // Holds R-ASSET-1.
  test("a name with another format's extension is kept, with an entry in `warnings`", async () => {
    const misnamed: [name: string, bytes: Buffer, mimeType: string, message: string][] = [
      [
        'photo.jpg',
        await picture({ format: 'webp' }),
        'image/webp',
        'says a JPEG image, but the content is a WebP image',
      ],
      ['photo.pdf', await picture(), 'image/png', 'says a PDF document, but the content is a PNG image'],
      ['film.mov', mp4('mp42'), 'video/mp4', 'says a QuickTime video, but the content is an MPEG-4 video'],
      [
        'notes.docx',
        Buffer.from('plain'),
        'text/plain',
        'says a Word document, but the content is a text file',
      ],
    ]
    for (const [name, bytes, mimeType, message] of misnamed) {
      const { status, body } = await add(bytes, name)
      assert.equal(status, 201, JSON.stringify(body))
      const { data } = body
      assert.deepEqual([data.mime_type, data.filename], [mimeType, name])
      assert.deepEqual(data.warnings, [
        { type: 'name_mismatch', message: `The name of the file ${message}.` },
      ])
    }
  })

  // Holds R-ASSET-12.
  test('a type that the operator forbids returns 422, and the message names the type', async () => {
    for (const [name, bytes, message] of [
      ['run', '#!/bin/sh\n', 'The file is a shell script (sh), a type that is not accepted. '],
      ['files.zip', zip('a.txt'), 'The file is a ZIP archive (zip), a type that is not accepted. '],
    ] as const) {
      const { status, body } = await add(bytes, name)
      assert.deepEqual(
        [status, body],
        [
          422,
          {
            file: [
              `${message}Send another format, such as SVG, PNG, JPG, PDF. /docs/uploads lists the types that are not accepted by default.`,
            ],
          },
        ],
      )
    }
  })

  test('the guide lists the types that are not accepted by default', async () => {
    const guide = await readFile(new URL('../../docs/guides/uploads.md', import.meta.url), 'utf8')
    const [, listed] = /these types are blocked: ([^.]+)\./.exec(guide)!
    assert.deepEqual(
      [...listed!.matchAll(/`([a-z0-9]+)`/g)].map(([, type]) => type),
      Object.keys(programs),
    )
  })

  // Holds R-ASSET-10.
  test('a file that a browser could execute is downloaded as `application/octet-stream`, in a sandbox', async () => {
    for (const [name, bytes] of [
      ['page.html', '<html><script>alert(1)</script></html>'],
      ['data.xml', '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml"/>'],
      ['look.css', 'a { color: red }'],
    ] as const) {
      const { headers } = await fetch((await add(bytes, name)).body.data.url)
      assert.equal(headers.get('content-type'), 'application/octet-stream')
      assert.equal(
        headers.get('content-disposition'),
        `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      )
      assert.match(headers.get('content-security-policy')!, /; sandbox$/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
  })
})

describe('the name of a file', () => {
  // Holds R-ASSET-11.
  test('the name of a file is returned unchanged, and the asset gets it without the extension', async () => {
    for (const [filename, name] of [
      ['Logo v1.2', 'Logo v1.2'],
      ['Logo v1.2.png', 'Logo v1.2'],
      ['photo.JPEG', 'photo'],
      ['x.png.png', 'x.png'],
      ['Été — 50 % "neu".tif', 'Été — 50 % "neu"'],
    ] as const) {
      const { body } = await add(await picture(), 'other.png', { filename })
      assert.deepEqual([body.data.filename, body.data.name], [filename, name])
    }
    const { body } = await add(sound(Buffer.alloc(8), { rate: 8, bits: 8 }), 'Hall.wav', { name: 'Applause' })
    assert.deepEqual([body.data.filename, body.data.name], ['Hall.wav', 'Applause'])
    assert.equal((await add(await picture(), 'dir/a\\b\0c.png')).body.data.filename, 'a\\b_c.png')
    // The file is decompressed and stored without the extension of the compressed file.
    const drawing = gzipSync('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    assert.equal((await add(drawing, 'mark.svgz')).body.data.filename, 'mark.svg')
  })

  // Holds R-ASSET-11.
  test('the name of a file is sent in Content-Disposition, whether the file is displayed or downloaded', async () => {
    const { data } = (await add(await picture(), 'Été.png')).body
    const expected = `filename="_t_.png"; filename*=UTF-8''%C3%89t%C3%A9.png`
    const dispositionOf = async (url: string) => (await fetch(url)).headers.get('content-disposition')
    assert.equal(await dispositionOf(data.url), `inline; ${expected}`)
    const link = async (query: string) =>
      dispositionOf((await acme.get(`/api/assets/${data.id}/link?${query}`)).body.data.url)
    assert.equal(await link('download=true'), `attachment; ${expected}`)
    assert.equal(await link(''), `inline; ${expected}`)
    assert.match((await link('w=8&format=jpeg&download=true'))!, /^attachment; filename="_t_\.jpg"/)
    const { data: versions } = (await acme.get(`/api/assets/${data.id}/versions`)).body
    assert.deepEqual(
      [versions[0].filename, await dispositionOf(versions[0].url)],
      ['Été.png', `inline; ${expected}`],
    )
  })

  // Holds R-ASSET-11.
  test('the file name changes with the name of the asset while both are equal, and can be changed separately', async () => {
    const { data } = (await add(await picture(), 'draft.PNG')).body
    const change = async (body: object) => {
      const { data: changed } = (await acme.patch(`/api/assets/${data.id}`, body)).body
      return [changed.name, changed.filename]
    }
    assert.deepEqual(await change({ name: 'Hero' }), ['Hero', 'Hero.PNG'])
    assert.deepEqual(await change({ filename: 'hero-2.png' }), ['hero-2', 'hero-2.png'])
    assert.deepEqual(await change({ name: 'Summer', filename: 'a.png' }), ['Summer', 'a.png'])
    assert.deepEqual(await change({ name: 'Autumn' }), ['Autumn', 'a.png'])
    assert.deepEqual(await change({ filename: 'b.png' }), ['Autumn', 'b.png'])
    const refused = await acme.patch(`/api/assets/${data.id}`, { filename: ' .. ' })
    assert.deepEqual([refused.status, Object.keys(refused.body)], [422, ['filename']])
  })

  // Holds R-ASSET-11.
  test('a replaced file keeps its name except for the extension, and each version keeps its own name', async () => {
    const { data } = (await add(await picture({ format: 'jpeg' }), 'hero.jpeg')).body
    const path = `/api/assets/${data.id}/file`
    const replace = async (bytes: Buffer, name: string) =>
      (await upload(service, acme, { bytes, name }, {}, { method: 'PUT', path })).body.data
    assert.equal((await replace(await picture({ format: 'jpeg' }), 'other.jpg')).filename, 'hero.jpeg')
    assert.equal((await replace(await picture(), 'other.png')).filename, 'hero.png')
    const { data: versions } = (await acme.get(`/api/assets/${data.id}/versions`)).body
    assert.deepEqual(
      versions.map(({ filename }: { filename: string }) => filename),
      ['other.png', 'other.jpg', 'hero.jpeg'],
    )
    const restored = await acme.post(`/api/assets/${data.id}/versions/1/restoration`)
    assert.equal(restored.body.data.filename, 'hero.jpeg')
  })
})
