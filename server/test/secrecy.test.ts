// Engines: postgres
// Valid and invalid tokens and secrets are put into every part of requests. Afterwards, no output of the
// service can contain them or the beginning of their random part.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { openFoundation } from '../src/app/foundation.ts'
import { startApp } from '../src/app.ts'
import { oauthPaths } from '../src/oauth/routes.ts'
import { accessTokenPrefix, clientSecretPrefix, hashOf, newToken } from '../src/secrets/tokens.ts'
import { everyCaller, newCaller, send } from './support/companies.ts'
import { dumpDatabase } from './support/dump.ts'
import { basic, sendForm } from './support/forms.ts'
import { eachLine, freshConfig } from './support/service.ts'

const written: string[] = []
const config = await freshConfig({ LOG_LEVEL: 'trace', METRICS_TOKEN: newToken('metrics-') })
const foundation = await openFoundation(config)
const logger = pino({ level: 'trace' }, { write: eachLine((line) => written.push(line)) })
const app = await startApp(config, foundation, logger)
after(app.close)
const service = { ...foundation, ...app, config }
const { db } = foundation
const callers = await everyCaller(service, 'Acme')
const { clientId, clientSecret, token } = callers.full

const canaries: Record<string, string> = {
  'a live token': token,
  'a live secret': clientSecret,
  'the secret of an inactive client': callers.inactive.clientSecret,
  'a revoked token': (await newCaller(service, { name: 'revoked', ...callers.company })).token,
  'a token that was never issued': newToken(accessTokenPrefix),
  'a wrong secret': newToken(clientSecretPrefix),
  'a secret of another kind': newToken('sk_live_'),
  'the token of the metrics': config.metricsToken!,
}

/** Eight random characters after the prefix: enough to search for, and too many to occur by chance. */
const telling = (canary: string) => /^(?:atl_.._|sk_live_|metrics-)(.{8})/.exec(canary)![1]!

function assertSilent(where: string, text: string) {
  for (const [what, canary] of Object.entries(canaries)) {
    assert.ok(!text.includes(telling(canary)), `${where} contains ${what}`)
  }
}

const formsWith = (canary: string) => [
  { grant_type: 'client_credentials', client_id: clientId, client_secret: canary, token: canary },
  { grant_type: canary, client_id: canary, client_secret: clientSecret, scope: canary },
  {
    grant_type: 'client_credentials',
    client_assertion: canary,
    client_assertion_type: canary,
    token: canary,
  },
]

/** Sends the canary in every part of a request. */
async function spill(canary: string) {
  const encoded = encodeURIComponent(canary)
  const json = (fields: object) => ({ json: fields })
  const headers = (fields: Record<string, string>) => ({ headers: fields })
  for (const path of oauthPaths) {
    await send(service, 'POST', path, json({ client_id: clientId, client_secret: canary }))
    await send(service, 'POST', path, json({ client_id: canary, client_secret: clientSecret }))
    await send(service, 'POST', path, json({ client_id: callers.inactive.clientId, client_secret: canary }))
    await send(service, 'POST', path, { body: `client_id=${clientId}&client_secret=${encoded}` })
    for (const fields of formsWith(canary)) {
      const wrong = basic({ clientId, clientSecret: canary })
      await sendForm(service, path, fields)
      await sendForm(service, path, fields, wrong)
      await sendForm(service, `${path}?client_secret=${encoded}`, fields, wrong)
    }
    await send(service, 'POST', path, { body: `{"client_secret":"${canary}"` })
    await send(service, 'POST', path, { body: canary, ...headers({ 'content-type': canary }) })
    await send(service, 'POST', `${path}?token=${encoded}`, headers({ authorization: `Bearer ${canary}` }))
    await send(service, 'GET', `${path}/${encoded}`, headers({ 'x-request-id': canary }))
  }
  await send(service, 'POST', '/oauth/introspect', json({ token: canary }))
  if (canary === canaries['a revoked token'])
    await send(service, 'POST', '/oauth/revoke', json({ token: canary }))
  for (const path of ['/api/user', '/api/assets', '/api/nothing', '/metrics', '/readyz', '/files/x/y']) {
    await send(service, 'GET', path, headers({ authorization: `Bearer ${canary}` }))
    await send(service, 'GET', path, headers({ authorization: `Basic ${btoa(`${clientId}:${canary}`)}` }))
    await send(service, 'GET', `${path}?search=${encoded}&ids=${encoded}&cursor=${encoded}&${encoded}=1`)
    await send(
      service,
      'GET',
      `${path}/${encoded}%zz`,
      headers({ cookie: `token=${canary}`, 'user-agent': canary }),
    )
    await send(service, 'DELETE', path, json({ [canary]: canary }))
  }
  await callers.full.get(`/api/assets?search=${encoded}&ids=${encoded}&sort=${encoded}&cursor=${encoded}`)
  await callers.full.get(`/api/assets/${encoded}`)
  await broken(`GET /${canary} HTTP/9.9\r\nHost: ${canary}\r\n\r\n`)
  await broken(`${canary} / HTTP/1.1\r\n\r\n`)
}

const broken = (text: string) =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(text))
    socket
      .on('error', () => {})
      .on('close', resolve)
      .resume()
  })

describe('no token and no secret is', { timeout: 120_000 }, () => {
  before(async () => {
    // Concurrently, because failed attempts are delayed.
    await Promise.all(Object.values(canaries).map(spill))
  })

  test('no token and no secret is in the log at its most verbose level', () => {
    assert.ok(written.length > 300, `${written.length} lines`)
    assertSilent('The log', written.join(''))
  })

  test('no token and no secret is in the metrics', async () => {
    const { text } = await send(service, 'GET', '/metrics', {
      headers: { authorization: `Bearer ${config.metricsToken}` },
    })
    assert.match(text, /route="\/oauth\/access-token",status="200"/)
    assertSilent('/metrics', text)
  })

  test('no token and no secret is in a dump of every row of every table', async () => {
    const dump = await dumpDatabase(db)
    for (const table of [
      'clients',
      'client_secrets',
      'access_tokens',
      'people',
      'events',
      'security_events',
      'pgboss.queue',
    ]) {
      assert.ok(dump.includes(`\n${table}: (`), `${table} is in the dump`)
    }
    assertSilent('The database', dump)
    // The stored hash is in the dump, which shows that the dump contains such columns.
    assert.ok(dump.includes(hashOf(token).toString('hex')))
    assert.ok(dump.includes(hashOf(clientSecret).toString('hex')))
  })

  test('no token and no secret is in the log of errors while the database is unavailable', async () => {
    const before = written.length
    await db.destroy()
    const requests = Object.values(canaries).flatMap((canary) => [
      send(service, 'POST', '/oauth/introspect', { json: { token: canary } }),
      send(service, 'POST', '/oauth/access-token', { json: { client_id: clientId, client_secret: canary } }),
      send(service, 'GET', '/api/user', { headers: { authorization: `Bearer ${canary}` } }),
    ])
    // A token whose commit may have succeeded is not rejected; its connection is cut instead.
    await Promise.allSettled(requests)
    assert.ok(written.slice(before).some((line) => JSON.parse(line).level === 50))
    assertSilent('The log', written.slice(before).join(''))
  })
})
