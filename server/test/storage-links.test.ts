// Engines: s3
// With S3_PRESIGNED_DOWNLOADS the store serves large files directly, except files that a browser could
// execute.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Config } from '../src/config/storage.ts'
import { parseConfig } from '../src/config.ts'
import { newId } from '../src/ids.ts'
import { originOfLinks } from '../src/storage/s3-links.ts'
import { signedUrls } from '../src/storage/signed-urls.ts'
import { startService } from './support/service.ts'
import { s3Variables, withoutS3 } from './support/stores.ts'

const large = Buffer.alloc(1_100_000, 'large ')

test("pages can load files from the store's own origin, but not from the provider's other buckets", async () => {
  const origin = (env: Record<string, string>) => {
    const { storage } = parseConfig({ DATA_DIR: '/nowhere', S3_REGION: 'eu-central-1', ...env })
    return originOfLinks(storage as S3Config)
  }
  assert.equal(await origin({ S3_BUCKET: 'acme-files' }), 'https://acme-files.s3.eu-central-1.amazonaws.com')
  // Wildcard certificates do not cover bucket names with a dot.
  assert.equal(await origin({ S3_BUCKET: 'files.acme' }), 'https://s3.eu-central-1.amazonaws.com')
  const own = { S3_BUCKET: 'acme', S3_ENDPOINT: 'https://store.example:9000' }
  assert.equal(await origin(own), 'https://store.example:9000')
  const byHost = { ...own, S3_FORCE_PATH_STYLE: 'false' }
  assert.equal(await origin(byHost), 'https://acme.store.example:9000')
})

describe('presigned downloads', { skip: withoutS3 }, async () => {
  if (withoutS3) return
  const env: Record<string, string> = { ...(await s3Variables()), S3_PRESIGNED_DOWNLOADS: 'true' }
  const { storage, url, keys } = await startService({ env })
  const company = newId()

  async function stored(extension: string, bytes: Buffer) {
    const key = `${company}/${newId()}.${extension}`
    await storage.put(key, bytes)
    return { key, link: url + signedUrls(keys.files).sign(key) }
  }
  const open = (link: string, init: RequestInit = {}) => fetch(link, { redirect: 'manual', ...init })

  test('large images, audio and video are served by the store with our media type', async () => {
    const types = { png: 'image/png', mp3: 'audio/mpeg', mp4: 'video/mp4' }
    for (const [extension, type] of Object.entries(types)) {
      const { link } = await stored(extension, large)
      const response = await open(link)
      assert.equal(response.status, 302)
      assert.match(response.headers.get('cache-control')!, /^public, max-age=1800, immutable$/)
      const target = response.headers.get('location')!
      assert.equal(new URL(target).origin, env.S3_ENDPOINT)
      const file = await fetch(target)
      assert.equal(file.headers.get('content-type'), type)
      assert.ok(Buffer.from(await file.arrayBuffer()).equals(large))
      const part = await fetch(link, { headers: { range: 'bytes=6-10' } })
      assert.deepEqual([part.status, await part.text()], [206, 'large'])
    }
  })

  test("portal pages allow the store's origin in their policy, and no other origin", async () => {
    const policy = (await fetch(`${url}/sign-in`)).headers.get('content-security-policy')!
    assert.ok(policy.includes(`img-src 'self' data: blob: ${env.S3_ENDPOINT};`), policy)
    assert.doesNotMatch(policy, /\*/)
  })

  test('small files, and files that a browser could execute, are served by us in a sandbox', async () => {
    const small = Buffer.from('small')
    for (const [extension, bytes] of [
      ['svg', large],
      ['pdf', large],
      ['woff2', large],
      ['png', small],
    ] as const) {
      const { link } = await stored(extension, bytes)
      const response = await open(link)
      assert.equal(response.status, 200, extension)
      assert.match(response.headers.get('content-security-policy')!, /sandbox/)
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
    }
  })

  test('HEAD and conditional requests are served by us', async () => {
    const { link } = await stored('mp4', large)
    const head = await open(link, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, `${large.length}`])
    const known = await open(link, { headers: { 'if-none-match': head.headers.get('etag')! } })
    assert.equal(known.status, 304)
  })

  test('without a valid link, there is no redirect to the store', async () => {
    const { link } = await stored('mp4', large)
    const forged = link.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? '-' : '_'}`)
    assert.equal((await open(forged)).status, 403)
    const gone = `${company}/${newId()}.mp4`
    assert.equal((await open(url + signedUrls(keys.files).sign(gone))).status, 404)
  })

  test("the store's link stays the same for a while, and expires no later than ours", async () => {
    const { key } = await stored('mp4', large)
    const link = (seconds: number) =>
      storage.link!(key, { untilSeconds: Math.floor(Date.now() / 1000) + seconds, contentType: 'video/mp4' })
    assert.equal(await link(50_000), await link(60_000))
    const short = await link(2)
    assert.equal((await fetch(short)).status, 200)
    await sleep(2500)
    assert.equal((await fetch(short)).status, 403)
    assert.equal((await fetch((await link(5000)).replace('video%2Fmp4', 'text%2Fhtml'))).status, 403)
  })

  test("a copy of a file is never cached beyond the expiry of our link, whenever the store's link was opened", async () => {
    const { key } = await stored('mp4', large)
    for (const seconds of [5, 1800, 3600, 7200, 50_000]) {
      const untilSeconds = Math.floor(Date.now() / 1000) + seconds
      const { searchParams } = new URL(await storage.link!(key, { untilSeconds, contentType: 'video/mp4' }))
      const [, age] = /max-age=(\d+)/.exec(searchParams.get('response-cache-control')!)!
      const date = searchParams.get('X-Amz-Date')!.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5')
      const endsAt = Date.parse(date) / 1000 + Number(searchParams.get('X-Amz-Expires'))
      assert.ok(endsAt + Number(age) <= untilSeconds, `kept too long with ${seconds} s left`)
    }
  })
})
