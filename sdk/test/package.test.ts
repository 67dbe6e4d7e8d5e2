// Engines: postgres in CI
// Packs and installs the npm package, and runs it in every available runtime.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { browser, withoutBrowser } from '../../portal/test/support/chromium.ts'
import { type Caller, newCompany } from '../../server/test/support/companies.ts'
import { fillLibrary, librarySize } from '../../server/test/support/library.ts'
import { card, newTemplate } from '../../server/test/support/renders.ts'
import { startService } from '../../server/test/support/service.ts'
import { passOn } from './support/proxy.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'atelier-client-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' })
npm(['run', 'build'], root)
npm(['pack', '--ignore-scripts', '--pack-destination', folder], root)
const [tarball] = readdirSync(folder)
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
npm(['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], folder)

const service = await startService()

/** All samples of the README, joined into one program. */
const samples = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```/gs)].map(
  ([, code]) => code!,
)
writeFileSync(join(folder, 'samples.mjs'), asProgram(samples))

/**
 * Hoists imports, because they can be anywhere in a module. Appends an unsigned message, a request from a
 * page, and a large upload.
 */
function asProgram(codes: string[]): string {
  const end = `
const message = '{"type":"webhook.ping","timestamp":"","data":{}}'
const unsigned = new Request('http://localhost/hook', { method: 'POST', body: message })
console.log('Refused:', (await receive(unsigned).catch((error) => error)).name)

const head = [0, 0, 0, 24, ...new TextEncoder().encode('ftypisom'), 0, 0, 2, 0, ...new TextEncoder().encode('isommp42')]
const film = new Uint8Array(9 * 1024 * 1024)
film.set([...head, 0, 0x8f, 0xff, 0xe8, ...new TextEncoder().encode('mdat')])
const stop = new AbortController()
let at
const half = { fileName: 'a.mp4', chunkBytes: 1 << 20, signal: stop.signal, onUrl: (url) => (at = url) }
await atelier.assets.upload(new Blob([film]), {}, { ...half, onProgress: ({ sent }) => sent && stop.abort() }).catch(() => {})
const stream = new Blob([film]).stream()
const fetched = (url, init) => passOn(new Request(url, init))
const { name } = await inPage.assetTags.create({ name: 'By a page' }, { fetch: fetched })
console.log('Passed on:', name, 'of', (await inPage.user({ fetch: fetched })).company.name)
console.log('Resumed:', (await atelier.uploads.resume(at, stream, { size: film.length })).asset.size)
`
  return codes.join('\n') + end
}

const versionOf = (command: string) => {
  try {
    return execFileSync(command, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim().split('\n')[0]
  } catch {
    return undefined
  }
}

const bin = (name: string) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url))

/** The machine's own Node may be the oldest supported version. */
const onMachine = (name: string) =>
  process.env
    .PATH!.split(delimiter)
    .filter((directory) => !directory.includes('node_modules'))
    .map((directory) => join(directory, name))
    .find(existsSync) ?? name

const runtimes = [
  { name: 'Node', command: process.execPath, args: [] },
  { name: "the machine's Node", command: onMachine('node'), args: [] },
  { name: 'Bun', command: bin('bun'), args: ['run'] },
  {
    name: 'Deno',
    command: onMachine('deno'),
    args: ['run', '--allow-env', '--allow-net', '--allow-read', '--allow-write'],
  },
]

for (const { name, command, args } of runtimes) {
  const version = versionOf(command)
  test(`the README's samples run with ${name}`, { skip: !version && 'not there' }, async (context) => {
    context.diagnostic(`${version}`)
    const company = await newCompany(service, `Of${name.replaceAll(/[^a-z]/gi, '')}`)
    await fillLibrary(service, company)
    await summerPicture(company)
    await newTemplate(service, company, card(), { name: 'Launch card', status: 'published' })
    const { stdout } = await promisify(execFile)(command, [...args, 'samples.mjs'], {
      cwd: folder,
      timeout: 60_000,
      env: {
        ...process.env,
        ATELIER_URL: service.url,
        ATELIER_CLIENT_ID: company.clientId,
        ATELIER_CLIENT_SECRET: company.clientSecret,
        ATELIER_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      },
    })
    assert.match(stdout, /Summer by the sea/)
    assert.match(stdout, /\d+ of \d+ bytes/)
    assert.match(stdout, /asset\.created ast_/)
    assert.match(stdout, /headline: \[/)
    assert.match(stdout, /A-1\.png done https?:/)
    assert.match(stdout, /\/r\/rln_\w+\.png\?headline=Hello%20Ada&width=600&signature=/)
    assert.match(stdout, /name: \[/)
    const jpeg = readFileSync(join(folder, 'card.jpg'))
    assert.deepEqual([...jpeg.subarray(0, 3)], [0xff, 0xd8, 0xff])
    rmSync(join(folder, 'card.jpg'))
    assert.match(stdout, /Refused: WebhookVerificationError/)
    assert.match(stdout, /Passed on: By a page of Of\w+/)
    assert.match(stdout, /Resumed: 9437184/)
  })
}

/** The data that the samples expect. */
async function summerPicture(company: Caller) {
  await company.post('/api/asset-tags', { name: 'Beach' })
  const { data } = (await company.get('/api/assets?per_page=1')).body
  const change = { name: 'Summer by the sea', tags: ['summer', 'beach'] }
  assert.equal((await company.patch(`/api/assets/${data[0].id}`, change)).status, 200)
}

/** A web server that serves the package, issues a token, and forwards API requests. */
async function startSite(token: string): Promise<string> {
  const client = join(folder, 'node_modules/@atelier/client/dist')
  const site = createServer((asked, answer) => {
    const { url = '/' } = asked
    if (url.startsWith('/api/')) {
      const passed = passOn(service.url, asked, (answered) => {
        answered.pipe(answer.writeHead(answered.statusCode!, answered.headers))
      })
      answer.on('close', () => passed.destroy())
    } else if (url.startsWith('/client/')) {
      answer.setHeader('content-type', 'text/javascript').end(readFileSync(join(client, url.slice(8))))
    } else {
      answer.setHeader('content-type', 'text/html').end(url === '/token' ? token : '<!doctype html>')
    }
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  after(() => site.close().closeAllConnections())
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
}

/** Runs in the page. It is a string because the tests do not have the browser's types. */
const inPage = `(async () => {
  const { Atelier, NotFoundError, etagOf } = await import('/client/index.js')
  const token = async () => (await fetch('/token')).text()
  const atelier = new Atelier({ url: location.origin, token })
  const names = []
  for await (const { name } of atelier.templates.list({ per_page: 10 })) names.push(name)
  const stop = new AbortController()
  const changes = atelier.changes.follow({ since: 'latest', signal: stop.signal })
  const first = changes.next()
  const sent = []
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
  const file = new File([await new Promise((done) => canvas.toBlob(done))], 'drawn.png')
  // The feed must be open before the change happens.
  await new Promise((later) => setTimeout(later, 500))
  const onProgress = ({ sent: bytes }) => sent.push(bytes)
  const { asset } = await atelier.assets.upload(file, { name: 'From a page' }, { onProgress })
  const { change } = (await first).value
  stop.abort()
  const missing = await atelier.assets.get('ast_' + '0'.repeat(26)).catch((error) => error)
  return {
    names: names.length,
    sent,
    size: file.size,
    change: [change.type, change.resource_id === asset.id],
    etag: etagOf(asset),
    isMissing: missing instanceof NotFoundError,
  }
})()`

test('the package runs in a web page with a token', { skip: withoutBrowser }, async () => {
  const company = await newCompany(service, 'Page')
  await fillLibrary(service, company)
  const page = await browser!.newPage()
  await page.goto(await startSite(company.token))
  const { names, sent, size, change, etag, isMissing } = await page.evaluate<Record<string, unknown>>(inPage)
  assert.equal(names, librarySize['/templates'])
  assert.deepEqual(sent, [0, size])
  assert.deepEqual(change, ['asset.created', true])
  assert.match(String(etag), /^"/)
  assert.equal(isMissing, true)
  await page.close()
})

/**
 * The common subset of edge runtimes (WinterTC, "Minimum Common Web API") that the SDK may need, and nothing
 * else.
 */
const webGlobals =
  'AbortController AbortSignal Blob DOMException File FormData Headers ReadableStream Request Response TextDecoder TextEncoder URL URLSearchParams atob btoa clearTimeout console crypto fetch performance setTimeout'

const onTheEdge = `
import { readFile } from 'node:fs/promises'
import vm from 'node:vm'

const context = vm.createContext(
  Object.fromEntries('${webGlobals}'.split(' ').map((name) => [name, globalThis[name]])),
)
const modules = new Map()
async function load(url) {
  const code = await readFile(url, 'utf8')
  const made = modules.get(url.href) ?? new vm.SourceTextModule(code, { context, identifier: url.href })
  modules.set(url.href, made)
  return made
}
const client = new URL(import.meta.resolve('@atelier/client'))
const program = new vm.SourceTextModule(process.argv[2], { context, identifier: 'program' })
await program.link((name, from) => load(name === '@atelier/client' ? client : new URL(name, from.identifier)))
await program.evaluate()
`

test('the package uses only APIs that edge runtimes provide', async () => {
  const company = await newCompany(service, 'Edge')
  await fillLibrary(service, company)
  const { clientId, clientSecret } = company
  const program = `
import { Atelier, verifyWebhook } from '@atelier/client'
const atelier = new Atelier(${JSON.stringify({ url: service.url, clientId, clientSecret })})
console.log('templates', await atelier.templates.list().count())
const { asset } = await atelier.assets.upload(new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>']), {}, { fileName: 'a.svg' })
for await (const { change } of atelier.changes.follow({ types: ['asset.created'] })) {
  console.log('change', change.resource_id === asset.id)
  break
}
const unsigned = { body: '{}', headers: new Headers(), secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
console.log('refused', (await verifyWebhook(unsigned).catch((error) => error)).name)
`
  writeFileSync(join(folder, 'edge.mjs'), onTheEdge)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'edge.mjs', program],
    { cwd: folder, timeout: 60_000 },
  )
  const templates = librarySize['/templates']
  assert.equal(stdout, `templates ${templates}\nchange true\nrefused WebhookVerificationError\n`)
})

test('the published package has no dependencies, uses no Node APIs, and contains its types', () => {
  const files = readdirSync(join(folder, 'node_modules/@atelier/client'), {
    recursive: true,
    encoding: 'utf8',
  })
  const { dependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@atelier/client/package.json'), 'utf8'),
  )
  assert.equal(dependencies, undefined)
  assert.ok(
    files.includes('dist/index.js') && files.includes('dist/index.d.ts') && files.includes('README.md'),
  )
  const outside = files.filter((file) => !/^(dist(\/.*)?|README\.md|LICENSE|package\.json)$/.test(file))
  assert.deepEqual(outside, [])
  for (const file of files.filter((name) => /\.(js|d\.ts)$/.test(name))) {
    const code = readFileSync(join(folder, 'node_modules/@atelier/client', file), 'utf8')
    assert.doesNotMatch(code, /from '(?!\.)|from "(?!\.)|require\((?!"\.)|\bprocess\.|\bBuffer\b/, file)
    if (!file.startsWith('dist/cjs/')) assert.doesNotMatch(code, /require\(/, file)
  }
})

test('CommonJS programs can require the package', async () => {
  writeFileSync(
    join(folder, 'required.cjs'),
    `const { Atelier, NotFoundError } = require('@atelier/client')
const { version } = require('@atelier/client/package.json')
const atelier = new Atelier({ url: 'https://atelier.example', token: 'x' })
console.log(typeof atelier.assets.upload, new NotFoundError('', {}) instanceof Error, version)
`,
  )
  // The oldest Node that the package supports cannot require modules.
  const args = ['--no-experimental-require-module', 'required.cjs']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.equal(stdout, `function true ${version}\n`)
})

test('TypeScript programs get correct types', () => {
  writeFileSync(
    join(folder, 'typed.ts'),
    `import { Atelier, type Asset, verifyWebhook } from '@atelier/client'
const atelier = new Atelier({ url: 'https://atelier.example', token: async () => 'x' })
export async function names(): Promise<string[]> {
  const rows = await atelier.assets.list({ tag: 'sea', sort: '-name', fields: ['name'] }).toArray()
  // @ts-expect-error: the field was not requested.
  rows[0]?.url
  // @ts-expect-error: there is no such sort.
  atelier.assets.list({ sort: 'size' })
  // @ts-expect-error: there is no such field.
  await atelier.folders.create({ title: 'x' })
  await atelier.webhooks.ping('whk_1', { type: 'asset.created' }, { timeoutMs: 1 })
  // @ts-expect-error: options come after the body.
  await atelier.webhooks.ping('whk_1', { timeoutMs: 1 })
  const asset: Asset = (await atelier.assets.upload(new Blob([]))).asset
  const { change } = await verifyWebhook({ body: '', headers: new Headers(), secret: '' })
  return [asset.name, change?.type ?? '', ...rows.map(({ name }) => name)]
}
`,
  )
  const options = [...strictOptions, '--module', 'nodenext', '--lib', 'es2022,dom,dom.asynciterable']
  execFileSync(bin('tsc'), [...options, '--exactOptionalPropertyTypes', 'typed.ts'], {
    cwd: folder,
    stdio: 'inherit',
  })
})

const strictOptions = ['--noEmit', '--strict', '--target', 'es2022']

/** How programs of all ages find the types: by `types`, by `exports` as a module and as CommonJS, or as a bundler does. */
const resolutions: [module: string, resolution: string, files: string[]][] = [
  ['commonjs', 'node', ['older.cts']],
  ['node16', 'node16', ['older.cts', 'older.mts']],
  ['nodenext', 'nodenext', ['older.cts', 'older.mts']],
  ['esnext', 'bundler', ['older.mts']],
]

/**
 * The oldest TypeScript that the types support. It is installed for these tests, because as a dependency of
 * the repository, its `tsc` would replace the compiler that checks the sources. Without a registry, the tests
 * are skipped.
 */
const oldest = join(folder, 'oldest')
const noRegistry = (() => {
  mkdirSync(oldest)
  writeFileSync(join(oldest, 'package.json'), '{}')
  try {
    npm(['install', '--prefer-offline', '--no-audit', '--no-fund', 'typescript@5.0.4'], oldest)
    return false
  } catch {
    return 'TypeScript 5.0.4 cannot be installed'
  }
})()

for (const [module, resolution, files] of resolutions)
  test(`TypeScript 5.0 finds the types with moduleResolution ${resolution}`, { skip: noRegistry }, () => {
    const program = `import { Atelier, type Asset, NotFoundError, verifyWebhook } from '@atelier/client'
const atelier = new Atelier({ url: 'https://atelier.example', token: async () => 'x' })
export async function names(): Promise<string[]> {
  for await (const { name } of atelier.templates.list({ status: 'published' })) console.log(name)
  const bytes: Uint8Array = await atelier.renders.download('rnd_1')
  const asset: Asset = (await atelier.assets.upload(new Blob([bytes]))).asset
  const { change } = await verifyWebhook({ body: '', headers: new Headers(), secret: '' })
  if (asset instanceof NotFoundError) return []
  return [asset.name, change?.type ?? '']
}
`
    for (const file of files) writeFileSync(join(folder, file), program)
    const compiler = join(oldest, 'node_modules/typescript/bin/tsc')
    const how = ['--module', module, '--moduleResolution', resolution, '--lib', 'es2022,dom,dom.iterable']
    execFileSync(process.execPath, [compiler, ...strictOptions, ...how, ...files], {
      cwd: folder,
      stdio: 'inherit',
    })
  })
