// Engines: postgres
// Runs: without retry
// Upload requests that are malformed in the frame or the parts of a form, in the HTTP length, or in the tus
// headers. Each gets a documented response or a closed connection, and leaves nothing behind.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { asCompany } from '../src/db/tenancy.ts'
import { publicId } from '../src/ids.ts'
import { apiDocument } from '../src/routes.ts'
import { newCompany, someAddress } from './support/companies.ts'
import { documentedBy } from './support/documented.ts'
import { assertForSeconds } from './support/fuzz.ts'
import { answerTo, type RawReply, repliesIn } from './support/raw-connection.ts'
import { append, ask, begin, bytesType, metadataOf } from './support/resumable.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, sound, upload } from './support/uploads.ts'

const log: { level: number }[] = []
const service = await startService({
  // Each request has its own IP address. Otherwise, wrong tokens would soon delay the responses.
  env: { TRUSTED_PROXIES: '127.0.0.1' },
  log: (line) => log.push(JSON.parse(line)),
})
const acme = await newCompany(service, 'Acme')
const assertDocumented = documentedBy(JSON.parse(JSON.stringify(apiDocument())))

const secondsPerProperty = 4
const answerMsMax = 5_000
/** Time after which the client half-closes an incomplete request, for which the server might wait. */
const endsAfterMs = 30

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect id="$a"/></svg>',
)
const wave = sound(Buffer.alloc(80), { rate: 8000, bits: 8 })
const added = await upload(service, acme, { bytes: await picture() })
assert.equal(added.status, 201)
const assetId = added.body.data.id as string

const boundary = 'the-end-of-a-part'
const line = `--${boundary}\r\n`

const part = (disposition: string, bytes: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`${line}Content-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(bytes as string),
    Buffer.from('\r\n'),
  ])

const formOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])

type Operation = [method: string, path: string]
type Form = { operation: Operation; url: string; body: Buffer }

const forms: Form[] = [
  {
    operation: ['post', '/api/assets'],
    url: '/api/assets',
    body: formOf(
      part('name="name"', 'A sound'),
      part('name="tags"', 'one,two'),
      part('name="file"; filename="a.wav"\r\nContent-Type: audio/wav', wave),
    ),
  },
  {
    operation: ['put', '/api/assets/{id}/file'],
    url: `/api/assets/${assetId}/file`,
    body: formOf(part('name="file"; filename="a.wav"', wave)),
  },
  {
    operation: ['post', '/api/templates'],
    url: '/api/templates',
    body: formOf(part('name="name"', 'A card'), part('name="document"; filename="a.svg"', drawing)),
  },
]

/** Tokens of form and HTTP parsers, and values that exceed their limits. */
const words = [
  '\r\n', '\n', '\r', '\r\n\r\n', '\0', '--', line, `--${boundary}--`, `--${boundary}`, '----', ';', '"', '\\', ':', '=',
  'Content-Disposition: form-data; name="file"; filename="b.wav"\r\n', 'Content-Disposition: form-data; name="__proto__"',
  'Content-Type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\n\r\nx\r\n--inner--\r\n', '; filename*=UTF-8\'\'%ff',
  `${line}Content-Disposition: form-data; name="x"\r\n\r\n`, 'Content-Transfer-Encoding: base64\r\n',
  'Content-Type: text/plain; charset=utf-7\r\n', 'X-A: b\r\n'.repeat(30), `X-A: ${'x'.repeat(20_000)}\r\n`,
  'x'.repeat(70_000), `${line}\r\nx\r\n`.repeat(110), '0\r\n\r\n', 'ffffffffffffffff\r\n', '-1', '1e9', '9'.repeat(20),
] // biome-ignore format: one input that broke a parser per line.

/** Bytes with a few of them changed, removed, repeated, truncated or inserted. */
function edited(original: Buffer, editsMin = 1): fc.Arbitrary<Buffer> {
  const put = fc.oneof(
    fc.constantFrom(...words).map((word) => Buffer.from(word, 'latin1')),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
  )
  const place = fc.nat(original.length)
  const edit = fc.oneof(
    fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(([at, bits]) => (now: Buffer) => {
      const changed = Buffer.from(now)
      if (at < changed.length) changed[at]! ^= bits
      return changed
    }),
    fc.tuple(place, fc.nat(3), put).map(
      ([at, dropped, bytes]) =>
        (now: Buffer) =>
          Buffer.concat([now.subarray(0, at), bytes, now.subarray(at + dropped)]),
    ),
    fc.tuple(place, place, place).map(
      ([at, from, to]) =>
        (now: Buffer) =>
          Buffer.concat([now.subarray(0, at), now.subarray(from, to), now.subarray(at)]),
    ),
    fc.tuple(place, place).map(
      ([from, to]) =>
        (now: Buffer) =>
          Buffer.concat([now.subarray(0, from), now.subarray(to)]),
    ),
    place.map((at) => (now: Buffer) => now.subarray(0, at)),
  )
  return fc
    .array(edit, { minLength: editsMin, maxLength: 3 })
    .map((edits) => edits.reduce((now, change) => change(now), original))
}

/** A body in HTTP/1.1 chunks. */
function chunked(body: Buffer, sizes: number[]): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0, n = 0; at < body.length; n++) {
    const chunk = body.subarray(at, at + (sizes[n % sizes.length] ?? body.length))
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
    at += chunk.length
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}

/** The HTTP length header and the bytes as sent. A complete request must get a response. */
type Framed = { length: string; bytes: Buffer; isWhole: boolean }

function framesOf(body: Buffer): fc.Arbitrary<Framed> {
  const lengthOf = (length: number | string) => `Content-Length: ${length}`
  const inChunks = fc
    .array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 })
    .map((sizes) => chunked(body, sizes))
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant({ length: lengthOf(body.length), bytes: body, isWhole: true }) },
    {
      weight: 3,
      arbitrary: inChunks.map((bytes) => ({ length: 'Transfer-Encoding: chunked', bytes, isWhole: true })),
    },
    {
      weight: 1,
      arbitrary: inChunks
        .chain((bytes) => edited(bytes))
        .map((bytes) => ({ length: 'Transfer-Encoding: chunked', bytes, isWhole: false })),
    },
    {
      weight: 2,
      arbitrary: fc
        .oneof(
          fc.integer({ min: 0, max: 2 * body.length }),
          fc.constantFrom('-1', '1e3', '', '9'.repeat(30), '0x10', '5, 5', `${2 ** 40}`),
        )
        .map((length) => ({ length: lengthOf(length), bytes: body, isWhole: false })),
    },
  )
}

/** Content types with malformed boundaries. */
const formTypes = fc.oneof(
  { weight: 12, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="',
      `multipart/form-data; boundary="${boundary}`,
      `multipart/form-data; boundary=${boundary.slice(0, 5)}`,
      `multipart/form-data; boundary=${'x'.repeat(5_000)}`,
      `multipart/form-data; boundary=${boundary}; boundary=inner`,
      `multipart/mixed; boundary=${boundary}`,
      `multipart/form-data; charset=utf-16; boundary=${boundary}`,
      'application/json',
      'x',
      '',
    ),
  },
)

/** Headers that are never changed. */
const fixedHeaders = (...more: string[]) =>
  [
    'Host: atelier',
    'Connection: close',
    `Authorization: Bearer ${acme.token}`,
    `X-Forwarded-For: ${someAddress()}`,
    ...more,
    '',
  ].join('\r\n')

async function send(bytes: Buffer, isWhole: boolean, isHead = false): Promise<RawReply[]> {
  const start = performance.now()
  const replies = repliesIn(await answerTo(service, bytes, isWhole ? undefined : endsAfterMs), isHead)
  assert.ok(performance.now() - start < answerMsMax, 'it took too long')
  if (isWhole) assert.ok(replies.length > 0, 'the connection was closed without a response')
  return replies
}

const assertNoFaults = () =>
  assert.deepEqual(
    log.filter(({ level }) => level >= 50),
    [],
  )

async function assertAsGoodAsNew() {
  await until('no incoming file is left', async () => {
    return (await readdir(service.storage.incomingDirectory)).length === 0
  })
  assertNoFaults()
  assert.equal((await upload(service, acme, { bytes: await picture() })).status, 201)
}

function tally() {
  const statuses = new Map<number, number>()
  return {
    add: ({ status }: RawReply) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
    toString: () =>
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map((pair) => pair.join(': '))
        .join(', '),
  }
}

test('a malformed form gets a documented response and leaves nothing behind', async (t) => {
  const statuses = tally()
  const cases = fc
    .constantFrom(...forms)
    .chain((form) => fc.tuple(fc.constant(form), formTypes, edited(form.body, 0).chain(framesOf)))
  await assertForSeconds(
    secondsPerProperty,
    t,
    cases,
    async ([{ operation, url }, type, { length, bytes, isWhole }]) => {
      const start = `${operation[0].toUpperCase()} ${url} HTTP/1.1`
      const head = Buffer.from(`${start}\r\n${fixedHeaders(`Content-Type: ${type}`, length)}\r\n`, 'latin1')
      for (const reply of await send(Buffer.concat([head, bytes]), isWhole)) {
        statuses.add(reply)
        assertDocumented(operation, reply, `${type}, ${length}: ${bytes.toString('latin1').slice(0, 2_000)}`)
      }
      assertNoFaults()
    },
  )
  t.diagnostic(`${statuses}`)
  await assertAsGoodAsNew()
})

type Line = [name: string, value: string]
type Tus = { operation: Operation; method: string; url: string; headers: Line[]; body: Buffer | undefined }

const version: Line = ['Tus-Resumable', '1.0.0']
const typed: Line = ['Content-Type', bytesType]
const promised: Line[] = [
  ['Upload-Length', '200'],
  ['Upload-Metadata', metadataOf({ filename: 'a.wav', name: 'A sound', tags: 'one,two' })],
]
/** `{path}` and `{offset}` are replaced by the path and offset of the current upload. */
const resuming: Line[] = [['Upload-Offset', '{offset}'], typed]

/** Requests that write to an upload are more frequent. */
const exchanges: Tus[] = [
  {
    operation: ['post', '/api/uploads'],
    method: 'POST',
    url: '/api/uploads',
    headers: promised,
    body: undefined,
  },
  {
    operation: ['post', '/api/uploads'],
    method: 'POST',
    url: '/api/uploads',
    headers: [...promised, typed],
    body: wave,
  },
  { operation: ['head', '/api/uploads/{id}'], method: 'HEAD', url: '{path}', headers: [], body: undefined },
  {
    operation: ['patch', '/api/uploads/{id}'],
    method: 'PATCH',
    url: '{path}',
    headers: resuming,
    body: wave,
  },
  {
    operation: ['patch', '/api/uploads/{id}'],
    method: 'PATCH',
    url: '{path}',
    headers: resuming,
    body: wave,
  },
  {
    operation: ['delete', '/api/uploads/{id}'],
    method: 'DELETE',
    url: '{path}',
    headers: [],
    body: undefined,
  },
]

const oddNumbers = [
  '', '0', '0', '1', '5', '124', '200', '201', '-1', '+3', '3.0', ' 3', '3, 3', '0x3', '1e2', '9'.repeat(15),
  '9'.repeat(16), '9'.repeat(400), 'NaN', '١',
] // biome-ignore format: one input that broke a parser per line.
const oddTexts = [
  '', '1.0.1', '0.2.2', '1.0.0, 1.0.0', 'name', 'name ', 'name =', ' , ,', 'name QQ==,name QQ==', '__proto__ QQ==',
  'toString QQ==', 'filename Li4vYQ==', 'name AA==', 'name 7aCA', 'tags LCws', 'folder_id eA==', 'x'.repeat(17_000),
  `name ${'QUFB'.repeat(1_000)}`, 'application/offset+octet-stream;', 'multipart/form-data', 'text/plain',
] // biome-ignore format: one input that broke a parser per line.

/** The headers, some with another value, repeated or missing. */
const changedHeaders = (headers: Line[]) =>
  fc
    .array(
      fc.nat(headers.length - 1).chain((at) => changeOf(headers[at]!, at)),
      { maxLength: 2 },
    )
    .map((changes) => {
      const lines = headers.map((line) => [line])
      for (const { at, how, changed } of changes)
        lines[at] = how === 'drop' ? [] : how === 'set' ? [changed] : [...lines[at]!, changed]
      return lines.flat()
    })

/** Mostly values that are close to valid values of the header. */
function changeOf([name]: Line, at: number) {
  const near = /Length|Offset/.test(name) ? oddNumbers : oddTexts
  const values = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...near) },
    { weight: 1, arbitrary: fc.constantFrom(...oddNumbers, ...oddTexts) },
  )
  return fc.record({
    at: fc.constant(at),
    how: fc.constantFrom('set', 'set', 'add', 'drop'),
    changed: values.map((value): Line => [name, Buffer.from(value).toString('latin1')]),
  })
}

/** `isLineKept` means that the request line is unchanged, so the operation is known. */
type Sent = { exchange: Tus; start: string; headers: string; framed: Framed; isLineKept: boolean }

const linesOf = (headers: Line[]) => headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')

function sentOf(exchange: Tus): fc.Arbitrary<Sent> {
  const { method, url, headers, body } = exchange
  const start = `${method} ${url} HTTP/1.1`
  const none: Framed = { length: 'X-Nothing: 1', bytes: Buffer.alloc(0), isWhole: true }
  const framed = body === undefined ? fc.constant(none) : edited(body, 0).chain(framesOf)
  const all = [version, ...headers]
  const whole = fc
    .tuple(fc.oneof(fc.constant(all), changedHeaders(all)), framed)
    .map(([lines, framed]) => ({ exchange, start, headers: linesOf(lines), framed, isLineKept: true }))
  const texts = (original: string) => edited(Buffer.from(original)).map((bytes) => bytes.toString('latin1'))
  const broken = { ...none, isWhole: false }
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    {
      weight: 3,
      arbitrary: fc.tuple(texts(linesOf(all)), framed).map(([lines, framed]) => ({
        exchange,
        start,
        headers: lines,
        framed: { ...framed, isWhole: false },
        isLineKept: true,
      })),
    },
    {
      weight: 1,
      arbitrary: texts(start).map((line) => ({
        exchange,
        start: line,
        headers: linesOf(all),
        framed: broken,
        isLineKept: false,
      })),
    },
  )
}

/** Uploads with a row, whether or not a response reported them. */
const uploadIds = async () => {
  const rows = await asCompany(service.db, acme.companyId, (trx) =>
    trx.selectFrom('uploads').select('id').execute(),
  )
  return rows.map(({ id }) => publicId('upload', id))
}

const promisedBytes = 50_000_000
/** Size of an upload. A new one is started before it is full. */
const targetBytesMax = 40_000_000

async function newTarget() {
  const { status, path } = await begin(service, acme, promisedBytes)
  assert.equal(status, 201)
  return { path, offset: 0 }
}

test('a malformed tus request gets a documented response, and acknowledged bytes are kept', async (t) => {
  const file = sound(Buffer.alloc(90, 1), { rate: 8000, bits: 8 })
  const bystander = await begin(service, acme, file.length, { filename: 'kept.wav' })
  assert.equal((await append(service, acme, bystander.path, 0, file.subarray(0, 50))).status, 204)
  const statuses = tally()
  let target = await newTarget()

  async function sendOne({ exchange, start, headers, framed, isLineKept }: Sent) {
    const filled = (text: string) =>
      text.replaceAll('{path}', target.path).replaceAll('{offset}', `${target.offset}`)
    const fixed = fixedHeaders(framed.length)
    const head = Buffer.from(`${filled(start)}\r\n${fixed}${filled(headers)}\r\n`, 'latin1')
    const [method] = exchange.operation
    const [reply, ...more] = await send(
      Buffer.concat([head, framed.bytes]),
      framed.isWhole,
      method === 'head',
    )
    // Bytes after a truncated request are not a request.
    for (const { status } of more) assert.equal(status, 400)
    const said = head.toString('latin1').slice(0, 2_000)
    if (reply) assertAnswered(exchange.operation, reply, framed.isWhole, isLineKept, said)
    await assertKept(reply, method, said)
    const others = (await uploadIds()).map((id) => `/api/uploads/${id}`)
    for (const path of others.filter((path) => path !== target.path && path !== bystander.path))
      assert.equal((await ask(service, acme, 'DELETE', path)).status, 204)
    assertNoFaults()
  }

  function assertAnswered(
    operation: Operation,
    reply: RawReply,
    isWhole: boolean,
    isLineKept: boolean,
    said: string,
  ) {
    statuses.add(reply)
    // With too large headers, or without valid HTTP, there is no operation yet.
    const isUnread = reply.status === 431 || (!isWhole && reply.status === 400)
    if (isUnread || !isLineKept) assert.ok(reply.status < 500, `${reply.status}: ${said}`)
    else assertDocumented(operation, reply, said)
  }

  /** Continues at the last acknowledged offset, unless the upload has ended. */
  async function assertKept(reply: RawReply | undefined, method: string, said: string) {
    const found = await ask(service, acme, 'HEAD', target.path)
    const where = `${said} → ${reply?.status ?? 'closed'}; then ${found.status}`
    const isEnded = method === 'delete' && (reply?.status === 204 || (!reply && found.status === 404))
    assert.equal(found.status, isEnded ? 404 : 200, where)
    const offset = isEnded ? undefined : Number(found.headers.get('upload-offset'))
    if (offset !== undefined) {
      const isTaken = reply?.status === 204
      const isMore = method === 'patch' && (!reply || [400, 408, 413].includes(reply.status))
      const expected = isTaken ? Number(reply.headers.get('upload-offset')) : target.offset
      assert.ok(
        isMore ? offset >= expected : offset === expected,
        `${where}, at ${offset} and not at ${expected}`,
      )
      target.offset = offset
    }
    if (offset === undefined || offset > targetBytesMax) target = await newTarget()
  }

  await assertForSeconds(secondsPerProperty, t, fc.constantFrom(...exchanges).chain(sentOf), sendOne)
  t.diagnostic(`${statuses}`)
  assert.equal((await ask(service, acme, 'DELETE', target.path)).status, 204)

  const looked = await ask(service, acme, 'HEAD', bystander.path)
  assert.equal(looked.headers.get('upload-offset'), '50')
  const ended = await append(service, acme, bystander.path, 50, file.subarray(50))
  assert.equal(ended.status, 204)
  const { body } = await acme.get(ended.headers.get('upload-asset-location')!)
  assert.deepEqual(Buffer.from(await (await fetch(body.data.url)).arrayBuffer()), file)
  assert.deepEqual(await readdir(join(service.config.dataDirectory, 'files', 'unfinished')), [])
  await assertAsGoodAsNew()
})
