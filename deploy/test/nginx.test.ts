// Engines: embedded
// The committed nginx configuration in front of a real server: uploads and events are not buffered.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setDefaultCACertificates } from 'node:tls'
import { root } from '../../scripts/supply-chain/lockfile.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { follow } from '../../server/test/support/event-stream.ts'
import { newCertificate } from '../../server/test/support/https.ts'
import { withoutOpenssl } from '../../server/test/support/programs.ts'
import { freePort } from '../../server/test/support/redis.ts'
import { atEnd, engine, startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { sound } from '../../server/test/support/uploads.ts'

/** Debian installs nginx in sbin, which is not in every PATH. */
const nginx = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0)
if (!nginx && process.env.CI) throw new Error('The tests of nginx need nginx.')
if (!nginx) console.error('SKIPPED: nginx is not installed, so its configuration is not tested.')
const skip = nginx
  ? withoutOpenssl() || (engine === 'postgres' && 'the result does not depend on the engine')
  : 'nginx is not installed'

const limit = 20
/** Maximum delay of an event. Less than the heartbeat interval (15 s), which would flush a buffering proxy. */
const promptMsMax = 10_000
const uploadBytes = 8 * 1024 ** 2

const service = skip
  ? undefined
  : await startService({ env: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_PER_MINUTE: `${limit}` } })
const acme = service && (await newCompany(service, 'Acme'))
const url = service && (await startNginx(new URL(service.url).port))
const authorization = `Bearer ${acme?.token}`

/** @returns the HTTPS URL, with a certificate that this process trusts. */
async function startNginx(servicePort: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-nginx-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const { certificate, key } = await newCertificate()
  setDefaultCACertificates([readFileSync(certificate, 'utf8')])

  const port = await freePort()
  const site = readFileSync(join(root, 'deploy/nginx/atelier.conf'), 'utf8')
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/^ *listen \[::\]:443 .*\n/m, '')
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${servicePort};`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
  assert.doesNotMatch(site, /listen \[|listen 443|:3000;|\/etc\/ssl/)
  writeFileSync(join(folder, 'site.conf'), site)
  mkdirSync(join(folder, 'temp'))
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp', name)};`,
  )
  const main = join(folder, 'nginx.conf')
  writeFileSync(
    main,
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\n` +
      `events {}\nhttp {\n${temps.join('\n')}\naccess_log off;\ninclude ${join(folder, 'site.conf')};\n}\n`,
  )
  const looked = spawnSync(nginx!, ['-t', '-p', folder, '-c', main, '-e', 'stderr'], { encoding: 'utf8' })
  assert.equal(looked.status, 0, looked.stderr)

  const child = spawn(nginx!, ['-p', folder, '-c', main, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  atEnd(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const at = `https://127.0.0.1:${port}`
  await until('nginx responds', async () => (await fetch(`${at}/readyz`).catch(() => undefined))?.ok)
  return at
}

type Sending = { from?: string; headers?: Record<string, string>; method?: string }

function begin(path: string, { from = '127.0.0.1', headers = {}, method = 'GET' }: Sending = {}) {
  return request(`${url}${path}`, { method, localAddress: from, headers: { authorization, ...headers } })
}

async function answered(sent: ReturnType<typeof begin>): Promise<{ status: number; text: string }> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of answer) text += part
  return { status: answer.statusCode!, text }
}

test("an upload is not buffered, and can be larger than nginx's default limit", {
  skip,
}, async () => {
  const bytes = sound(Buffer.alloc(uploadBytes, 1), { rate: 44_100, bits: 16 })
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="long.wav"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': `${body.length}` }
  const sent = begin('/api/assets', { method: 'POST', headers })
  sent.write(body.subarray(0, body.length / 2))
  const incoming = join(service!.config.dataDirectory, 'files/incoming')
  const arrived = () =>
    readdirSync(incoming, { recursive: true, encoding: 'utf8' }).some((name) => {
      const stats = statSync(join(incoming, name), { throwIfNoEntry: false })
      return stats?.isFile() && stats.size > uploadBytes / 4
    })
  await until('the server has received the first half', () => arrived())
  const { status, text } = await answered(sent.end(body.subarray(body.length / 2)))
  assert.equal(status, 201, text)
  assert.equal(JSON.parse(text).data.size, bytes.length)
})

test('an event arrives immediately', { skip }, async () => {
  const stream = await follow({ url: url! }, acme!.token, '/api/changes?since=latest')
  assert.equal(stream.response.status, 200)
  await acme!.post('/api/folders', { name: 'Heard' })
  await until('the event has arrived', () => stream.events.length > 0, promptMsMax)
  stream.stop()
})

test("rate limits behind nginx count the client's real IP address, regardless of its headers", {
  skip,
}, async () => {
  const statuses: number[] = []
  for (let at = 0; at < limit + 3; at++) {
    const headers = { 'x-forwarded-for': `203.0.113.${at}`, forwarded: `for=203.0.113.${at}` }
    statuses.push((await answered(begin('/api/tags', { from: '127.1.0.1', headers }).end())).status)
  }
  assert.equal(statuses.filter((status) => status === 429).length, 3)
  assert.equal((await answered(begin('/api/tags', { from: '127.1.0.2' }).end())).status, 200)
})
