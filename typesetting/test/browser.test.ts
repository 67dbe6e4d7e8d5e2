// Engines: embedded
// A preview in the browser equals the output of the server, with the same outlines, byte for byte.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { newWindow, withoutBrowser } from '../../portal/test/support/chromium.ts'
import { outlinesOf } from './support/samples.ts'
import { shipped } from './support/setting.ts'

const packages = new URL('../../node_modules/', import.meta.url)

/** The bundle as the portal builds it, by path. */
async function bundled(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('./support', import.meta.url)),
    build: {
      write: false,
      target: 'esnext',
      assetsInlineLimit: 0,
      rolldownOptions: { input: fileURLToPath(new URL('./support/in-browser.ts', import.meta.url)) },
    },
  })
  if (!('output' in built)) throw new Error('not one bundle')
  return new Map(
    built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const),
  )
}

test('Chromium and Node set the same outlines', { skip: withoutBrowser, timeout: 120_000 }, async () => {
  const files = await bundled()
  const entry = [...files.keys()].find((name) => name.includes('in-browser'))!
  const server = createServer(async (request, response) => {
    const path = request.url!.slice(1)
    const body = path.startsWith('packages/')
      ? await readFile(new URL(path.slice('packages/'.length), packages))
      : (files.get(path) ?? `<!doctype html><script type="module" src="/${entry}"></script>`)
    const type = path.endsWith('.js')
      ? 'text/javascript'
      : path.endsWith('.wasm')
        ? 'application/wasm'
        : 'text/html'
    response.setHeader('Content-Type', type).end(body)
  }).listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  const { page, complaints } = await newWindow(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await page.goto('/')
  await page.waitForFunction(() => 'outlinesInBrowser' in globalThis)
  const found = await page.evaluate(() =>
    (globalThis as unknown as { outlinesInBrowser(): Promise<string[]> }).outlinesInBrowser(),
  )
  const expected = await outlinesOf(shipped)
  assert.equal(found.length, expected.length)
  for (const [index, text] of expected.entries()) assert.equal(found[index], text)
  assert.deepEqual(complaints, [])
})
