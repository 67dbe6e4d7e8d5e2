// Engines: embedded
// Runs: first
// Files that are designed to break their readers. Each is rejected or made harmless, and nothing else is
// affected.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { decoderBytesMax, decoderReservedBytes, hangFactor, inspectSecondsMax } from '../src/images/limits.ts'
import { hostileFiles } from './hostile/make-corpus.ts'
import { newCompany } from './support/companies.ts'
import { decoderProcesses, peakOf } from './support/processes.ts'
import { atEnd, startService } from './support/service.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const log: { level: number }[] = []
const service = await startService({ log: (line) => log.push(JSON.parse(line)) })
const acme = await newCompany(service, 'Acme')
const corpus = await hostileFiles()

/**
 * The highest observed memory use of each decoder process, in bytes. A process above its limit can end at any
 * time.
 */
const peaks = new Map<number, number>()
if (process.platform === 'linux') {
  const watch = setInterval(() => {
    for (const pid of decoderProcesses()) peaks.set(pid, peakOf(pid) || peaks.get(pid) || 0)
  }, 20)
  atEnd(async () => clearInterval(watch))
}

/** Maximum response time. A decoder takes no more CPU time and, on a busy machine, no longer than this. */
const answerMsMax = (inspectSecondsMax * hangFactor + 10) * 1000
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

describe('a hostile file', () => {
  for (const { what, fileName, bytes, fate } of corpus) {
    test(`${what} (${bytes.length} bytes): ${fate}`, async () => {
      const start = performance.now()
      const { status, body } = await upload(service, acme, { bytes, name: fileName })
      assert.ok(performance.now() - start < answerMsMax, 'it took too long')
      if (status === 422) {
        assert.notEqual(fate, 'kept', JSON.stringify(body))
        assert.deepEqual(Object.keys(body), ['file'])
        assert.doesNotMatch(JSON.stringify(body), /\/tmp|node_modules|vips|Error/i)
      } else {
        assert.equal(status, 201, JSON.stringify(body))
        assert.notEqual(fate, 'refused', JSON.stringify(body))
        await assertHarmless(await settled(acme, body.data.id))
      }
      assert.deepEqual(await readdir(service.storage.incomingDirectory), [])
    })
  }
})

/** Checks that the file is served with its media type, and that browsers cannot sniff, run or load anything. */
async function assertHarmless({ url, mime_type, renditions }: Awaited<ReturnType<typeof settled>>) {
  for (const one of [{ url, mime_type }, ...renditions]) {
    const response = await fetch(one.url)
    assert.equal(response.status, 200)
    const isMarkup = ['text/html', 'application/xml'].includes(one.mime_type)
    assert.equal(response.headers.get('content-type'), isMarkup ? 'application/octet-stream' : one.mime_type)
    if (!/^(image|audio|video)\//.test(one.mime_type))
      assert.match(response.headers.get('content-disposition')!, /^attachment/)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(response.headers.get('content-security-policy'), sandbox)
    const text = await response.text()
    if (one.mime_type === 'image/svg+xml')
      assert.doesNotMatch(
        text,
        /script|javascript|onload|onclick|foreignObject|127\.0\.0\.1|file:|<!|<\?|@import/i,
      )
  }
}

describe('a hostile file name', () => {
  for (const [name, shown] of [
    ['../../etc/passwd.png', 'passwd'],
    ['..\\..\\windows\\system32.png', 'system32'],
    ['a"; filename="b.png', undefined],
    ['"><script>alert(1)</script>.png', undefined],
    ['‮gnp.exe.png', 'gnp.exe'],
    [`${'x'.repeat(5_000)}.png`, 'x'.repeat(200)],
    ['.png', 'Untitled'],
    ['CON.png', 'CON'],
    ['a\tb.png', 'a b'],
  ] as const) {
    test(JSON.stringify(name.slice(0, 40)), async () => {
      const { status, body } = await upload(service, acme, { bytes: await picture(), name })
      assert.equal(status, 201, JSON.stringify(body))
      if (shown !== undefined) assert.equal(body.data.name, shown)
      assert.match(new URL(body.data.url).pathname, /^\/files\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.png$/)
    })
  }
})

test('afterwards the server responds, decodes, and has no error in its log', async () => {
  await quiet(service)
  const { status, body } = await upload(service, acme, { bytes: await picture() })
  assert.equal(status, 201)
  assert.equal((await settled(acme, body.data.id)).status, 'ready')
  assert.deepEqual(
    log.filter(({ level }) => level >= 40),
    [],
  )
})

test('no decoder exceeded its memory limit', { skip: process.platform !== 'linux' }, () => {
  assert.ok(peaks.size > 0)
  for (const peak of peaks.values())
    assert.ok(peak < decoderBytesMax + decoderReservedBytes, `${Math.round(peak / 1024 ** 2)} MB`)
})
