// Engines: embedded, postgres
// Runs: without retry
// The embedded database on a full disk. uploads-limits.test.ts covers a full disk that has only the files.
import assert from 'node:assert/strict'
import { glob, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSystem } from '../../chaos/system.ts'
import { send } from './support/companies.ts'
import { engine } from './support/service.ts'
import { smallDisk, withoutSmallDisks } from './support/small-disk.ts'
import { until } from './support/until.ts'

const skip = engine === 'postgres' ? 'PostgreSQL has a disk of its own' : withoutSmallDisks()

const atOnce = 60
/** Space that is left: enough for rows, but not for the next log segment of 16 MB. */
const leftBytes = 7_000_000

/**
 * Deletes the log segments that PostgreSQL keeps for later, because rows would otherwise be written to them
 * for minutes.
 */
async function dropSpareLog(dataDirectory: string) {
  const [directory] = await Array.fromAsync(glob('**/pg_wal', { cwd: dataDirectory }))
  const path = (name: string) => join(dataDirectory, directory!, name)
  const segments = (await readdir(path('.'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
  const written = await Promise.all(segments.map(async (name) => (await stat(path(name))).mtimeMs))
  const current = written.indexOf(Math.max(...written))
  for (const name of segments.slice(current + 1)) await rm(path(name))
}

// Holds R-ERR-12.
test('a database without space for a row returns 507 until there is space; without space for its log it exits, and all acknowledged rows are there after a restart', {
  skip: skip ?? false,
  timeout: 120_000,
}, async () => {
  const disk = smallDisk(160)
  const { target, start } = await newSystem({ DATA_DIR: join(disk.directory, 'data') })
  const server = await start()
  const tokens: string[] = []
  const json = { client_id: target.clientId, client_secret: target.clientSecret }
  const issue = async () => {
    const answer = await send(server, 'POST', '/oauth/access-token', { json }).catch(() => undefined)
    if (answer?.status === 200) tokens.push(answer.body.token.access_token)
    return answer
  }
  await disk.fill(0)
  // Until there is no space left for another row.
  const full = await until('a row does not fit', async () => {
    const answers = await Promise.all(Array.from({ length: atOnce }, issue))
    return answers.find((answer) => answer && answer.status !== 200)
  })
  assert.deepEqual(
    [full.status, full.body],
    [507, { success: false, message: 'Insufficient Storage.', details: {} }],
  )
  assert.equal(full.headers.get('retry-after'), null)
  const headers = { authorization: `Bearer ${tokens[0]}` }
  assert.equal((await send(server, 'GET', '/api/assets', { headers })).status, 200)
  await disk.free()
  assert.equal((await issue())?.status, 200)
  await dropSpareLog(join(disk.directory, 'data'))
  await disk.fill(leftBytes)
  const { child } = server
  while (child.exitCode === null) await Promise.all(Array.from({ length: atOnce }, issue))
  assert.equal(await server.ended, 1)
  await disk.free()
  const next = await start()
  const lost: string[] = []
  const check = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    if ((await send(next, 'GET', '/api/user', { headers })).status !== 200) lost.push(token)
  }
  for (let at = 0; at < tokens.length; at += atOnce)
    await Promise.all(tokens.slice(at, at + atOnce).map(check))
  assert.deepEqual(lost, [])
  assert.ok(tokens.length > atOnce, `${tokens.length} tokens were issued`)
})
