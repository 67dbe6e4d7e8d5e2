// Engines: embedded, postgres
// A backup of a running server restores everything that was acknowledged before the backup began.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { pino } from 'pino'
import { openFoundation } from '../src/app/foundation.ts'
import { startApp } from '../src/app.ts'
import { entryDigest, sha256Of } from '../src/archive/digest.ts'
import { BackupError } from '../src/backup/format.ts'
import { readBackup } from '../src/backup/restore.ts'
import { createProgram } from '../src/commands/program.ts'
import { type Config, parseConfig } from '../src/config.ts'
import { endpoints } from '../src/routes.ts'
import { packedRaw, type RawEntry } from './support/archives.ts'
import { newCompany, send } from './support/companies.ts'
import { everything, fillLibrary, type Shown } from './support/library.ts'
import { engine, type Service, startService } from './support/service.ts'
import { quiet } from './support/uploads.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-backup-'))
after(() => rm(directory, { recursive: true }))

async function run(config: Config, ...args: string[]): Promise<string> {
  const log = mock.method(console, 'log', () => {})
  await createProgram(async () => config)
    .parseAsync(args, { from: 'user' })
    .finally(() => log.mock.restore())
  return log.mock.calls.at(-1)!.arguments[0]
}

const emptyPlace = async (name: string) =>
  parseConfig({
    DATA_DIR: join(directory, name),
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    TOKENS_PER_MINUTE: '0',
  })

async function open(config: Config): Promise<Service> {
  const foundation = await openFoundation(config)
  const app = await startApp(config, foundation, pino({ level: 'silent' }))
  return { ...foundation, ...app, config }
}

function withByteFlipped(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes)
  flipped[at]! ^= 1
  return flipped
}

/**
 * Reads every list except folders, which the test changes. The signed part of file links is excluded, because
 * it differs between servers.
 */
async function listsOf(caller: Parameters<typeof everything>[0], { url }: { url: string }) {
  const paths = endpoints.filter(({ list, path }) => list && path !== '/folders' && !path.includes(':'))
  assert.ok(paths.length > 5)
  const lists: Record<string, Shown[]> = {}
  for (const { path } of paths) {
    const rows = JSON.stringify(await everything(caller, `/api${path}`))
    lists[path] = JSON.parse(rows.replaceAll(url, '').replaceAll(/(\/files\/[^"?]+)\?[^"]+/g, '$1'))
  }
  return lists
}

if (engine === 'postgres') {
  test("on PostgreSQL, the backup command refers to PostgreSQL's own tools", async () => {
    const { config } = await startService()
    await assert.rejects(run(config, 'backup', join(directory, 'x.tar')), /pg_basebackup/)
  })
} else {
  const home = await startService()
  const acme = await newCompany(home, 'Acme')
  await fillLibrary(home, acme)

  test('a backup taken during writes restores everything acknowledged before it began', async () => {
    await quiet(home)
    const lists = await listsOf(acme, home)
    const acknowledged: Shown[] = []
    let writing = true
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; writing; n++) {
        const { status, body } = await acme.post('/api/folders', { name: `${writer} ${n}` })
        assert.equal(status, 201)
        acknowledged.push(body.data)
      }
    })
    while (acknowledged.length < 50) await new Promise((resolve) => setTimeout(resolve, 5))
    const before = [...acknowledged]
    const file = join(directory, 'busy.tar')
    assert.match(await run(home.config, 'backup', file), /^Backed up [\d,]+ files \(/)
    assert.ok(acknowledged.length > before.length, 'writes continued during the backup')
    writing = false
    await Promise.all(writers)

    const place = await emptyPlace('busy')
    await run(place, 'restore', file)
    const restored = await open(place)
    const headers = { authorization: `Bearer ${acme.token}` }
    const get = (path: string) => send(restored, 'GET', path, { headers })
    for (const folder of before) assert.deepEqual((await get(`/api/folders/${folder.id}`)).body.data, folder)
    assert.deepEqual(await listsOf({ get }, restored), lists)
    // File links still work, because the backup includes the key that signs them.
    for (const { url } of await everything(acme, '/api/assets')) {
      const { pathname, search } = new URL(url)
      const [here, there] = [
        await fetch(home.url + pathname + search),
        await fetch(restored.url + pathname + search),
      ]
      assert.equal(there.status, here.status)
      assert.deepEqual(await there.arrayBuffer(), await here.arrayBuffer())
    }
    const made = await send(restored, 'POST', '/api/folders', {
      headers,
      json: { name: 'after the restore' },
    })
    assert.equal(made.status, 201)
    await restored.close()
  })

  test('a backup without a running server can be restored and never overwrites anything', async () => {
    const place = await emptyPlace('quiet')
    await run(place, 'migrate')
    const company = JSON.parse(await run(place, 'company', 'create', 'Quiet', '--json')).company_id
    const file = join(directory, 'quiet.tar')
    const { files } = JSON.parse(await run(place, 'backup', file, '--json'))
    assert.ok(files > 100)
    await assert.rejects(run(place, 'backup', file), /already exists/)
    await assert.rejects(run(place, 'restore', file), /is not empty/)
    const other = await emptyPlace('quiet-restored')
    await run(other, 'restore', file)
    const { companies } = JSON.parse(await run(other, 'company', 'list', '--json'))
    assert.deepEqual(
      companies.map((one: { company_id: string }) => one.company_id),
      [company],
    )
  })

  test('a truncated or damaged backup is rejected and leaves nothing behind', async () => {
    const whole = await readFile(join(directory, 'quiet.tar'))
    const file = join(directory, 'damaged.tar')
    const damaged = [
      ...[0, 100, 600, whole.length >> 1, whole.length - 2048].map((length) => whole.subarray(0, length)),
      Buffer.from('something else'),
      Buffer.from(whole.toString('latin1').replace('db/data/PG_VERSION', 'db/../../VERSION'), 'latin1'),
      withByteFlipped(whole, whole.length >> 1),
    ]
    for (const bytes of damaged) {
      await writeFile(file, bytes)
      await assert.rejects(readBackup(file), `${bytes.length}`)
      const place = await emptyPlace('damaged')
      await assert.rejects(run(place, 'restore', file))
      assert.deepEqual(await readdir(place.dataDirectory).catch(() => []), [])
    }
  })

  /** Entries of a hand-made backup. File contents are only checked at the end. */
  const entries: RawEntry[] = [
    { name: 'backup.json', body: JSON.stringify({ format: 2, made_at: '2026-11-20T00:00:00Z' }) },
    { name: 'db/data/PG_VERSION', body: '18' },
    { name: 'secret.key', body: 'a key' },
  ]
  const endOf = (all: RawEntry[]) => {
    const digest = entryDigest()
    for (const { name, body } of all) digest.add(name, body.length, sha256Of(body))
    const files = all.slice(1)
    const bytes = files.reduce((sum, { body }) => sum + body.length, 0)
    return { name: 'end.json', body: JSON.stringify({ files: files.length, bytes, sha256: digest.hex() }) }
  }
  const holding = (added: RawEntry) => packedRaw([...entries, added, endOf([...entries, added])])
  const link = (type: 'symlink' | 'link') =>
    holding({ name: 'files/x', body: '', header: { type, linkname: '/etc/passwd' } })
  const hostile: Record<string, () => Promise<Buffer>> = {
    'a symbolic link': () => link('symlink'),
    'a hard link': () => link('link'),
    'a device': () => holding({ name: 'files/x', body: '', header: { type: 'character-device' } }),
    'a file outside': () => holding({ name: 'files/../../x', body: 'x' }),
    'a file with an absolute path': () => holding({ name: '/etc/cron.d/x', body: 'x' }),
    'a file in an unknown folder': () => holding({ name: 'bin/x', body: 'x' }),
    'a file twice': () => holding(entries[1]!),
    'a file after its end': () => packedRaw([...entries, endOf(entries), { name: 'files/x', body: 'x' }]),
    'another checksum': () =>
      packedRaw([
        ...entries,
        { name: 'end.json', body: JSON.stringify({ files: 2, bytes: 7, sha256: '0'.repeat(64) }) },
      ]),
    'an end without a checksum': () =>
      packedRaw([...entries, { name: 'end.json', body: JSON.stringify({ files: 2, bytes: 7 }) }]),
    'a manifest that is too long': () =>
      packedRaw([{ name: 'backup.json', body: Buffer.alloc(70_000, ' ') }, ...entries.slice(1)]),
  }
  for (const [what, bytes] of Object.entries(hostile))
    test(`a backup with ${what} is rejected and leaves nothing behind`, async () => {
      const file = join(directory, 'hostile.tar')
      await writeFile(file, await bytes())
      await assert.rejects(readBackup(file), BackupError)
      const place = await emptyPlace('hostile')
      await assert.rejects(run(place, 'restore', file), /: (The backup |This file is not a backup)/)
      assert.deepEqual(await readdir(place.dataDirectory).catch(() => []), [])
    })

  test('a backup of format 1, which had no checksum, can still be restored', async () => {
    const first = [
      { name: 'backup.json', body: JSON.stringify({ format: 1, made_at: '2026-11-20T00:00:00Z' }) },
      ...entries.slice(1),
      { name: 'end.json', body: JSON.stringify({ files: 2, bytes: 7 }) },
    ]
    const file = join(directory, 'first.tar')
    await writeFile(file, await packedRaw(first))
    assert.deepEqual(await readBackup(file), { files: 2, bytes: 7 })
  })

  test('the server sends a backup only to a caller with the operator key', async () => {
    for (const authorization of ['', 'Bearer x', `Bearer ${acme.token}`]) {
      const answer = await send(home, 'POST', '/operations/backup', { headers: { authorization } })
      assert.deepEqual([answer.status, answer.body], [404, { message: 'Not Found.' }])
    }
  })
}
