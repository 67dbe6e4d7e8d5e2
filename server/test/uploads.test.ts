// Engines: postgres
// File uploads: stored bytes and facts are correct, and a rejected upload leaves nothing behind.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { newCompany, send } from './support/companies.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, quiet, settled, sound, upload } from './support/uploads.ts'

const bytesMax = 2_000_000
const service = await startService({ env: { UPLOAD_BYTES_MAX: `${bytesMax}` } })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const add = (file: Parameters<typeof upload>[2], fields = {}, options = {}) =>
  upload(service, acme, file, fields, options)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function keysOf(company = acme.companyId) {
  await quiet(service)
  const keys: string[] = []
  for await (const { key } of service.storage.list(company)) keys.push(key)
  return keys
}
const incoming = () => readdir(service.storage.incomingDirectory)

describe('an image', () => {
  // Holds R-ASSET-1.
  test('an image is stored byte for byte, with facts from its content', async () => {
    const bytes = await picture({ width: 300, height: 200, color: '#E01010', format: 'jpeg' })
    const { status, body, headers } = await add({ bytes, name: 'Été/Sommer.JPG' })
    assert.equal(status, 201, JSON.stringify(body))
    const { data } = body
    const { name, type, mime_type, extension, size, width, height, checksum, version, folder_path } = data
    assert.deepEqual(
      { name, type, mime_type, extension, size, width, height, checksum, version, folder_path },
      {
        name: 'Sommer',
        type: 'image',
        mime_type: 'image/jpeg',
        extension: 'jpg',
        size: bytes.length,
        width: 300,
        height: 200,
        checksum: sha256(bytes),
        version: 1,
        folder_path: '/',
      },
    )
    assert.match(data.dominant_color, /^#[DE][0-9A-F][01][0-9A-F]{3}$/)
    assert.equal(headers.get('location'), `/api/assets/${data.id}`)
    assert.equal(headers.get('x-duplicate-of'), null)
    assert.deepEqual(Buffer.from(await (await fetch(data.url)).arrayBuffer()), bytes)
    assert.deepEqual((await acme.get(`/api/assets/${data.id}`)).body.data.checksum, checksum)
  })

  test('an image gets three renditions without camera metadata', async () => {
    const left = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const bytes = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#0000ff' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { body } = await add({ bytes, name: 'turned.jpg' })
    assert.deepEqual([body.data.status, body.data.width, body.data.height], ['processing', 1000, 2000])
    assert.equal(body.data.thumbnail_url, null)
    const asset = await settled(acme, body.data.id)
    assert.equal(asset.status, 'ready')
    const sizes = asset.renditions.map(({ name, width, height }: Record<string, unknown>) => [
      name,
      width,
      height,
    ])
    assert.deepEqual(sizes, [
      ['thumb', 128, 256],
      ['small', 320, 640],
      ['large', 800, 1600],
    ])
    assert.equal(asset.thumbnail_url, asset.renditions[0].url)
    for (const { url, width, height, mime_type } of asset.renditions) {
      const response = await fetch(url)
      assert.equal(response.headers.get('content-type'), mime_type)
      const made = Buffer.from(await response.arrayBuffer())
      const found = await sharp(made).metadata()
      // The camera's left side is the top of the rotated image.
      const [red, , blue] = await sharp(made)
        .extract({ left: width - 3, top: 2, width: 1, height: 1 })
        .raw()
        .toBuffer()
      assert.ok(red! > 200 && blue! < 50)
      assert.deepEqual([found.format, found.width, found.height], ['webp', width, height])
      assert.deepEqual([found.exif, found.orientation], [undefined, undefined])
    }
    assert.deepEqual(await incoming(), [])
  })

  test('an image of every format is recognized by its bytes', async () => {
    for (const [format, mime, extension] of [
      ['png', 'image/png', 'png'],
      ['webp', 'image/webp', 'webp'],
      ['gif', 'image/gif', 'gif'],
      ['avif', 'image/avif', 'avif'],
      ['tiff', 'image/tiff', 'tiff'],
    ] as const) {
      const { body } = await add({ bytes: await picture({ format }), name: 'no extension' })
      assert.deepEqual([body.data?.mime_type, body.data?.extension], [mime, extension], JSON.stringify(body))
      assert.equal((await settled(acme, body.data.id)).status, 'ready')
    }
  })

  test('an image is named after its file, for all escapes that forms use', async () => {
    for (const [name, title] of [
      ['12" vinyl.png', '12" vinyl'],
      ['Side A\r\nSide B.png', 'Side A Side B'],
      ['100 %41 %2f.png', '100 %41 %2f'],
    ] as const)
      assert.equal((await add({ bytes: await picture(), name })).body.data.name, title)
  })

  test('an image is named after the `filename` field, without unescaping', async () => {
    for (const [filename, title] of [
      ['100%22 %0A.png', '100%22 %0A'],
      ['back\\slash.png', 'back\\slash'],
      ['a\\\\b"c.png', 'a\\\\b"c'],
      ['C:\\fakepath\\sea.png', 'sea'],
      ['photos/sea.png', 'sea'],
    ] as const) {
      const one = await add({ bytes: await picture(), name: 'other.png' }, { filename })
      assert.equal(one.body.data.name, title)
      assert.equal(
        (await add({ bytes: await picture(), name: 'x.png' }, { filename, name: 'Said' })).body.data.name,
        'Said',
      )
    }
    const misnamed = await add({ bytes: await picture(), name: 'x.png' }, { filename: 'x.pdf' })
    assert.equal(misnamed.body.data.warnings[0].type, 'name_mismatch')
  })

  test('an image is named after its file even with a backslash, unless that is a folder separator', async () => {
    for (const [name, title] of [
      ['back\\slash.png', 'back\\slash'],
      ['C:\\fakepath\\sea.png', 'sea'],
      ['.\\photos\\sea.png', 'sea'],
      ['\\share\\sea.png', 'sea'],
    ] as const)
      assert.equal((await add({ bytes: await picture(), name })).body.data.name, title)
  })

  test('an SVG image is sanitized', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" onload="alert(1)">
      <script>alert(1)</script><rect width="30" height="20" fill="#0000ff"/></svg>`
    const { body } = await add({ bytes: Buffer.from(svg), name: 'logo.svg' })
    const { data } = body
    assert.deepEqual([data.mime_type, data.width, data.height], ['image/svg+xml', 30, 20])
    const kept = await (await fetch(data.url)).text()
    assert.doesNotMatch(kept, /script|alert|onload/)
    assert.match(kept, /rect/)
    assert.deepEqual([data.size, data.checksum], [Buffer.byteLength(kept), sha256(Buffer.from(kept))])
    assert.equal((await settled(acme, data.id)).renditions.length, 3)
  })
})

test("a file is stored byte for byte, even if it contains parts of the form's frame", async () => {
  const frame = '\r\n--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nstolen\r\n--b-'
  for (const length of [1, 15_000, 16_384, 65_536, 65_537, 1_048_576, 1_500_001]) {
    const filler = Buffer.concat(
      Array.from({ length: 200 }, (_, n) => Buffer.from(frame.slice(0, 5 + (n % 60)))),
    )
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(length, filler)])
    const boundary = 'bb'
    const body = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n`),
      bytes,
      Buffer.from(
        `\r\n--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nright\r\n--${boundary}--\r\n`,
      ),
    ])
    for (const path of ['/api/assets', undefined]) {
      const id = path ?? `/api/assets/${(await add({ bytes: await picture() })).body.data.id}/file`
      const response = await fetch(service.url + id, {
        method: path ? 'POST' : 'PUT',
        headers: {
          authorization: `Bearer ${acme.token}`,
          'content-type': path ? `multipart/form-data; boundary=${boundary}` : 'application/pdf',
        },
        body: path ? body : bytes,
      })
      const { data } = (await response.json()) as { data: Record<string, string> }
      assert.equal(data.checksum, sha256(bytes), `${length}`)
      if (path) assert.equal(data.name, 'right')
      assert.deepEqual(Buffer.from(await (await fetch(data.url!)).arrayBuffer()), bytes)
    }
  }
})

test('files that are not images are stored unchanged', async () => {
  const wav = sound(Buffer.alloc(16_000), { rate: 8000, bits: 8 })
  for (const [bytes, name, type, duration] of [
    [Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n'), 'brief.pdf', 'document', null],
    [wav, 'jingle.wav', 'audio', 2],
    [Buffer.concat([Buffer.from('wOF2\0\x01\0\0'), Buffer.alloc(60)]), 'acme.woff2', 'font', null],
  ] as const) {
    const { body } = await add({ bytes, name })
    assert.deepEqual(
      [body.data?.type, body.data?.size, body.data?.duration, body.data?.renditions],
      [type, bytes.length, duration, []],
      JSON.stringify(body),
    )
  }
})

describe('form fields', () => {
  test('an upload sets texts, folder, tags by ID and slug, and JSON metadata', async () => {
    const folder = (await acme.post('/api/folders', { name: 'Inbox' })).body.data
    const summer = (await acme.post('/api/asset-tags', { name: 'Sommer 26' })).body.data
    const people = (await acme.post('/api/asset-tags', { name: 'People' })).body.data
    const { body } = await add(
      { bytes: await picture(), name: 'x.png' },
      {
        name: 'Poster',
        folder_id: folder.id,
        tags: `${summer.id}, ${people.slug}`,
        alt_text: 'Two people',
        description: '',
        external_id: 'dam-7',
        metadata: '{"shot":{"by":"Ada"}}',
        focal_point: '{"x":0.25,"y":1}',
        expires_at: '2027-01-02',
      },
    )
    const { data } = body
    assert.deepEqual(
      [data.name, data.folder_id, data.folder_path, data.alt_text, data.description, data.external_id],
      ['Poster', folder.id, '/Inbox', 'Two people', null, 'dam-7'],
    )
    assert.deepEqual(data.metadata, { shot: { by: 'Ada' } })
    assert.deepEqual([data.focal_point, data.expires_at], [{ x: 0.25, y: 1 }, '2027-01-02T00:00:00.000Z'])
    const manual = data.tags.filter(({ source }: { source: string }) => source === 'manual')
    assert.deepEqual(manual.map(({ id }: { id: string }) => id).sort(), [summer.id, people.id].sort())
    assert.equal((await acme.get(`/api/folders/${folder.id}`)).body.data.assets_count, 1)
    assert.equal((await acme.get(`/api/asset-tags/${people.id}`)).body.data.assets_count, 1)
    for (const words of ['poster', 'two', 'sommer'])
      assert.equal((await acme.get(`/api/assets?search=${words}&external_id=dam-7`)).body.data.length, 1)
    assert.equal(data.created_by.name, 'Acme Owner')
  })

  test('form fields with an error reject the whole upload, and nothing is stored', async () => {
    const before = await keysOf()
    const theirs = (await globex.post('/api/folders', { name: 'theirs' })).body.data
    const bytes = await picture()
    const wrong: [object, string][] = [
      [{ folder_id: theirs.id }, 'folder_id'],
      [{ folder_id: 'x' }, 'folder_id'],
      [{ tags: 'no-such-tag' }, 'tags'],
      [{ name: ' ' }, 'name'],
      [{ name: ['a', 'b'] }, 'name'],
      [{ metadata: 'no json' }, 'metadata'],
      [{ metadata: '[]' }, 'metadata'],
      [{ focal_point: '{"x":2,"y":0}' }, 'focal_point.x'],
      [{ expires_at: 'tomorrow' }, 'expires_at'],
      [{ company_id: 'x' }, 'company_id'],
      [{ 'constructor[]': 'x' }, 'constructor'],
    ]
    for (const [fields, field] of wrong) {
      const { status, body } = await add({ bytes, name: 'x.png' }, fields)
      assert.deepEqual([status, Object.keys(body)], [422, [field]], JSON.stringify(body))
    }
    assert.deepEqual(await keysOf(), before)
    assert.deepEqual(await incoming(), [])
  })

  test('form fields are optional except the file, which must be one file', async () => {
    const missing = { file: ['The file field is required.'] }
    assert.deepEqual((await add(undefined)).body, missing)
    assert.deepEqual((await add(undefined, { name: 'x' })).body, missing)
    assert.equal((await add(undefined, { file: 'text' })).body.file[0], 'The file field must be one file.')
    const elsewhere = await add({ bytes: await picture() }, {}, { field: 'picture' })
    assert.deepEqual(Object.keys(elsewhere.body).sort(), ['file', 'picture'])
    const form = new FormData()
    for (let n = 0; n < 2; n++) form.append('file', new Blob([await picture()]), 'a.png')
    const headers = { authorization: `Bearer ${acme.token}` }
    const twice = await fetch(`${service.url}/api/assets`, { method: 'POST', body: form, headers })
    assert.deepEqual(await twice.json(), { file: ['The file field must be one file.'] })
    assert.deepEqual(await incoming(), [])
  })
})

// Holds R-ASSET-14.
describe('orientation, color, transparency and animation', () => {
  const looks = async (bytes: Buffer) => {
    const { body } = await add({ bytes })
    const { id, orientation, has_alpha, is_animated, tags } = body.data
    assert.deepEqual(tags, [])
    return { id, facts: [orientation, has_alpha, is_animated] }
  }
  const found = async (query: string) =>
    (await acme.get(`/api/assets?${query}&per_page=100`)).body.data.map(({ id }: { id: string }) => id)

  test('orientation, color, transparency and animation are fields and filters, and create no tags', async () => {
    const wide = await looks(await picture({ width: 80, height: 40, color: '#0030E0' }))
    assert.deepEqual(wide.facts, ['landscape', false, false])
    const high = await looks(await picture({ width: 40, height: 80, color: '#101010' }))
    assert.deepEqual(high.facts, ['portrait', false, false])
    const clear = { create: { width: 50, height: 50, channels: 4 as const, background: '#E0202080' } }
    const square = await looks(await sharp(clear).png().toBuffer())
    assert.deepEqual(square.facts, ['square', true, false])
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await looks(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    )
    assert.equal(moving.facts[2], true)
    const cases: [query: string, matches: typeof wide, other: typeof wide][] = [
      ['orientation=landscape', wide, high],
      ['orientation=portrait,landscape', high, square],
      ['color=blue', wide, high],
      ['color=black,red', square, wide],
      ['color=%230838D8', wide, high],
      ['color=0838d8', wide, square],
      ['has_alpha=true', square, wide],
      ['has_alpha=false&color=blue', wide, square],
      ['is_animated=true', moving, wide],
      ['extension=gif', moving, wide],
    ]
    for (const [query, { id }, other] of cases) {
      const ids = await found(query)
      assert.ok(ids.includes(id), query)
      assert.ok(!ids.includes(other.id), query)
    }
    const { status, body } = await acme.get('/api/assets?color=mauve&orientation=wide')
    assert.deepEqual([status, Object.keys(body).sort()], [422, ['color', 'orientation']])
  })
})

describe('a duplicate file', () => {
  // Holds R-ASSET-3.
  test('a duplicate file becomes another asset but is stored once, and the response names the first asset', async () => {
    const bytes = await picture()
    const first = await add({ bytes, name: 'first.png' })
    const asset = await settled(acme, first.body.data.id)
    const before = await keysOf()
    const second = await add({ bytes, name: 'second.png' })
    assert.equal(second.status, 201)
    assert.notEqual(second.body.data.id, asset.id)
    assert.equal(second.headers.get('x-duplicate-of'), asset.id)
    assert.deepEqual(await keysOf(), before)
    const pathOf = ({ url }: { url: string }) => new URL(url).pathname
    assert.deepEqual([pathOf(second.body.data), second.body.data.status], [pathOf(asset), 'ready'])
    assert.deepEqual(second.body.data.renditions, asset.renditions)
  })

  test('a duplicate file uploaded 20 times concurrently is stored once', async () => {
    const before = await keysOf()
    const bytes = await picture()
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ bytes })))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    assert.equal(new Set(answers.map(({ body }) => body.data.url)).size, 1)
    await quiet(service)
    assert.equal((await keysOf()).length, before.length + 4)
    assert.equal((await fetch(answers[7]!.body.data.url)).status, 200)
  })

  test('a duplicate file of another company is not reported', async () => {
    const bytes = await picture()
    await upload(service, globex, { bytes })
    const { headers, body } = await add({ bytes })
    assert.equal(headers.get('x-duplicate-of'), null)
    assert.ok(body.data.url.includes(acme.companyId))
    await settled(acme, body.data.id)
  })

  test('a duplicate file with the same Idempotency-Key is one asset, and another file with that key is rejected', async () => {
    const [bytes, other] = [await picture(), await picture()]
    const options = { headers: { 'idempotency-key': 'once' } }
    const before = await keysOf()
    const answers = await Promise.all([1, 2, 3].map(() => add({ bytes, name: 'a.png' }, {}, options)))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed')).length, 2)
    const refused = await add({ bytes: other, name: 'a.png' }, {}, options)
    assert.deepEqual([refused.status, Object.keys(refused.body)], [422, ['idempotency_key']])
    await quiet(service)
    assert.equal((await keysOf()).length, before.length + 4)
    assert.deepEqual(await incoming(), [])
  })
})

describe('a rejected upload', () => {
  const refusals: [what: string, bytes: () => Promise<Buffer> | Buffer, name: string, message: RegExp][] = [
    ['an empty file', () => Buffer.alloc(0), 'x.png', /must not be empty/],
    ['a program', () => Buffer.from(`MZ${'\0'.repeat(100)}`), 'x.png', /is a Windows program \(exe\)/],
    ['a shell script', () => Buffer.from('#!/bin/sh\nrm'), 'notes.txt', /is a shell script \(sh\)/],
    [
      'a script',
      () => Buffer.from('alert(1)'),
      'x.js',
      /is a JavaScript file \(js\), a type that is not accepted/,
    ],
    [
      'an image with damaged data',
      async () => (await noise()).fill(0, 200),
      'x.jpg',
      /is a JPEG image, but it is damaged/,
    ],
    [
      'an XML document that is not an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'),
      'x.svg',
      /not a valid SVG \(line 1\)/,
    ],
    [
      'an SVG whose entities expand without bound',
      () =>
        Buffer.from(
          '<!DOCTYPE svg [<!ENTITY a "&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>',
        ),
      'x.svg',
      /export/i,
    ],
  ]
  for (const [what, bytes, name, message] of refusals) {
    // Holds R-ASSET-1.
    test(`a rejected upload of ${what} returns 422 on the file, and nothing is stored`, async () => {
      const before = await keysOf()
      const { status, body } = await add({ bytes: await bytes(), name })
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body), ['file'])
      assert.match(body.file[0], message)
      assert.deepEqual(await keysOf(), before)
      assert.deepEqual(await incoming(), [])
    })
  }

  // Holds R-ASSET-4.
  test('an upload over the size limit returns 413, with or without a Content-Length', async () => {
    const bytes = Buffer.alloc(bytesMax + 1)
    const { status, body } = await add({ bytes, name: 'x.png' })
    assert.deepEqual([status, body], [413, { message: 'Content Too Large.' }])
    async function* endless() {
      for (let sent = 0; sent < 60; sent++) yield Buffer.alloc(100_000)
    }
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'
    async function* form() {
      yield Buffer.from(head)
      yield* endless()
      yield Buffer.from('\r\n--b--\r\n')
    }
    const headers = {
      authorization: `Bearer ${acme.token}`,
      'content-type': 'multipart/form-data; boundary=b',
    }
    const response = await fetch(`${service.url}/api/assets`, {
      method: 'POST',
      body: form() as unknown as ReadableStream,
      duplex: 'half',
      headers,
    } as RequestInit)
    assert.equal(response.status, 413)
    assert.deepEqual(await incoming(), [])
  })

  // Holds R-ERR-15.
  test('an upload is rejected with a truncated form, without a boundary, in another encoding, or with another content type', async () => {
    const as = (type: string, body: string) =>
      send(service, 'POST', '/api/assets', {
        body,
        headers: { authorization: `Bearer ${acme.token}`, 'content-type': type },
      })
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nabc'
    for (const [type, body, reason] of [
      ['multipart/form-data; boundary=b', part, /^The form is incomplete, or its boundary is not/],
      ['multipart/form-data; boundary=b', 'no form', /^The form is incomplete, or its boundary is not/],
      ['multipart/form-data; boundary=c', `${part}\r\n--b--\r\n`, /^The form is incomplete, or its bound/],
      ['multipart/form-data', `${part}\r\n--b--\r\n`, /^The Content-Type of the form has no boundary\./],
    ] as const) {
      const answer = await as(type, body)
      assert.deepEqual([answer.status, answer.body.message], [400, 'Bad Request.'], type)
      assert.match(answer.body.reason, reason, `${type} ${body}`)
    }
    const broken = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\ncaf\xe9\r\n--b--\r\n',
      'latin1',
    )
    const { status, body } = await send(service, 'POST', '/api/assets', {
      body: broken as unknown as string,
      headers: { authorization: `Bearer ${acme.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    })
    assert.deepEqual([status, body], [422, { name: ['The name field must be encoded in UTF-8.'] }])
    assert.equal((await as('application/json', '{}')).status, 422)
    assert.equal((await as('application/x-www-form-urlencoded', 'a=b')).status, 415)
    assert.deepEqual(await incoming(), [])
  })

  test('an upload of a client that disconnects leaves nothing behind', async () => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/assets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${acme.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n' +
        `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n${'x'.repeat(100_000)}`,
    )
    while ((await incoming()).length === 0) await wait(10)
    socket.destroy()
    while ((await incoming()).length > 0) await wait(10)
  })

  test('an upload of a client that disconnects early leaves no timer running', async () => {
    const { hostname, port } = new URL(service.url)
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nx\r\n--b--\r\n`
    for (let at = 0; at < 40; at++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(
        `POST /api/assets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${acme.token}\r\n` +
          `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
      )
      await wait(at / 8)
      socket.destroy()
    }
    await until('no timer is left', () => timers() <= before)
    await until('no incoming file is left', async () => (await incoming()).length === 0)
  })
})

/** Creates an image that does not compress. */
const noise = () =>
  sharp({
    create: { width: 400, height: 300, channels: 3, noise: { type: 'gaussian', mean: 120, sigma: 60 } },
  } as never)
    .jpeg()
    .toBuffer()
