// Engines: embedded
// Image pinning: each image has an exact version, and its digest is verified.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { root } from '../../scripts/supply-chain/lockfile.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-images-'))
after(() => rmSync(folder, { recursive: true }))
const files = ['Dockerfile', 'compose.yaml']
const images = /(?:NODE_IMAGE=|image: (?:&[\w-]+ )?)((?:localhost:\d+|[\w.-]+\.[\w-]+)\/\S+)/g
const imagesIn = (from: string) =>
  files.flatMap((file) =>
    [...readFileSync(join(from, file), 'utf8').matchAll(images)].map(([, image]) => image!),
  )

/** A registry as in the OCI distribution specification, which requires a token. */
let isDown = false
const registry = createServer(({ url = '', headers }, response) => {
  const { port } = registry.address() as AddressInfo
  if (url.startsWith('/token')) return response.end(JSON.stringify({ token: 'reader' }))
  if (headers.authorization !== 'Bearer reader') {
    const challenge = `Bearer realm="http://localhost:${port}/token",service="registry",scope="repository:x:pull"`
    return response.writeHead(401, { 'www-authenticate': challenge }).end()
  }
  if (isDown && url.includes('valkey')) return response.writeHead(503).end()
  // The registry lies about the digest, which must not matter.
  response.setHeader('docker-content-digest', `sha256:${'0'.repeat(64)}`).end(`manifest of ${url}`)
})
registry.listen(0)
await once(registry, 'listening')
after(() => registry.close().closeAllConnections())
const host = `localhost:${(registry.address() as AddressInfo).port}`

for (const file of files) {
  const content = readFileSync(join(root, file), 'utf8')
  writeFileSync(join(folder, file), content.replaceAll(/docker\.io(?=\/)|ghcr\.io(?=\/)/g, host))
}

async function pin() {
  const args = [join(root, 'scripts/pin-images.ts'), '--root', folder]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const complaint = await text(child.stderr)
  const code = child.exitCode ?? (await once(child, 'exit'))[0]
  return { code, complaint }
}

test('every image has an exact version, and every digest is complete', () => {
  const all = imagesIn(root)
  assert.ok(all.length >= 5)
  for (const image of all) assert.match(image, /:v?\d+\.\d+(\.\d+)?(-[a-z]+)*(@sha256:[0-9a-f]{64})?$/)
  const pinned = all.filter((image) => image.includes('@'))
  assert.ok(pinned.length === 0 || pinned.length === all.length, 'some images have digests and some do not')
})

test('if a registry does not respond, no image is pinned', async () => {
  isDown = true
  const before = imagesIn(folder)
  const { code, complaint } = await pin()
  assert.equal(code, 2)
  assert.match(complaint, /valkey.* from its registry: it returned status 503\. Nothing was changed\./)
  assert.deepEqual(imagesIn(folder), before)
  isDown = false
})

test("each image is pinned to the digest of the registry's content, and again after a change", async () => {
  for (let round = 0; round < 2; round++) {
    const before = imagesIn(folder).map((image) => image.split('@')[0]!)
    assert.deepEqual(await pin(), { code: 0, complaint: '' })
    const expected = before.map((image) => {
      const [, repository, tag] = /^[^/]+\/(.*):([^:]+)$/.exec(image)!
      const digest = createHash('sha256')
        .update(`manifest of /v2/${repository}/manifests/${tag}`)
        .digest('hex')
      return `${image}@sha256:${digest}`
    })
    assert.deepEqual(imagesIn(folder), expected)
  }
})
