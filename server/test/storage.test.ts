// Engines: s3
// Requirements for every storage, on disk and, if S3_TEST_ENDPOINT is set, in S3.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseConfig } from '../src/config.ts'
import { newId } from '../src/ids.ts'
import { openStorage } from '../src/storage/open.ts'
import type { ListedFile, Storage } from '../src/storage/storage.ts'
import { inherited } from './support/environment.ts'
import { openStore, stores } from './support/stores.ts'

const megabyte = 1024 * 1024
const script = (name: string) => fileURLToPath(new URL(`support/${name}.ts`, import.meta.url))

/** Bytes that differ at every offset, so that a misplaced part is noticed. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(at, at)
  return bytes
}

async function read(storage: Storage, key: string, range?: { start: number; end: number }) {
  return Buffer.concat(await (await storage.find(key))!.open(range).toArray())
}

async function listed(storage: Storage, company: string): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  for await (const file of storage.list(company)) files.push(file)
  return files.sort((a, b) => (a.key < b.key ? -1 : 1))
}

for (const { name, variables: newStore } of stores) {
  describe(name, { concurrency: false }, async () => {
    const { storage, variables } = await openStore(await newStore())

    test('a stored file is read back, whole and in ranges', async () => {
      for (const length of [0, 1, 1000, 3 * megabyte + 1]) {
        const key = `${newId()}/${newId()}.png`
        const bytes = bytesOf(length)
        await storage.put(key, bytes)
        assert.equal((await storage.find(key))?.size, length)
        assert.ok((await read(storage, key)).equals(bytes))
        if (length < 10) continue
        for (const [start, end] of [
          [0, 0],
          [5, 9],
          [length - 3, length - 1],
        ] as const) {
          assert.deepEqual(await read(storage, key, { start, end }), bytes.subarray(start, end + 1))
        }
      }
    })

    test('opening a file that was just removed fails with a not-found error', async () => {
      const key = `${newId()}/${newId()}.png`
      await storage.put(key, Buffer.from('x'))
      const file = (await storage.find(key))!
      await storage.remove([key])
      await assert.rejects(file.open().toArray(), ({ code }) => ['ENOENT', 'not_found'].includes(code))
    })

    test('a finished upload is moved to its key', async () => {
      for (const length of [0, 10, 20 * megabyte + 7]) {
        const key = `${newId()}/${newId()}.mp4`
        const path = join(storage.incomingDirectory, newId())
        const bytes = bytesOf(length)
        await writeFile(path, bytes)
        await storage.take(key, path)
        assert.ok((await read(storage, key)).equals(bytes))
        assert.equal(existsSync(path), false)
      }
    })

    test('a path that is not a finished upload is rejected', async () => {
      const key = `${newId()}/${newId()}.mp4`
      const at = (name: string) => join(storage.incomingDirectory, name)
      await mkdir(at('folder'))
      await symlink('/etc/hostname', at('link'))
      for (const path of [at('nothing'), at('folder'), at('link')]) {
        await assert.rejects(storage.take(key, path))
        assert.equal(await storage.find(key), undefined)
      }
      assert.ok(existsSync('/etc/hostname'))
    })

    test('no key leads outside, and an unknown key is not found', async () => {
      const company = newId()
      await storage.put(`${company}/here.png`, Buffer.from('here'))
      const path = join(storage.incomingDirectory, 'odd')
      await writeFile(path, 'x')
      const wrong = [
        '',
        '/',
        'a/b.png',
        '../x.png',
        '.',
        `${company}/../x.png`,
        `${company}/x/y.png`,
        `/${company}/here.png`,
      ]
      wrong.push(
        `${company}/here.png\0`,
        `${company}/here`,
        `${company}/.png`,
        `${company}/${'x'.repeat(201)}.png`,
      )
      wrong.push(`${company.toUpperCase()}/here.png`, `incoming/odd.png`, `${'-'.repeat(36)}/here.png`)
      for (const key of wrong) {
        assert.equal(await storage.find(key), undefined, key)
        await assert.rejects(storage.put(key, Buffer.from('x')), /Not a storage key/, key)
        await assert.rejects(storage.take(key, path), /Not a storage key/, key)
        await assert.rejects(storage.remove([key]), /Not a storage key/, key)
      }
      assert.equal(await storage.find(`${company}/gone.png`), undefined)
      assert.equal(await storage.find(`${newId()}/here.png`), undefined)
      assert.deepEqual(await listed(storage, newId()), [])
    })

    test('many small files stored together are all complete, without leftovers', async () => {
      const company = newId()
      const files = Array.from({ length: 300 }, (_, n) => ({
        key: `${company}/${newId()}.bin`,
        bytes: bytesOf(n % 7 === 0 ? 0 : n * 40),
      }))
      const before = await readdir(storage.incomingDirectory)
      await storage.putMany(files)
      for (const { key, bytes } of files) assert.ok((await read(storage, key)).equals(bytes))
      assert.deepEqual(
        (await listed(storage, company)).map(({ key }) => key),
        files.map(({ key }) => key).sort(),
      )
      assert.deepEqual(await readdir(storage.incomingDirectory), before)
      await storage.putMany([])
      await assert.rejects(storage.putMany([{ key: `${company}/../escape.bin`, bytes: bytesOf(4) }]), /key/)
    })

    test('if several writers write a key concurrently, one wins, and readers always see a complete file', async () => {
      const key = `${newId()}/${newId()}.bin`
      const contents = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(2 * megabyte, letter))
      await storage.put(key, contents[0]!)
      const writing = Promise.all(contents.map((bytes) => storage.put(key, bytes)))
      for (let turn = 0; turn < 5; turn++) {
        const seen = await read(storage, key)
        assert.ok(contents.some((bytes) => bytes.equals(seen)))
      }
      await writing
      const last = await read(storage, key)
      assert.ok(contents.some((bytes) => bytes.equals(last)))
    })

    // One file more than fits on a page of an S3 list or into one delete request.
    test('a list has each file of the company once; removing deletes exactly the given keys', async () => {
      const [company, other] = [newId(), newId()]
      const keys = Array.from({ length: 1001 }, () => `${company}/${newId()}.webp`).sort()
      const kept = `${other}/${newId()}.webp`
      const start = Date.now()
      await storage.put(kept, Buffer.from('kept'))
      for (let from = 0; from < keys.length; from += 50) {
        await Promise.all(keys.slice(from, from + 50).map((key) => storage.put(key, Buffer.from(key))))
      }
      const files = await listed(storage, company)
      assert.deepEqual(
        files.map(({ key }) => key),
        keys,
      )
      for (const { key, size, modifiedAt } of files) {
        assert.equal(size, key.length)
        assert.ok(Math.abs(modifiedAt.getTime() - start) < 60_000)
      }
      await storage.remove([`${company}/never.webp`, ...keys.slice(1), `${newId()}/never.webp`])
      assert.deepEqual(
        (await listed(storage, company)).map(({ key }) => key),
        [keys[0]],
      )
      assert.equal(await storage.find(keys[1]!), undefined)
      assert.equal((await read(storage, kept)).toString(), 'kept')
      await storage.remove([])
    })

    test('the list of companies contains no other entries', async () => {
      const company = newId()
      await storage.put(`${company}/${newId()}.png`, bytesOf(1))
      await (await storage.unfinished()).sweep(new Date())
      const companies = await Array.fromAsync(storage.companies())
      assert.ok(companies.includes(company))
      for (const one of companies) assert.match(one, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    })

    test('killed during 20 writes, each file is complete or missing, and acknowledged files exist', async () => {
      const [company, count, bytes] = [newId(), 20, 700_000]
      const acknowledged = new Set<string>()
      for (const killedAfterMs of [0, 5, 20, 50, 100, 200]) {
        const writer = spawn(process.execPath, [script('store-writer'), company, `${count}`, `${bytes}`], {
          env: { ...inherited, ...variables },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const ended = once(writer, 'close')
        const lines = createInterface(writer.stdout)
        lines.on('line', (line) => line !== 'ready' && acknowledged.add(line))
        await once(lines, 'line')
        await sleep(killedAfterMs)
        writer.kill('SIGKILL')
        await ended
      }
      const found = await listed(storage, company)
      for (const { key, size } of found) {
        const index = key.split('-').at(-1)!.replace('.bin', '')
        assert.equal(size, bytes)
        assert.ok((await read(storage, key)).equals(Buffer.alloc(bytes, `${index} `)), key)
      }
      const keys = new Set(found.map(({ key }) => key))
      for (const key of acknowledged) assert.ok(keys.has(key), key)
      // Unfinished files stay for a day, because another process could be writing them.
      await openStorage(parseConfig(variables).storage, Date.now() + 25 * 3600_000)
      assert.deepEqual(
        (await readdir(storage.incomingDirectory)).filter((name) => name !== 'folder'),
        [],
      )
    })

    test('memory does not grow with the file size: 200 MB are written and read in less than 64 MB', async () => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [script('store-meter'), `${newId()}/big.mp4`, '200'],
        { env: { ...inherited, ...variables } },
      )
      const { read, growth } = JSON.parse(stdout)
      assert.equal(read, 200 * megabyte)
      assert.ok(growth < 64 * megabyte, `grew by ${Math.round(growth / megabyte)} MB`)
    })
  })
}
