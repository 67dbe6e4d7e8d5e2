// Killed at any moment, under load: what was acknowledged is there after the next start, which needs no hand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../src/clients/create.ts'
import { createCompany, createEnterprise } from '../src/companies/queries.ts'
import { openDatabase } from '../src/db/database.ts'
import { type Answer, send } from './support/companies.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'
import { freshConfig } from './support/service.ts'

const kills = 20
const writersAtOnce = 6
/** Killed after so many answers at most, and then at any moment of the next ones. */
const answersMax = 12
const momentsMs = 20

type Credentials = { client_id: string; client_secret: string }

/** What the server has said to be so. */
type Acknowledged = { live: Set<string>; revoked: Set<string>; asked: Set<string> }

const config = await freshConfig()
const credentials = await makeClient()

/** A client in the database that the servers will open, made before any of them runs. */
async function makeClient(): Promise<Credentials> {
  const { db, close } = await openDatabase(config.database)
  const enterpriseId = await createEnterprise(db, 'Acme Group')
  const companyId = await createCompany(db, enterpriseId, 'Acme')
  const client = await createClient(db, { name: 'writer', enterpriseId, companyId })
  await close()
  return { client_id: client.clientId, client_secret: client.clientSecret }
}

const post = (server: ServerProcess, path: string, json: unknown): Promise<Answer> =>
  send(server, 'POST', path, { json })

/** Issues tokens and revokes every other one, until the server is gone. */
async function write(server: ServerProcess, { live, revoked, asked }: Acknowledged) {
  for (let turn = 0; ; turn++) {
    const issued = await post(server, '/oauth/access-token', credentials).catch(() => undefined)
    if (issued === undefined) return
    assert.equal(issued.status, 200, issued.text)
    const token = issued.body.token.access_token
    live.add(token)
    if (turn % 2 === 0) continue
    // From here on it may be revoked or not; once it is acknowledged, it is.
    live.delete(token)
    asked.add(token)
    const answer = await post(server, '/oauth/revoke', { token }).catch(() => undefined)
    if (answer === undefined) return
    assert.equal(answer.status, 200, answer.text)
    asked.delete(token)
    revoked.add(token)
  }
}

async function someLoad({ live, revoked }: Acknowledged) {
  const wanted = live.size + revoked.size + Math.random() * answersMax
  while (live.size + revoked.size < wanted) await sleep(1)
  await sleep(Math.random() * momentsMs)
}

const user = (server: ServerProcess, token: string) =>
  send(server, 'GET', '/api/user', { headers: { authorization: `Bearer ${token}` } })

/** Whoever was killed last wrote the last of them. */
const checkedMax = 40

async function assertKept(server: ServerProcess, { live, revoked, asked }: Acknowledged) {
  const statuses = (tokens: Set<string>) =>
    Promise.all([...tokens].slice(-checkedMax).map(async (token) => (await user(server, token)).status))
  for (const status of await statuses(live)) assert.equal(status, 200)
  for (const status of await statuses(revoked)) assert.equal(status, 401)
  for (const status of await statuses(asked)) assert.ok(status === 200 || status === 401)
}

test(`killed ${kills} times while it writes, the server loses nothing that it acknowledged`, {
  timeout: 280_000,
}, async () => {
  const acknowledged: Acknowledged = { live: new Set(), revoked: new Set(), asked: new Set() }
  for (let kill = 0; kill < kills; kill++) {
    const server = await startProcess(config)
    await assertKept(server, acknowledged)
    const writing = Array.from({ length: writersAtOnce }, () => write(server, acknowledged))
    await someLoad(acknowledged)
    server.child.kill('SIGKILL')
    await Promise.all(writing)
    assert.equal(await server.ended, 'SIGKILL')
  }
  const server = await startProcess(config)
  await assertKept(server, acknowledged)
  assert.ok(acknowledged.live.size > kills && acknowledged.revoked.size > 0, 'there was load')
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
})
