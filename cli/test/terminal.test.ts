// Engines: postgres in CI
// Terminal output: tables, progress bars, colors and Ctrl-C.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { home, newDirectory, runner, signedIn } from './support/command.ts'
import { columnsOf, inTerminal, noTerminal } from './support/terminal.ts'

if (noTerminal) console.error(`SKIPPED: ${noTerminal}`)
const skip = noTerminal
const service = await startService()
const acme = await newCompany(service, 'Acme')
const env = signedIn(service, acme)
const wide = '写真'.repeat(20)
for (const name of [wide, 'Summer by the sea, and all that was left over from it'])
  await acme.post('/api/folders', { name })

const linesOf = (screen: string) => stripVTControlCharacters(screen).trim().split(/\r?\n/)

for (const columns of [40, 60, 100]) {
  test(`a list fits a terminal of ${columns} columns, and longer cells are truncated`, {
    skip,
  }, async () => {
    const { code, screen } = await inTerminal(['folders', 'list'], { columns, env }).ended()
    assert.equal(code, 0)
    const lines = linesOf(screen)
    assert.equal(lines.length, 3)
    for (const line of lines) assert.ok(columnsOf(line) <= columns, `${columnsOf(line)}: ${line}`)
    assert.match(screen, /写真[^\n]*…/)
  })
}

test('headings are bold in a terminal; NO_COLOR or a pipe removes all escape sequences', {
  skip,
}, async () => {
  const list = ['folders', 'list']
  const colored = await inTerminal(list, { columns: 80, env }).ended()
  assert.ok(colored.screen.startsWith('\x1b[1m'))
  const plain = await inTerminal(list, { columns: 80, env: { ...env, NO_COLOR: '1' } }).ended()
  assert.equal(plain.screen, stripVTControlCharacters(colored.screen))
  assert.ok(!(await runner(env)(...list)).out.includes('\x1b'))
})

test('the progress bar stays on one line for any file name, and appears only in a terminal', {
  skip,
}, async () => {
  const root = join(home, 'bar')
  await mkdir(root)
  for (const n of [1, 2, 3]) await writeFile(join(root, `${wide}${n}.png`), await picture({ width: 20 + n }))
  const columns = 72
  const upload = ['assets', 'upload', 'bar/.', '--folder', '/Bar']
  const { code, screen } = await inTerminal(upload, { columns, env: { ...env, NO_COLOR: '1' } }).ended()
  assert.equal(code, 0)
  assert.ok(!screen.includes('\x1b'))
  const [bar, said, ...more] = screen.split(/(?<=\r)(?=Uploaded)/)
  assert.match(said!, /^Uploaded 3 files \([^\n]*\)\.\r\n$/)
  assert.deepEqual(more, [])
  assert.ok(!bar!.includes('\n'))
  assert.match(bar!, /█{24} 3\/3 .*写真…/)
  for (const line of bar!.split('\r')) assert.ok(columnsOf(line) < columns, `${columnsOf(line)}: ${line}`)
  const piped = await runner(env)('assets', 'upload', 'bar/.', '--folder', '/Elsewhere')
  assert.deepEqual([piped.code, piped.err], [0, ''])
})

test('sync shows progress while it reads and while it transfers', { skip }, async () => {
  const root = await newDirectory()
  for (const n of [1, 2]) await writeFile(join(root, `${n}.png`), await picture({ width: 30 + n }))
  const own = { ...env, NO_COLOR: '1', HOME: await newDirectory() }
  const sync = inTerminal(['sync', root, '/Read', '--up'], { columns: 72, env: own })
  const { code, screen } = await sync.ended()
  assert.equal(code, 0)
  const lines = screen.split('\r').filter((line) => line.includes('2/2'))
  assert.match(lines[0]!, /^Reading █{24} 2\/2 /)
  assert.match(lines.at(-1)!, /^█{24} 2\/2 /)
})

test('Ctrl-C ends an upload with 130 and says how to resume', { skip }, async () => {
  const root = await newDirectory()
  await writeFile(join(root, 'one.png'), await picture())
  const lost = { ...env, ATELIER_URL: await startHalves(), HOME: await newDirectory() }
  const upload = inTerminal(['assets', 'upload', join(root, 'one.png'), '--folder', '/Ctrl-C'], {
    columns: 80,
    env: lost,
  })
  await upload.shows('0/1')
  upload.type('\x03')
  const { code, screen } = await upload.ended()
  assert.equal(code, 130)
  assert.match(screen, /\rInterrupted\. Run the same command again to resume\.\r\n[^\n]*$/)
})

test('Ctrl-C ends a download with 130 and leaves no partial file', { skip }, async () => {
  const root = await newDirectory()
  await writeFile(join(root, 'one.png'), await picture({ width: 300 }))
  await runner(env)('assets', 'upload', join(root, 'one.png'), '--folder', '/Halves')
  const to = await newDirectory()
  const halves = { ...env, ATELIER_URL: await startHalves() }
  const download = inTerminal(['assets', 'download', '--folder', '/Halves', '--to', to], {
    columns: 80,
    env: halves,
  })
  await download.shows('100 bytes of')
  const files = await until('a file is there', async () => {
    const names = await readdir(to)
    return names.length > 0 ? names : undefined
  })
  assert.deepEqual(
    files.map((name) => name.replace(/\.\w+\.part$/, '')),
    ['.one.png'],
  )
  download.type('\x03')
  const { code, screen } = await download.ended()
  assert.equal(code, 130)
  assert.match(
    screen,
    /\rInterrupted\. Run the same command again to download the remaining files\.\r\n[^\n]*$/,
  )
  assert.deepEqual(await readdir(to), [])
})

/** A proxy that stalls downloads after some bytes and never answers uploads. */
async function startHalves(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    if (`${method} ${url}` === 'POST /api/assets') return
    const body = method === 'POST' ? { body: request, duplex: 'half' as const } : {}
    const { host: _host, connection: _connection, ...sent } = headers as Record<string, string>
    const answer = await fetch(service.url + url, { method: method!, headers: sent, ...body })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (url!.startsWith('/files/')) return response.write(bytes.subarray(0, 100))
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    response.end(bytes.toString().replaceAll(service.url, `http://${headers.host}`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('login prompts for the secret and does not show it', { skip }, async () => {
  const login = inTerminal(['login', '--url', service.url], {
    columns: 80,
    env: { XDG_CONFIG_HOME: await newDirectory() },
  })
  await login.shows('client ID:')
  login.type(`${acme.clientId}\r`)
  await login.shows('hidden):')
  login.type(`${acme.clientSecret}\r`)
  const { code, screen } = await login.ended()
  assert.equal(code, 0)
  assert.ok(screen.includes(acme.clientId) && !screen.includes(acme.clientSecret))
  assert.match(screen, /Signed in to /)
})
