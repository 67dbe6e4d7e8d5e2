// Engines: postgres in CI
// Uppy, a widget for uploads from web pages, with the defaults of its tus plugin in a real browser.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { scopes } from '../../server/src/http/caller.ts'
import { newCaller, newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { newWindow, withoutBrowser } from './support/chromium.ts'

const options = { skip: withoutBrowser }
const service = await startService()
const acme = await newCompany(service, 'Acme')

/** A web site of another origin. Its page is set before it is opened. */
let page = ''
let script: string | undefined
const site = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(page),
).listen(0)
await once(site, 'listening')
after(() => site.close())
const origin = `http://localhost:${(site.address() as AddressInfo).port}`
const caller = await newCaller(service, { ...acme, name: 'site', scopes, allowedOrigins: [origin] })

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('./support/uppy-page.js', import.meta.url))
  const outDir = await mkdtemp(join(tmpdir(), 'atelier-uppy-'))
  after(() => rm(outDir, { recursive: true }))
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'page', fileName: () => 'page.js' },
    },
  })
  return readFile(join(outDir, 'page.js'), 'utf8')
}

async function open() {
  script ??= await bundle()
  const settings = JSON.stringify({ endpoint: `${service.url}/api/uploads`, token: caller.token })
  page = `<!doctype html><title>Site</title><link rel="icon" href="data:,"><input type="file" multiple>
    <button id="pause">Pause</button><button id="resume">Resume</button><output></output>
    <script>settings = ${settings}</script>
    <script>${script.replaceAll('</script', '<\\/script')}</script>`
  const window = await newWindow(origin)
  await window.page.goto(origin)
  return window
}

type Result = { sent: [name: string, url: string][]; failed: [name: string, error: string][] }
const resultOf = async (page: Page): Promise<Result> => {
  await page.locator('output:not(:empty)').waitFor()
  return JSON.parse((await page.locator('output').textContent())!)
}
const found = async (search: string) => (await caller.get(`/api/assets?search=${search}`)).body.data

test('Uppy uploads files from a page of another origin', options, async () => {
  const { page, context, complaints } = await open()
  const files = await Promise.all(
    ['Harbour.png', 'Ünïcode & more.png'].map(async (name) => ({
      name,
      mimeType: 'image/png',
      buffer: await picture(),
    })),
  )
  await page.locator('input').setInputFiles(files)
  const { sent, failed } = await resultOf(page)
  assert.deepEqual(failed, [])
  assert.deepEqual(sent.map(([name]) => name).sort(), files.map(({ name }) => name).sort())
  const [harbour] = await found('harbour')
  assert.deepEqual(
    [harbour.name, harbour.filename, harbour.mime_type, harbour.size],
    ['Harbour', 'Harbour.png', 'image/png', files[0]!.buffer.length],
  )
  assert.equal((await found('more'))[0].filename, 'Ünïcode & more.png')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('Uppy resumes an upload that was paused', options, async () => {
  const { page, context } = await open()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const speed = { offline: false, latency: 0, downloadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: 4_000_000 })
  const buffer = Buffer.concat([
    Buffer.from('resumed\n'),
    Buffer.from(randomBytes(9_000_000).toString('hex')),
  ])
  await page.locator('input').setInputFiles({ name: 'Long.txt', mimeType: 'text/plain', buffer })
  await page.locator('body[data-started]').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 })
  await page.getByRole('button', { name: 'Resume' }).click()
  const { failed } = await resultOf(page)
  assert.deepEqual(failed, [])
  const [long] = await found('long')
  assert.equal(long.size, buffer.length)
  await context.close()
})

test('Uppy shows the reason for a file that is refused', options, async () => {
  const { page, context } = await open()
  const script = { name: 'run.png', mimeType: 'image/png', buffer: Buffer.from('#!/bin/sh\nrm') }
  await page.locator('input').setInputFiles(script)
  const { sent, failed } = await resultOf(page)
  assert.deepEqual(sent, [])
  assert.match(failed[0]![1], /a shell script \(sh\), a type that is not accepted/)
  await context.close()
})
