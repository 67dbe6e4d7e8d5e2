// Engines: embedded
// Parsers of untrusted text. Any input is either read as intended or rejected.

import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { WebhookVerificationError } from '../../sdk/src/errors.ts'
import { verifyWebhook } from '../../sdk/src/webhooks/verify.ts'
import { ApiError } from '../src/errors.ts'
import { type IdKind, idPrefixes, newId, parseId, publicId } from '../src/ids.ts'
import { csvLine } from '../src/row-files/csv-line.ts'
import { cursorSigner } from '../src/secrets/cursor-signer.ts'
import { accessTokenPrefix, isWellFormed, newToken } from '../src/secrets/tokens.ts'
import { signedUrls } from '../src/storage/signed-urls.ts'
import { fieldsOf } from '../src/uploads/metadata.ts'
import { assertForSeconds, forSeconds } from './support/fuzz.ts'
import { metadataOf } from './support/resumable.ts'

const secondsEach = 0.5
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())

/** The text with some characters replaced, removed or inserted. */
const edited = (original: string) =>
  fc
    .array(fc.tuple(fc.nat(original.length), fc.nat(2), fc.oneof(fc.constant(''), text)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((edits) =>
      edits.reduce((now, [at, dropped, put]) => now.slice(0, at) + put + now.slice(at + dropped), original),
    )
    .filter((now) => now !== original)

test('no changed token and no other text is a well-formed token', (t) => {
  const token = newToken(accessTokenPrefix)
  fc.assert(
    fc.property(fc.oneof(edited(token), text), (one) => !isWellFormed(accessTokenPrefix, one)),
    forSeconds(secondsEach, t),
  )
})

test('any text accepted as an ID is formatted back to the same text', (t) => {
  const kinds = fc.constantFrom(...(Object.keys(idPrefixes) as IdKind[]))
  const ids = kinds.chain((kind) => edited(publicId(kind, newId())).map((one) => ({ kind, one })))
  fc.assert(
    fc.property(ids, ({ kind, one }) => {
      const id = parseId(kind, one)
      if (id !== undefined) assert.equal(publicId(kind, id), one)
    }),
    forSeconds(secondsEach, t),
  )
})

test('a cursor is valid only for its list, and a changed cursor is never valid', (t) => {
  const cursors = cursorSigner(randomBytes(32))
  const positions = fc.record(
    {
      value: fc.oneof(
        fc.constant(undefined),
        text.map((one) => one.toWellFormed()),
        fc.integer(),
        fc.constant(null),
      ),
      id: fc.uuid(),
      backwards: fc.boolean(),
      inclusive: fc.boolean(),
    },
    { noNullPrototype: true },
  )
  const cases = fc.tuple(text, positions).chain(([binding, position]) => {
    const cursor = cursors.sign(binding, position)
    return fc.tuple(fc.constant({ binding, position, cursor }), edited(cursor), edited(binding))
  })
  fc.assert(
    fc.property(cases, ([{ binding, position, cursor }, changed, elsewhere]) => {
      assert.deepEqual(cursors.verify(binding, cursor), position)
      assert.equal(cursors.verify(binding, changed), undefined)
      if (elsewhere.toWellFormed() !== binding.toWellFormed())
        assert.equal(cursors.verify(elsewhere, cursor), undefined)
    }),
    forSeconds(secondsEach, t),
  )
})

test('a signed link is valid only for its file, variant and expiry', (t) => {
  const links = signedUrls(randomBytes(32))
  const key = `${newId()}/${newId()}.png?w=100`
  const [, expires, signature] = /expires=(\d+)&signature=(.+)$/.exec(links.sign(key)) as string[]
  assert.ok(links.verify(key, expires!, signature!))
  const right = { key, expires: expires!, signature: signature! }
  const changed = fc.oneof(
    edited(key).map((one) => ({ ...right, key: one })),
    edited(expires!).map((one) => ({ ...right, expires: one })),
    edited(signature!).map((one) => ({ ...right, signature: one })),
    fc.record({ key: text, expires: text, signature: text }),
  )
  fc.assert(
    fc.property(changed, (one) => !links.verify(one.key, one.expires, one.signature)),
    forSeconds(secondsEach, t),
  )
})

test('Upload-Metadata is read as written or rejected', (t) => {
  const names = fc.constantFrom('filename', 'filetype', 'name', '__proto__', 'toString', 'x', '')
  const written = fc.array(fc.tuple(names, text)).map((pairs) => metadataOf(Object.fromEntries(pairs)))
  const headers = fc.oneof(
    written,
    written.chain((one) => edited(one)),
    text,
  )
  fc.assert(
    fc.property(headers, (header) => {
      try {
        fieldsOf(header)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      }
    }),
    forSeconds(secondsEach, t),
  )
  const named = text.map((one) => one.toWellFormed()).filter((one) => one !== '')
  fc.assert(
    fc.property(named, (fileName) => fieldsOf(metadataOf({ filename: fileName })).fileName === fileName),
    forSeconds(secondsEach, t),
  )
})

test('only the signed webhook message verifies', async (t) => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const id = 'msg_1'
  const time = String(Math.floor(Date.now() / 1000))
  const body = JSON.stringify({ type: 'webhook.ping', timestamp: new Date().toISOString(), data: {} })
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
  const headersOf = (id: string, time: string, signature: string) => ({
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': signature,
  })
  assert.equal((await verifyWebhook({ body, headers: headersOf(id, time, signature), secret })).id, id)
  const changed = fc.oneof(
    edited(body)
      .filter((one) => one.toWellFormed() !== body)
      .map((one) => ({ body: one, headers: headersOf(id, time, signature) })),
    edited(id).map((one) => ({ body, headers: headersOf(one, time, signature) })),
    edited(time).map((one) => ({ body, headers: headersOf(id, one, signature) })),
    fc.tuple(text, text, text).map((all) => ({ body, headers: headersOf(...all) })),
    text.map((one) => ({ body, headers: headersOf(id, time, one) })),
  )
  await fc.assert(
    fc.asyncProperty(changed, (one) =>
      assert.rejects(verifyWebhook({ ...one, secret }), WebhookVerificationError),
    ),
    forSeconds(secondsEach, t),
  )
})

test('a CSV line parses into its cells, and no cell starts a formula', (t) => {
  const cells = fc.array(
    fc.oneof(text, fc.constantFrom('=1+1', '@x', '\t=1', 'a;-1', '"', '""', ',', '\r\n')),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(cells, (given) => {
      const read = cellsOf(csvLine(given))
      assert.equal(read.length, given.length)
      for (const [at, cell] of read.entries()) {
        assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
        assert.equal(cell.replaceAll("'", ''), given[at]!.replaceAll("'", ''))
      }
    }),
    forSeconds(secondsEach, t),
  )
})

test('a property that fails after the time limit still fails the test', async (t) => {
  let looks = 0
  const ends = assertForSeconds(0.1, t, fc.nat(), async () => {
    if (looks++ === 0) return
    await wait(300)
    throw new Error('found late')
  })
  await assert.rejects(ends, /found late/)
})

/** An independent reader of RFC 4180. */
function cellsOf(line: string): string[] {
  assert.ok(line.endsWith('\r\n'))
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!)
}
