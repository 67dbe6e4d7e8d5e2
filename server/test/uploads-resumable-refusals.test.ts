// Engines: postgres
// Rejected resumable uploads: callers, headers and metadata are checked before any byte is sent.
import assert from 'node:assert/strict'
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { startApp } from '../src/app.ts'
import { scopes } from '../src/http/caller.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { type Answer, everyCaller, newCaller, newCompany, send } from './support/companies.ts'
import { append, ask, begin, bytesType, metadataOf } from './support/resumable.ts'
import { startService } from './support/service.ts'
import { picture, upload } from './support/uploads.ts'

const megabyte = 1024 * 1024
const service = await startService({ env: { UPLOAD_BYTES_MAX: `${megabyte}` } })
const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '3' } })
const [first, second] = [await picture({ width: 90 }), await picture({ width: 90 })]
const room = Math.max(first.length, second.length) + 1000
const small = await startService({ env: { STORAGE_QUOTA_BYTES: `${room}` } })
const callers = await everyCaller(service, 'Acme')
const acme = callers.full
const { enterpriseId } = callers.company
const homeless = await newCaller(service, { name: 'homeless', enterpriseId, companyId: null, scopes })
const absent = `/api/uploads/${publicId('upload', newId())}`
const requests: [method: string, path: string][] = [
  ['POST', '/api/uploads'],
  ['HEAD', absent],
  ['PATCH', absent],
]

const post = (headers: Record<string, string>, body?: Uint8Array) =>
  ask(service, acme, 'POST', '/api/uploads', headers, body)

function assertRefused(answer: Answer, status: number, body: object, isHead = false) {
  assert.deepEqual({ status: answer.status, body: answer.body }, { status, body: isHead ? '' : body })
  assert.equal(answer.headers.get('tus-resumable'), '1.0.0')
}

test('unreadable bytes cause a server error, not 404', async () => {
  const { path } = await begin(service, acme, 20)
  const note = join(
    service.config.dataDirectory,
    'files',
    'unfinished',
    `${parseId('upload', path.split('/').at(-1)!)}.json`,
  )
  const kept = await readFile(note)
  await rm(note)
  await mkdir(note)
  const statuses = async () => [
    (await ask(service, acme, 'HEAD', path)).status,
    (await append(service, acme, path, 0, Buffer.alloc(10))).status,
  ]
  assert.deepEqual(await statuses(), [500, 500])
  await rmdir(note)
  await writeFile(note, kept)
  assert.deepEqual(await statuses(), [200, 204])
})

for (const [method, path] of requests) {
  const isHead = method === 'HEAD'
  const body = method === 'PATCH' ? Buffer.alloc(10) : undefined

  test(`${method} requires a live token, assets:write and a company, in that order`, async () => {
    const as = (token: string, headers = {}) => ask(service, { token }, method, path, headers, body)
    const nobody = await as('nonsense', { 'tus-resumable': '0.2.2' })
    assertRefused(nobody, 401, { message: 'Unauthenticated.' }, isHead)
    assert.match(nobody.headers.get('www-authenticate')!, /^Bearer realm="atelier"/)
    for (const { token } of [callers.restricted, callers.readOnly]) {
      const powerless = await as(token, { 'tus-resumable': '0.2.2' })
      assertRefused(powerless, 403, { message: 'Token does not have the required scope.' }, isHead)
    }
    const answer = await as(homeless.token, { 'tus-resumable': '0.2.2' })
    assertRefused(answer, 404, { message: 'Company not found.' }, isHead)
    assertRefused(await as(callers.inactive.token), 401, { message: 'Unauthenticated.' }, isHead)
  })

  // Holds R-UPLOAD-1.
  test(`${method} requires tus 1.0.0`, async () => {
    for (const version of ['0.2.2', '1', '']) {
      const answer = await ask(service, acme, method, path, { 'tus-resumable': version }, body)
      assertRefused(answer, 412, { message: 'Tus-Resumable must be 1.0.0.' }, isHead)
      assert.equal(answer.headers.get('tus-version'), '1.0.0')
    }
  })
}

test('DELETE works without Tus-Resumable, rejects another version, and always returns its own', async () => {
  const { path } = await begin(service, acme, 100)
  const wrong = await ask(service, acme, 'DELETE', path, { 'tus-resumable': '0.2.2' })
  assertRefused(wrong, 412, { message: 'Tus-Resumable must be 1.0.0.' })
  assert.equal(wrong.headers.get('tus-version'), '1.0.0')
  assertRefused(await ask(service, { token: 'nonsense' }, 'DELETE', path), 401, {
    message: 'Unauthenticated.',
  })
  assertRefused(await ask(service, acme, 'DELETE', absent), 404, { message: 'Not Found.' })
  const headers = { authorization: `Bearer ${acme.token}` }
  const ended = await send(service, 'DELETE', path, { headers })
  assert.deepEqual([ended.status, ended.headers.get('tus-resumable')], [204, '1.0.0'])
})

test('methods that a proxy blocks can be sent as POST with X-HTTP-Method-Override', async () => {
  const bytes = await picture()
  const { path } = await begin(service, acme, bytes.length)
  const meaning = (method: string, headers = {}, body?: Uint8Array) =>
    ask(service, acme, 'POST', path, { 'x-http-method-override': method, ...headers }, body)
  const first = await meaning('PATCH', { 'upload-offset': '0' }, bytes.subarray(0, 10))
  assert.deepEqual([first.status, first.headers.get('upload-offset')], [204, '10'])
  const seen = await meaning('HEAD')
  assert.deepEqual([seen.status, seen.headers.get('upload-offset'), seen.text], [200, '10', ''])
  const last = await meaning('patch', { 'upload-offset': '10' }, bytes.subarray(10))
  assert.ok(last.headers.get('upload-asset'))
  assert.equal((await meaning('DELETE')).status, 204)
  assert.equal((await ask(service, acme, 'HEAD', path)).status, 404)
  for (const method of ['PUT', 'GET', 'constructor']) assert.equal((await meaning(method)).status, 405)
  const elsewhere = { 'x-http-method-override': 'DELETE', 'upload-length': '100' }
  assert.equal((await post(elsewhere)).status, 201)
})

test('a rejected request does not use up its Idempotency-Key', async () => {
  const begun = (key: string, bytes: Uint8Array, length = bytes.length) =>
    post({ 'upload-length': `${length}`, 'idempotency-key': key }, bytes)
  const [script, whole] = [Buffer.from('#!/bin/sh'.padEnd(500, '\n')), await picture()]
  for (let round = 0; round < 2; round++) {
    const answer = await begun('refused', script)
    assert.deepEqual([answer.status, Object.keys(answer.body)], [422, ['file']])
  }
  assert.equal((await begun('refused', whole)).status, 201)
  assert.equal((await begun('longer', whole, whole.length - 1)).status, 413)
  const corrected = await begun('longer', whole)
  assert.deepEqual([corrected.status, corrected.headers.get('idempotent-replayed')], [201, null])
  assert.ok(corrected.headers.get('upload-asset'))
})

test('requests count against the rate limit of their IP address', async () => {
  const limits = await Promise.all(requests.map(([method, path]) => ask(limited, acme, method, path)))
  assert.deepEqual(
    limits.map(({ status }) => status),
    [401, 401, 401],
  )
  for (const [method, path] of requests) {
    const { status, body } = await ask(limited, acme, method, path)
    assert.deepEqual([status, body], [429, method === 'HEAD' ? '' : { message: 'Too Many Attempts.' }])
  }
})

// Holds R-UPLOAD-1.
test('OPTIONS returns the capabilities without authentication', async () => {
  for (const path of ['/api/uploads', absent]) {
    const { status, headers, text } = await send(service, 'OPTIONS', path)
    assert.deepEqual([status, text], [204, ''])
    assert.equal(headers.get('tus-version'), '1.0.0')
    assert.equal(headers.get('tus-max-size'), `${megabyte}`)
    assert.equal(headers.get('tus-extension'), 'creation,creation-with-upload,expiration,termination')
    assert.equal(headers.get('access-control-allow-origin'), null)
  }
})

test('other methods return 405 with Allow', async () => {
  for (const [path, others, allowed] of [
    ['/api/uploads', ['GET', 'PUT', 'DELETE', 'PATCH'], 'OPTIONS, POST'],
    [absent, ['POST', 'PUT'], 'DELETE, GET, HEAD, OPTIONS, PATCH'],
  ] as const)
    for (const method of others) {
      const answer = await ask(service, acme, method, path)
      assert.deepEqual([answer.status, answer.body], [405, { message: 'Method Not Allowed.' }])
      assert.equal(answer.headers.get('allow'), allowed)
    }
})

describe('the creation of an upload', () => {
  test('the creation of an upload requires Upload-Length, a positive number of bytes', async () => {
    const message = 'The Upload-Length header must be a number of bytes.'
    const wrong: Record<string, string>[] = ['', '-1', '1.5', '1e3', 'many', '9'.repeat(20)].map(
      (length) => ({
        'upload-length': length,
      }),
    )
    for (const headers of [{}, ...wrong])
      assertRefused(await post(headers), 422, { upload_length: [message] })
    assertRefused(await post({ 'upload-length': '0' }), 422, { file: ['The file must not be empty.'] })
  })

  test('the creation of an upload rejects a length over the maximum file size', async () => {
    const answer = await post({ 'upload-length': `${megabyte + 1}` })
    assertRefused(answer, 413, { message: 'Content Too Large.' })
    assert.equal((await post({ 'upload-length': `${megabyte}` })).status, 201)
  })

  test('the creation of an upload rejects a deferred length and concatenation', async () => {
    assertRefused(await post({ 'upload-defer-length': '1' }), 422, {
      upload_defer_length: ['The header Upload-Defer-Length is not supported.'],
    })
    assertRefused(await post({ 'upload-length': '5', 'upload-concat': 'partial' }), 422, {
      upload_concat: ['The header Upload-Concat is not supported.'],
    })
  })

  // Holds R-UPLOAD-1.
  test('a checksum is rejected and not ignored, because no extension announces it', async () => {
    const bytes = await picture()
    const refused = { upload_checksum: ['The header Upload-Checksum is not supported.'] }
    const headers = { 'upload-checksum': `sha1 ${Buffer.alloc(20).toString('base64')}` }
    const length = { 'upload-length': `${bytes.length}` }
    assertRefused(await post({ ...length, ...headers }, bytes), 422, refused)
    assertRefused(await post({ ...length, ...headers }), 422, refused)
    const { path } = await begin(service, acme, bytes.length)
    const offset = { 'upload-offset': '0' }
    assertRefused(await ask(service, acme, 'PATCH', path, { ...offset, ...headers }, bytes), 422, refused)
    assert.equal((await ask(service, acme, 'HEAD', path)).headers.get('upload-offset'), '0')
    const offer = await ask(service, acme, 'OPTIONS', '/api/uploads')
    assert.doesNotMatch(offer.headers.get('tus-extension')!, /checksum/)
    assert.ok((await append(service, acme, path, 0, bytes)).headers.get('upload-asset'))
  })

  // Holds R-UPLOAD-2.
  test('the creation of an upload validates metadata like form fields and reports all errors together', async () => {
    const answer = await begin(service, acme, 100, {
      folder_id: 'nonsense',
      expires_at: 'tomorrow',
      focal_point: '{"x":2}',
      metadata: '[1]',
    })
    assert.equal(answer.status, 422)
    assert.deepEqual(
      Object.keys(answer.body).sort(),
      ['expires_at', 'focal_point.x', 'focal_point.y', 'folder_id', 'metadata'].sort(),
    )
  })

  test('the creation of an upload keeps metadata that Uppy and rclone add in the header and otherwise ignores it', async () => {
    const bytes = await picture()
    const sent = {
      name: 'Sea.png',
      filename: 'Sea.png',
      type: 'image/png',
      filetype: 'image/png',
      relativePath: 'null',
      mtime: '2026-01-01T00:00:00Z',
    }
    const { path } = await begin(service, acme, bytes.length, sent)
    assert.equal((await ask(service, acme, 'HEAD', path)).headers.get('upload-metadata'), metadataOf(sent))
    const { headers } = await append(service, acme, path, 0, bytes)
    const { name, filename } = (await acme.get(headers.get('upload-asset-location')!)).body.data
    assert.deepEqual([name, filename], ['Sea', 'Sea.png'])
  })

  test('the creation of an upload accepts only folders and tags of its company', async () => {
    const globex = await newCompany(service, 'Globex')
    const foreign = (await globex.post('/api/folders', { name: 'Theirs' })).body.data.id
    const own = (await acme.post('/api/folders', { name: 'Ours' })).body.data.id
    const answer = await begin(service, acme, 100, { folder_id: foreign })
    assertRefused(answer, 422, { folder_id: ['The selected folder id is invalid.'] })
    assertRefused(await begin(service, acme, 100, { tags: 'nothing' }), 422, {
      tags: ['The selected tags is invalid.'],
    })
    const bytes = await picture()
    const { path } = await begin(service, acme, bytes.length, { folder_id: own, name: 'Ours' })
    const { headers } = await append(service, acme, path, 0, bytes)
    const asset = await acme.get(headers.get('upload-asset-location')!)
    assert.equal(asset.body.data.folder_id, own)
  })

  test('the creation of an upload rejects malformed metadata', async () => {
    const message =
      'The Upload-Metadata header must contain pairs of a key and a Base64 value, separated by commas.'
    for (const metadata of [
      'name !!!!',
      'name YQ==,name YQ==',
      ',',
      'a b c',
      '__proto__ YQ==',
      'constructor YQ==',
    ])
      assertRefused(await post({ 'upload-length': '5', 'upload-metadata': metadata }), 422, {
        upload_metadata: [message],
      })
  })

  test('the creation of an upload rejects fields that are not UTF-8', async () => {
    const latin = Buffer.from('caf\xe9', 'latin1').toString('base64')
    assertRefused(await post({ 'upload-length': '5', 'upload-metadata': `name ${latin}` }), 422, {
      upload_metadata: ['The name in the Upload-Metadata header must be encoded in UTF-8.'],
    })
    const other = await post({
      'upload-length': '5',
      'upload-metadata': `filename ${latin},relativePath ${latin}`,
    })
    assert.equal(other.status, 201)
  })

  test('the creation of an upload returns the metadata unchanged to HEAD', async () => {
    const metadata = metadataOf({ filename: '../../etc/päss\0wd.png', alt_text: 'Zoë' })
    const { headers } = await post({ 'upload-length': '9', 'upload-metadata': metadata })
    const head = await ask(service, acme, 'HEAD', headers.get('location')!)
    assert.equal(head.headers.get('upload-metadata'), metadata)
    assert.equal(head.headers.get('upload-length'), '9')
    assert.equal(head.headers.get('cache-control'), 'no-store')
  })
})

test("a hostile file name has no effect beyond the asset's name", async () => {
  const bytes = await picture()
  const { path } = await begin(service, acme, bytes.length, { filename: '../../../tmp/ä\0\r\n"x.png' })
  const { headers, text } = await append(service, acme, path, 0, bytes)
  const { body } = await acme.get(headers.get('upload-asset-location')!)
  assert.equal(body.data.name, 'ä "x', text)
})

describe('a chunk', () => {
  // Holds R-UPLOAD-3.
  test('a chunk must start at the current offset', async () => {
    const { path } = await begin(service, acme, 100)
    for (const offset of [1, 99, 100]) {
      const answer = await append(service, acme, path, offset, Buffer.alloc(offset === 100 ? 0 : 1))
      assertRefused(answer, 409, { message: 'The offset is not the current offset of the upload.' })
    }
    assert.equal((await append(service, acme, path, 0, Buffer.alloc(10))).headers.get('upload-offset'), '10')
    const again = await append(service, acme, path, 0, Buffer.alloc(10))
    assertRefused(again, 409, { message: 'The offset is not the current offset of the upload.' })
  })

  test('a chunk requires Upload-Offset', async () => {
    const { path } = await begin(service, acme, 100)
    for (const offset of ['', '-1', 'x', '1.0']) {
      const answer = await ask(service, acme, 'PATCH', path, { 'upload-offset': offset }, Buffer.alloc(5))
      assertRefused(answer, 422, { upload_offset: ['The Upload-Offset header must be a number of bytes.'] })
    }
  })

  test('a chunk requires its media type', async () => {
    const { path } = await begin(service, acme, 100)
    const headers = { 'upload-offset': '0' }
    for (const type of ['application/json', 'application/octet-stream', `${bytesType}x`]) {
      const other = { ...headers, 'content-type': type }
      const answer = await ask(service, acme, 'PATCH', path, other, Buffer.from('{}'))
      assertRefused(answer, 415, { message: 'Unsupported Media Type.' })
    }
    assertRefused(await ask(service, acme, 'PATCH', path, headers), 415, {
      message: 'Unsupported Media Type.',
    })
    const whole = { 'upload-length': '2', 'content-type': 'application/json' }
    assertRefused(await post(whole, Buffer.from('{}')), 415, { message: 'Unsupported Media Type.' })
  })

  test('a chunk cannot exceed the declared length', async () => {
    const { path } = await begin(service, acme, 100)
    const tooMuch = await append(service, acme, path, 0, Buffer.alloc(101))
    assertRefused(tooMuch, 413, { message: 'Content Too Large.' })
    await append(service, acme, path, 0, Buffer.alloc(50))
    // Without Content-Length, the excess is detected while reading.
    const response = await fetch(service.url + path, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${acme.token}`,
        'tus-resumable': '1.0.0',
        'content-type': bytesType,
        'upload-offset': '50',
      },
      body: ReadableStream.from([Buffer.alloc(40), Buffer.alloc(40)]),
      duplex: 'half',
    })
    assert.equal(response.status, 413)
    await response.text()
    const { headers } = await ask(service, acme, 'HEAD', path)
    assert.ok(Number(headers.get('upload-offset')) < 100)
  })
})

const drawing = (bytes: number) =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect id="#" width="9" height="9"/></svg>'.replace(
      '#',
      'x'.repeat(bytes - 92),
    ),
  )

describe('the quota of a company', () => {
  test('the quota of a company includes the declared lengths of unfinished uploads', async () => {
    const owner = await newCompany(small, 'Acme')
    assert.equal((await upload(small, owner, { bytes: first })).status, 201)
    const one = await begin(small, owner, 600)
    assert.equal(one.status, 201)
    const two = await begin(small, owner, 600)
    assert.equal(two.status, 422)
    assert.match(two.body.file[0], /^The file exceeds the storage quota: \d+ of \d+ bytes are used\.$/)
    assert.equal((await begin(small, owner, 400)).status, 201)
    await ask(small, owner, 'DELETE', one.path)
    assert.equal((await begin(small, owner, 600)).status, 201)
  })

  test('the quota of a company is checked again at the end, and an upload without space can be finished later', async () => {
    const owner = await newCompany(small, 'Globex')
    const large = drawing(room - first.length)
    const { path } = await begin(small, owner, large.length)
    assert.equal((await upload(small, owner, { bytes: first })).status, 201)
    assert.equal((await upload(small, owner, { bytes: second })).status, 201)
    const answer = await append(small, owner, path, 0, large)
    assert.equal(answer.status, 422)
    assert.match(answer.body.file[0], /exceeds the storage quota/)
    assert.equal((await ask(small, owner, 'HEAD', path)).status, 422)
    const { data } = (await ask(small, owner, 'GET', path)).body
    assert.deepEqual([data.status, data.offset], ['uploading', large.length])

    const config = { ...small.config, storageQuotaBytes: room * 10 }
    const roomy = await startApp(config, { ...small, close: async () => {} }, pino({ level: 'silent' }))
    const { status, headers } = await ask(roomy, owner, 'HEAD', path)
    assert.equal(status, 200)
    assert.equal((await owner.get(headers.get('upload-asset-location')!)).body.data.size, large.length)
    await roomy.close()
  })

  // Holds R-UPLOAD-5.
  test('the quota of a company allows 100 unfinished uploads, even under concurrent creation', async () => {
    const owner = await newCompany(service, 'Initech')
    const answers = await Promise.all(Array.from({ length: 105 }, () => begin(service, owner, 10)))
    const begun = answers.filter(({ status }) => status === 201)
    assert.equal(begun.length, 100)
    const refused = answers.find(({ status }) => status === 422)!
    assert.deepEqual(refused.body, {
      file: ['The limit of 100 unfinished uploads is reached. Finish or delete another upload first.'],
    })
    await ask(service, owner, 'DELETE', begun[0]!.path)
    assert.equal((await begin(service, owner, 10)).status, 201)
  })
})
