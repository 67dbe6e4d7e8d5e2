// Engines: postgres, s3
// Originals and renditions: every link in a list can be opened without a token until it expires.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { openDisk } from '../src/storage/disk.ts'
import { signedUrls } from '../src/storage/signed-urls.ts'
import { send } from './support/companies.ts'
import { everything, twoLibraries } from './support/library.ts'
import { startService } from './support/service.ts'
import { s3Variables, withoutS3 } from './support/stores.ts'

const service = await startService({ env: withoutS3 ? {} : await s3Variables() })
const [acme, globex] = await twoLibraries(service)
const urls = signedUrls(service.keys.files)
const hourMs = 3_600_000
const bucketMs = 12 * hourMs

const key = `${acme.companyId}/0196f2a0-0000-7000-8000-000000000000.png`
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))
await service.storage.put(key, bytes)
const link = service.url + urls.sign(key)

const open = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { headers, method })
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const refusal = { message: 'The link is invalid or has expired.' }

test('every link in every list can be opened', async () => {
  const rows = [
    ...(await everything(acme, '/api/assets?with_trashed=true&include_unavailable=true')),
    ...(await everything(acme, '/api/templates')),
    ...(await everything(acme, '/api/brand-kit/logos?include_unavailable=true')),
    ...(await everything(acme, '/api/brand-kit/fonts?include_unavailable=true')),
  ]
  const links = new Set(
    JSON.stringify(rows)
      .match(/"http[^"]+\/files\/[^"]+"/g)!
      .map((text): string => JSON.parse(text)),
  )
  assert.equal(new Set([...links].map((url) => new URL(url).pathname)).size, 5)
  for (const url of links) {
    const response = await open(url)
    assert.equal(response.status, 200, url)
    const extension = new URL(url).pathname.split('.').at(-1)!
    const text = (await bodyOf(response)).toString()
    // Renditions are images. Other files are recognized by their content, which contains the ID of a
    // document.
    if (extension !== 'webp') assert.ok(text.includes(acme.companyId), url)
    const types: Record<string, string> = {
      svg: 'image/svg+xml',
      pdf: 'application/pdf',
      woff2: 'font/woff2',
    }
    assert.equal(response.headers.get('content-type'), types[extension] ?? `image/${extension}`)
  }
  for (const { size, url } of rows.filter(({ size }) => size)) {
    assert.equal(Number((await open(url, {}, 'HEAD')).headers.get('content-length')), size)
  }
})

// Holds R-ASSET-10.
test('a file has the headers that protect browsers and allow caching', async () => {
  const response = await open(link)
  assert.deepEqual(await bodyOf(response), bytes)
  const expected = {
    'content-type': 'image/png',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    // Fonts are fetched with CORS from any page (CSS Fonts 4 §11.9).
    'access-control-allow-origin': '*',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(response.headers.get(name), value, name)
  // Caches can keep the file until the link expires.
  const [, age] = /^public, max-age=(\d+), immutable$/.exec(response.headers.get('cache-control')!)!
  const left = Number(new URL(link).searchParams.get('expires')) - Date.now() / 1000
  assert.ok(Number(age) <= left + 1 && Number(age) > left - 60)
})

// Holds R-ASSET-10.
test('files that a browser could execute are downloaded, not displayed', async () => {
  const kept: Record<string, string | null> = {
    svg: 'attachment',
    pdf: 'attachment',
    woff2: 'attachment',
    html: 'attachment',
    png: null,
    mp4: null,
    mp3: null,
  }
  for (const [extension, disposition] of Object.entries(kept)) {
    const other = key.replace('.png', `-x.${extension}`)
    await service.storage.put(other, bytes)
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await open(service.url + urls.sign(other), {}, method)
      assert.equal(headers.get('content-disposition'), disposition, extension)
      assert.match(headers.get('content-security-policy')!, /; sandbox$/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      if (extension === 'html') assert.equal(headers.get('content-type'), 'application/octet-stream')
    }
  }
})

test('HEAD returns the headers of GET without a body and ignores Range', async () => {
  const [get, head] = [await open(link), await open(link, { range: 'bytes=0-9' }, 'HEAD')]
  assert.equal(head.status, 200)
  for (const name of ['content-type', 'content-length', 'etag', 'accept-ranges']) {
    assert.equal(head.headers.get(name), get.headers.get(name), name)
  }
  assert.equal((await bodyOf(head)).length, 0)
})

test('a request with the current ETag returns 304', async () => {
  const tag = (await open(link)).headers.get('etag')!
  for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
    const response = await open(link, { 'if-none-match': known })
    assert.equal(response.status, 304, known)
    assert.equal(response.headers.get('etag'), tag)
    assert.match(response.headers.get('cache-control')!, /^public, max-age=\d+, immutable$/)
  }
  assert.equal((await open(link, { 'if-none-match': '"other"' })).status, 200)
})

// Holds R-ASSET-10.
test('ranges follow RFC 9110 §14', async () => {
  const parts: [range: string, from: number, to: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
  ]
  for (const [range, from, to] of parts) {
    const response = await open(link, { range })
    assert.equal(response.status, 206, range)
    assert.equal(response.headers.get('content-range'), `bytes ${from}-${to}/1000`)
    assert.equal(response.headers.get('content-length'), `${to - from + 1}`)
    assert.deepEqual(await bodyOf(response), bytes.subarray(from, to + 1))
  }
  for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
    const response = await open(link, { range })
    assert.equal(response.status, 416, range)
    assert.equal(response.headers.get('content-range'), 'bytes */1000')
    assert.deepEqual(await response.json(), { message: 'Range Not Satisfiable.' })
  }
  for (const range of ['bytes=9-3', 'bytes=a-b', 'bytes=', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-6', '']) {
    const response = await open(link, { range })
    assert.equal(response.status, 200, range)
    assert.deepEqual(await bodyOf(response), bytes)
  }
})

// Holds R-ASSET-10.
test('If-Range returns a part of the same file, and the whole of a different file', async () => {
  const { headers } = await open(link)
  const [tag, modified] = [headers.get('etag')!, headers.get('last-modified')!]
  // The time in the file's ID, which is its name.
  assert.equal(modified, new Date(0x0196f2a00000).toUTCString())
  for (const same of [tag, modified]) {
    const response = await open(link, { range: 'bytes=0-1', 'if-range': same })
    assert.equal(response.status, 206, same)
    assert.deepEqual(await bodyOf(response), bytes.subarray(0, 2))
  }
  for (const other of ['"old"', `W/${tag}`, 'Thu, 01 Jan 1970 00:00:00 GMT', '']) {
    const response = await open(link, { range: 'bytes=0-1', 'if-range': other })
    assert.equal(response.status, 200, other)
    assert.deepEqual(await bodyOf(response), bytes)
  }
  for (const known of [tag, `W/${tag}`, '*'])
    assert.equal((await open(link, { 'if-match': known })).status, 200, known)
  assert.equal((await open(link, { 'if-match': '"old"' })).status, 412)
})

// Holds R-ASSET-9.
test('a changed or expired link returns 403', async () => {
  const { searchParams } = new URL(link)
  const [expires, signature] = [searchParams.get('expires')!, searchParams.get('signature')!]
  const at = (path: string, query: string) => `${service.url}/files/${path}?${query}`
  const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1)
  const last = signature.slice(0, -1) + (signature.endsWith('A') ? 'B' : 'A')
  const refused = [
    at(key, ''),
    at(key, `expires=${expires}`),
    at(key, `signature=${signature}`),
    at(key, `expires=${expires}&signature=`),
    at(key, `expires=${expires}&signature=${flipped}`),
    at(key, `expires=${expires}&signature=${last}`),
    at(key, `expires=${expires}&signature=${signature}=`),
    at(key, `expires=${expires}&signature=${signature}&signature=${signature}`),
    at(key, `expires=${Number(expires) + 1}&signature=${signature}`),
    at(key, `expires=${expires}0&signature=${signature}`),
    at(key, `expires=%20${expires}&signature=${signature}`),
    at(key.replace('.png', '.svg'), `expires=${expires}&signature=${signature}`),
    at(key.replace(acme.companyId, globex.companyId), `expires=${expires}&signature=${signature}`),
    service.url + urls.sign(key, Date.now() - 2 * bucketMs),
    service.url + signedUrls(Buffer.alloc(32)).sign(key),
  ]
  for (const url of refused) {
    const response = await open(url)
    assert.equal(response.status, 403, url)
    assert.deepEqual(await response.json(), refusal)
    assert.equal(response.headers.get('cache-control')?.includes('immutable') ?? false, false)
  }
  assert.equal((await open(service.url + urls.sign(key, Date.now() - bucketMs + 60_000))).status, 200)
})

// Holds R-ASSET-9.
test('a link is valid for 12 to 24 hours and stays the same for 12 hours', async () => {
  const noon = Date.UTC(2026, 5, 1, 12)
  const made = urls.sign(key, noon)
  assert.equal(urls.sign(key, noon + bucketMs - 1), made)
  assert.notEqual(urls.sign(key, noon + bucketMs), made)
  const { searchParams } = new URL(made, service.url)
  const works = (now: number) =>
    urls.verify(key, searchParams.get('expires')!, searchParams.get('signature')!, now)
  assert.deepEqual([noon, noon + 24 * hourMs - 1, noon + 24 * hourMs].map(works), [true, true, false])
  const [first, again] = [await acme.get('/api/assets'), await acme.get('/api/assets')]
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
})

test('no key leads outside the files directory, whether signed or not', async () => {
  const { companyId } = acme
  const hostile = [
    '../../secret.key',
    '..',
    '../db/pid',
    'x.png\0',
    'a/../../../secret.key',
    '.',
    'x'.repeat(300),
  ]
  for (const name of hostile) {
    const signed = urls.sign(`${companyId}/${name}`).replace(/^[^?]*/, '')
    const path = `/files/${companyId}/${encodeURIComponent(name)}${signed}`
    const { status, body } = await raw(path)
    assert.ok(status === 404 || status === 403, `${name}: ${status}`)
    assert.ok(!body.includes(bytes))
  }
  for (const path of [
    '/files/../secret.key',
    '/files/%2e%2e/secret.key',
    `/files/${companyId}/../../secret.key`,
    '/files',
  ]) {
    assert.ok([403, 404].includes((await raw(path)).status), path)
  }
  const storage = await openDisk(service.config.dataDirectory)
  for (const wrong of [
    '../x.png',
    'a/b.png',
    `${companyId}/../x.png`,
    `${companyId}/x/y.png`,
    `/${key}`,
    '',
    `${key}\0`,
  ]) {
    assert.equal(await storage.find(wrong), undefined)
    await assert.rejects(storage.put(wrong, bytes), /Not a storage key/)
  }
})

/** Sends the path as a hostile client would, because `fetch` would normalize it. */
function raw(path: string): Promise<{ status: number; body: Buffer }> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ status: response.statusCode!, body: Buffer.concat(chunks) })
    })
    sent.on('error', reject).end()
  })
}

test('a deleted file returns 404, and other methods return 405', async () => {
  const gone = urls.sign(`${acme.companyId}/gone.png`)
  const { status, body } = await send(service, 'GET', gone)
  assert.deepEqual([status, body], [404, { message: 'Not Found.' }])
  const put = await send(service, 'PUT', urls.sign(key), { body: 'x' })
  assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD'])
})

test('clients that disconnect midway leave no file open', async () => {
  const big = `${acme.companyId}/big.mp4`
  await service.storage.put(big, Buffer.alloc(8_000_000))
  const url = service.url + urls.sign(big)
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const stop = new AbortController()
      const response = await fetch(url, { signal: stop.signal })
      await response.body!.getReader().read()
      stop.abort()
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  const { readdirSync, readlinkSync } = await import('node:fs')
  const open = readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith('big.mp4')
    } catch {
      return false
    }
  })
  assert.deepEqual(open, [])
})
