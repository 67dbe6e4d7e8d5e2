// Engines: s3
// Files on disk: permissions, symbolic links, and a full disk.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { after, test } from 'node:test'
import { newId } from '../src/ids.ts'
import { openDisk } from '../src/storage/disk.ts'
import type { Storage } from '../src/storage/storage.ts'
import { smallDisk, withoutSmallDisks } from './support/small-disk.ts'

const skip = withoutSmallDisks() ?? false

const megabyte = 1024 * 1024

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-disk-'))
  after(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function read(storage: Storage, key: string) {
  return Buffer.concat(await (await storage.find(key))!.open().toArray()).toString()
}

async function keysOf(storage: Storage, company: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(company)) keys.push(key)
  return keys
}

async function pathsBelow(directory: string): Promise<string[]> {
  return (await readdir(directory, { recursive: true })).map((path) => join(directory, path))
}

test("only the server's user can read or list files", async () => {
  const directory = join(await newDirectory(), 'files')
  const storage = await openDisk(directory)
  const upload = join(storage.incomingDirectory, 'upload')
  await writeFile(upload, 'taken', { mode: 0o666 })
  await storage.put(`${newId()}/${newId()}.png`, Buffer.from('put'))
  await storage.take(`${newId()}/${newId()}.png`, upload)
  for (const path of [directory, ...(await pathsBelow(directory))]) {
    const found = await stat(path)
    assert.equal((found.mode & 0o777).toString(8), found.isDirectory() ? '700' : '600', path)
  }
})

// A power loss undoes everything that was not synced, bytes or names. The order of these calls prevents data
// loss.
test('a file is synced before it gets its name, and its name is synced before the file is acknowledged', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const directory = await realpath(await newDirectory())
  const storage = await openDisk(directory)
  const calls: string[] = []
  const within = (path: string) => relative(directory, path)
  const handle = await open(directory)
  const prototype = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const { sync } = prototype
  t.mock.method(prototype, 'sync', async function (this: typeof handle) {
    const path = await readlink(`/proc/self/fd/${this.fd}`)
    await sync.call(this)
    calls.push(`sync ${within(path)}`)
  })
  const { rename } = fs.promises
  t.mock.method(fs.promises, 'rename', async (from: string, to: string) => {
    calls.push(`rename ${within(from)} to ${within(to)}`)
    await rename(from, to)
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const upload = join(storage.incomingDirectory, 'upload')
  await writeFile(upload, 'taken')
  for (const store of [
    (key: string) => storage.put(key, Buffer.from('put')),
    (key: string) => storage.take(key, upload),
  ]) {
    calls.length = 0
    const [company, name] = [newId(), `${newId()}.png`]
    await store(`${company}/${name}`)
    // The bytes, and the names of new directories.
    const renamed = calls.findIndex((call) => call.startsWith('rename'))
    const [, from, to] = /^rename (.+) to (.+)$/.exec(calls[renamed]!)!
    assert.equal(basename(to!), name)
    assert.deepEqual(new Set(calls.slice(0, renamed)), new Set([`sync ${from}`, 'sync ', `sync ${company}`]))
    assert.deepEqual(calls.slice(renamed + 1), [`sync ${dirname(to!)}`])
  }
})

test("a company's files are spread over many directories", async () => {
  const directory = await newDirectory()
  const [storage, company] = [await openDisk(directory), newId()]
  await Promise.all(
    Array.from({ length: 400 }, () => storage.put(`${company}/${newId()}.png`, Buffer.from('x'))),
  )
  const subdirectories = await readdir(join(directory, company))
  assert.ok(subdirectories.length > 150 && subdirectories.length <= 256, `${subdirectories.length}`)
  assert.equal((await keysOf(storage, company)).length, 400)
})

test('files of an earlier release, which were not spread, are found, listed and removed', async () => {
  const directory = await newDirectory()
  const [storage, company] = [await openDisk(directory), newId()]
  const key = `${company}/${newId()}.png`
  await mkdir(join(directory, company))
  await writeFile(join(directory, key), 'old')
  assert.equal(await read(storage, key), 'old')
  assert.deepEqual(await keysOf(storage, company), [key])
  await storage.remove([key])
  assert.equal(await storage.find(key), undefined)
  assert.deepEqual(await keysOf(storage, company), [])
})

test('a symbolic link among the files is followed neither for reading nor for writing', async () => {
  const [directory, outside] = [await newDirectory(), await newDirectory()]
  const storage = await openDisk(directory)
  await writeFile(join(outside, 'secret.png'), 'secret')
  const [company, key] = [newId(), `${newId()}/${newId()}.png`]
  await storage.put(key, Buffer.from('x'))
  const path = (await pathsBelow(directory)).find((path) => path.endsWith('.png'))!
  await rm(path)
  await symlink(join(outside, 'secret.png'), path)
  await symlink(outside, join(directory, company))
  assert.equal(await storage.find(key), undefined)
  assert.deepEqual(await keysOf(storage, key.split('/')[0]!), [])
  assert.equal(await storage.find(`${company}/secret.png`), undefined)
  assert.deepEqual(await keysOf(storage, company), [])
  await storage.remove([`${company}/secret.png`])
  await assert.rejects(
    storage.put(`${company}/new.png`, Buffer.from('x')),
    /The path contains a symbolic link/,
  )
  await storage.put(key, Buffer.from('a file again'))
  assert.equal(await read(storage, key), 'a file again')
  assert.deepEqual(
    (await pathsBelow(outside)).filter((path) => path.endsWith('.png')),
    [join(outside, 'secret.png')],
  )
})

test('the files directory itself can be a symbolic link to a larger disk', async () => {
  const [directory, elsewhere] = [await newDirectory(), await newDirectory()]
  await symlink(elsewhere, join(directory, 'files'))
  const storage = await openDisk(join(directory, 'files'))
  const key = `${newId()}/${newId()}.png`
  await storage.put(key, Buffer.from('x'))
  assert.equal(await read(storage, key), 'x')
})

test('leftovers of interrupted uploads are removed after a day at a start, and nothing else is removed', async () => {
  const directory = await newDirectory()
  const { incomingDirectory } = await openDisk(directory)
  const dayAgo = new Date(Date.now() - 25 * 3600_000)
  for (const name of ['young', 'old', 'folder']) {
    const path = join(incomingDirectory, name)
    if (name === 'folder') await mkdir(path)
    else await writeFile(path, name)
    if (name !== 'young') await utimes(path, dayAgo, dayAgo)
  }
  await symlink('/nowhere', join(incomingDirectory, 'dangling'))
  await openDisk(directory)
  assert.deepEqual((await readdir(incomingDirectory)).sort(), ['folder', 'young'])
})

test('without a command that syncs a whole file system, many files are synced one by one', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-many-'))
  t.after(() => rm(directory, { recursive: true }))
  const [storage, key] = [await openDisk(directory), `${newId()}/${newId()}.bin`]
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  try {
    await storage.putMany([{ key, bytes: Buffer.from('many') }])
  } finally {
    process.env.PATH = PATH
  }
  assert.equal(await read(storage, key), 'many')
})

test('a full disk rejects a file with an error, keeps no part of it, and loses no other file', {
  skip,
}, async () => {
  const { directory } = smallDisk(4)
  const [storage, company] = [await openDisk(directory), newId()]
  const [kept, refused] = [`${company}/kept.bin`, `${company}/refused.bin`]
  await storage.put(kept, Buffer.from('kept'))
  await assert.rejects(storage.put(refused, Buffer.alloc(5 * megabyte)), { code: 'storage_full' })
  const many = Array.from({ length: 5 }, (_, n) => ({
    key: `${company}/many${n}.bin`,
    bytes: Buffer.alloc(megabyte),
  }))
  await assert.rejects(storage.putMany(many), { code: 'storage_full' })
  assert.equal(await storage.find(refused), undefined)
  assert.deepEqual(await readdir(storage.incomingDirectory), [])
  assert.deepEqual(await keysOf(storage, company), [kept])
  assert.equal(await read(storage, kept), 'kept')
  await storage.put(refused, Buffer.alloc(megabyte))
  assert.equal((await storage.find(refused))?.size, megabyte)
})
