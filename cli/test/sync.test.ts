// Engines: postgres in CI
// Runs: first, without retry
// Sync of a local folder with a library folder: directions, deletions, conflicts, names and interruptions.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { passOn } from '../../sdk/test/support/proxy.ts'
import { type Caller, newCompany, removeLocations } from '../../server/test/support/companies.ts'
import { startGate } from '../../server/test/support/gate.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, sound, upload } from '../../server/test/support/uploads.ts'
import { type Ended, ended, newDirectory, runner, signedIn, start } from './support/command.ts'

const service = await startService()
let companies = 0

/** Each test gets its own company and folder, and a function that syncs it with /Work. */
async function newWork(files: Record<string, Uint8Array | string> = {}) {
  const company = await newCompany(service, `Company${companies++}`)
  const env = { ...signedIn(service, company), HOME: await newDirectory() }
  const root = await newDirectory()
  await write(root, files)
  const run = runner(env)
  return { company, env, root, run, sync: synced(run, root) }
}

const synced =
  (run: (...args: string[]) => Promise<Ended>, root: string) =>
  async (...options: string[]) => {
    const { code, out, err: said } = await run('sync', root, '/Work', '--json', ...options)
    const err = said.replace(/^\{"error":.*$/m, (line) => JSON.parse(line).error.message)
    const { done, planned, unchanged, unavailable, failed } = out === '' ? {} : JSON.parse(out)
    const steps = (done ?? planned ?? []).map(
      ({ action, path }: { action: string; path: string }) => `${action} ${path}`,
    )
    return { code, err, steps: steps.sort() as string[], unchanged, unavailable, failed }
  }

async function write(root: string, files: Record<string, Uint8Array | string>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
}

type Shown = { id: string; name: string; folder_path: string; checksum: string; version: number; url: string }

async function assetsOf(company: Caller): Promise<Shown[]> {
  const all: Shown[] = []
  for (let cursor = ''; ; ) {
    const { data, meta } = (await company.get(`/api/assets?per_page=100${cursor && `&cursor=${cursor}`}`))
      .body
    all.push(...data)
    if (meta.next_cursor === null) return all
    cursor = meta.next_cursor
  }
}

const namesOf = async (company: Caller) =>
  (await assetsOf(company)).map(({ name, folder_path }) => `${folder_path}/${name}`).sort()

async function assetNamed(company: Caller, name: string): Promise<Shown> {
  const found = (await assetsOf(company)).find((asset) => asset.name === name)
  assert.ok(found, name)
  return found
}

async function filesIn(root: string): Promise<string[]> {
  const all = await readdir(root, { recursive: true, withFileTypes: true })
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

const stateDirectory = '.local/state/atelier/sync'
const isJournal = (name: string) => name.endsWith('.jsonl')

async function journalOf({ HOME }: { HOME: string }): Promise<string> {
  const names = await readdir(join(HOME, stateDirectory))
  return join(HOME, stateDirectory, names.find(isJournal)!)
}

const three = async () => ({
  'red.png': await picture({ color: '#f00' }),
  'sea/blue.png': await picture({ color: '#00f' }),
  'sea/deep/green.png': await picture({ color: '#0f0' }),
})
const uploads = ['upload red.png', 'upload sea/blue.png', 'upload sea/deep/green.png']
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><script>1</script></svg>'

/** A file without a rendition. */
const noise = () => sound(randomBytes(200), { rate: 8_000, bits: 16 })

/** Replaces the file of an asset, as another user would. */
async function replace(company: Caller, id: string, bytes: Uint8Array, name = 'x.png') {
  const target = { method: 'PUT', path: `/api/assets/${id}/file` }
  const { status } = await upload(service, company, { bytes, name }, {}, target)
  assert.equal(status, 200)
}

const add = async (company: Caller, name: string, folderId: string, bytes: Uint8Array) =>
  (await upload(service, company, { bytes, name }, { folder_id: folderId })).body.data as Shown

async function folderNamed(company: Caller, name: string): Promise<string> {
  const { data } = (await company.get('/api/folders?per_page=100')).body
  return data.find((folder: { name: string }) => folder.name === name).id
}

test('--up uploads files and folders, including empty ones, and a second run does nothing', async () => {
  const { company, root, sync } = await newWork({ ...(await three()), '.hidden': 'x' })
  await mkdir(join(root, 'empty/inner'), { recursive: true })
  const first = await sync('--up')
  assert.deepEqual([first.code, first.err, first.failed], [0, '', []])
  assert.deepEqual(
    first.steps.filter((step) => step.startsWith('upload')),
    uploads,
  )
  assert.deepEqual(await namesOf(company), ['/Work/red', '/Work/sea/blue', '/Work/sea/deep/green'])
  const { data } = (await company.get('/api/folders?per_page=100')).body
  assert.deepEqual(data.map(({ path }: { path: string }) => path).sort(), [
    '/Work',
    '/Work/empty',
    '/Work/empty/inner',
    '/Work/sea',
    '/Work/sea/deep',
  ])
  const again = await sync('--up')
  assert.deepEqual([again.steps, again.unchanged], [[], 3])
})

test('--down downloads files and directories, and a second run does nothing', async () => {
  const files = await three()
  const { company, env, root, sync } = await newWork(files)
  await sync('--up')
  await company.post('/api/folders', { name: 'empty', parent_id: await folderNamed(company, 'Work') })
  const copy = join(await newDirectory(), 'made')
  const down = synced(runner(env), copy)
  const first = await down('--down')
  assert.deepEqual([first.code, first.failed], [0, []])
  assert.deepEqual(await filesIn(copy), await filesIn(root))
  for (const [name, bytes] of Object.entries(files)) assert.deepEqual(await readFile(join(copy, name)), bytes)
  assert.ok((await stat(join(copy, 'empty'))).isDirectory())
  const again = await down('--down')
  assert.deepEqual([again.steps, again.unchanged], [[], 3])
})

test('--both copies new files in both directions', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--up')
  await write(root, { 'new/here.png': await picture() })
  await add(company, 'there.png', await folderNamed(company, 'sea'), await picture())
  assert.deepEqual((await sync('--both')).steps, [
    'download sea/there.png',
    'make_folder new',
    'upload new/here.png',
  ])
  assert.deepEqual(await sync('--both').then(({ steps, unchanged }) => [steps, unchanged]), [[], 5])
  assert.equal((await assetsOf(company)).length, 5)
})

test('sync exits with 2 without a direction or with two directions', async () => {
  const { company, sync } = await newWork(await three())
  const { code, err } = await sync()
  assert.equal(code, 2)
  assert.match(err, /^Specify a direction: --up, --down or --both[^\n]*\n$/)
  assert.equal((await sync('--up', '--down')).code, 2)
  assert.deepEqual(await namesOf(company), [])
})

test('--dry-run prints the plan and changes nothing', async () => {
  const { company, env, root, run, sync } = await newWork(await three())
  const dry = await sync('--up', '--dry-run')
  assert.deepEqual([dry.code, dry.steps], [0, ['make_folder sea', 'make_folder sea/deep', ...uploads]])
  assert.equal((await company.get('/api/folders?with_total=true')).body.meta.total, 0)
  assert.deepEqual(await readdir(env.HOME), [])
  await sync('--up')
  await rm(join(root, 'red.png'))
  const shown = await run('sync', root, '/Work', '--both', '--delete', '--dry-run')
  assert.match(
    shown.out,
    /^WHAT +FILE +SIZE\ntrash asset +red\.png +-\nNothing is done yet: 1 trashed, 2 unchanged\.\n$/,
  )
  assert.equal((await assetsOf(company)).length, 3)
})

test('a changed file becomes a new version of its asset, not a second asset', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--up')
  const before = await assetNamed(company, 'red')
  await write(root, { 'red.png': await picture({ color: '#800' }) })
  assert.deepEqual((await sync('--both')).steps, ['new_version red.png'])
  const after = await assetNamed(company, 'red')
  assert.deepEqual([after.id, after.version], [before.id, 2])
  assert.notEqual(after.checksum, before.checksum)
  assert.equal((await assetsOf(company)).length, 3)
})

test('a changed asset replaces its file', async () => {
  for (const way of ['--down', '--both']) {
    const { company, root, sync } = await newWork(await three())
    await sync('--up')
    const bytes = await picture({ color: '#800' })
    await replace(company, (await assetNamed(company, 'red')).id, bytes)
    assert.deepEqual((await sync(way)).steps, ['replace red.png'])
    assert.deepEqual(await readFile(join(root, 'red.png')), bytes)
  }
})

test('with --up, a changed file replaces its changed asset, which keeps the old versions', async () => {
  const files = await three()
  const { company, sync } = await newWork(files)
  await sync('--up')
  const { id } = await assetNamed(company, 'red')
  await replace(company, id, await picture({ color: '#800' }))
  assert.deepEqual((await sync('--up')).steps, ['new_version red.png'])
  const { data } = (await company.get(`/api/assets/${id}/versions`)).body
  assert.deepEqual(
    data.map(({ version }: { version: number }) => version),
    [3, 2, 1],
  )
  assert.equal(data[0].checksum, data[2].checksum)
})

test('if both sides changed, --both keeps both versions on both sides', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--both')
  const [here, there] = [await picture({ color: '#800' }), await picture({ color: '#900' })]
  await write(root, { 'red.png': here })
  const { id } = await assetNamed(company, 'red')
  await replace(company, id, there)
  const { code, err, steps } = await sync('--both')
  const copy = `red (conflict ${new Date().toISOString().slice(0, 10)})`
  assert.equal(code, 0)
  assert.match(
    err,
    /^red\.png: This file is now the library's version\. Your version was kept as red \(conflict [^\n]*\n$/,
  )
  assert.deepEqual(steps, ['download red.png', `set_aside ${copy}.png`, `upload ${copy}.png`])
  assert.deepEqual(await readFile(join(root, 'red.png')), there)
  assert.deepEqual(await readFile(join(root, `${copy}.png`)), here)
  assert.equal((await assetNamed(company, 'red')).id, id)
  await assetNamed(company, copy)
  assert.deepEqual((await sync('--both')).steps, [])
})

test('--down keeps a locally changed file next to the downloaded file', async () => {
  const { root, sync } = await newWork(await three())
  await sync('--up')
  const here = await picture({ color: '#800' })
  await write(root, { 'red.png': here })
  await sync('--down')
  const copy = (await filesIn(root)).find((name) => name.includes('conflict'))!
  assert.deepEqual(await readFile(join(root, copy)), here)
  assert.equal((await sync('--down')).unchanged, 3)
})

test('the same change on both sides is not a conflict', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--both')
  const bytes = await picture({ color: '#800' })
  await write(root, { 'red.png': bytes })
  await replace(company, (await assetNamed(company, 'red')).id, bytes)
  assert.deepEqual(await sync('--both').then(({ steps, unchanged }) => [steps, unchanged]), [[], 3])
})

test('without --delete, a file deleted on one side is copied back', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--both')
  await rm(join(root, 'red.png'))
  await company.delete(`/api/assets/${(await assetNamed(company, 'blue')).id}`)
  assert.deepEqual((await sync('--both')).steps, ['download red.png', 'upload sea/blue.png'])
  await rm(join(root, 'red.png'))
  assert.deepEqual((await sync('--up')).steps, [])
  assert.equal((await assetsOf(company)).length, 3)
})

test('--delete trashes the asset of a deleted file, which can be restored', async () => {
  for (const way of ['--up', '--both']) {
    const { company, root, sync } = await newWork(await three())
    await sync('--up')
    const { id } = await assetNamed(company, 'green')
    await rm(join(root, 'sea/deep'), { recursive: true })
    const { code, steps } = await sync(way, '--delete')
    assert.deepEqual([code, steps], [0, ['trash sea/deep/green.png', 'trash_folder sea/deep']])
    assert.deepEqual(await namesOf(company), ['/Work/red', '/Work/sea/blue'])
    assert.equal((await company.post(`/api/assets/${id}/restoration`)).status, 200)
    assert.equal((await sync(way, '--delete')).code, 0)
  }
})

test('--delete removes the file of a deleted asset, unless the file was changed', async () => {
  for (const way of ['--down', '--both']) {
    const { company, root, sync } = await newWork(await three())
    await sync('--up')
    const here = await picture({ color: '#800' })
    await write(root, { 'red.png': here, 'mine.png': await picture() })
    await company.delete(`/api/assets/${(await assetNamed(company, 'red')).id}`)
    await company.delete(`/api/folders/${await folderNamed(company, 'deep')}?recursive=true`)
    const { steps } = await sync(way, '--delete')
    const up = way === '--both' ? ['upload mine.png', 'upload red.png'] : []
    assert.deepEqual(steps, ['remove sea/deep/green.png', 'remove_directory sea/deep', ...up])
    assert.deepEqual(await readFile(join(root, 'red.png')), here)
    assert.deepEqual(await filesIn(root), ['mine.png', 'red.png', 'sea/blue.png'])
  }
})

test('an asset changed in the library is not trashed when its file was deleted', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--both')
  await replace(company, (await assetNamed(company, 'red')).id, await picture({ color: '#800' }))
  await rm(join(root, 'red.png'))
  assert.deepEqual((await sync('--up', '--delete')).steps, [])
  assert.deepEqual((await sync('--both', '--delete')).steps, ['download red.png'])
})

test('sync deletes nothing if one side has lost all files', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--both')
  for (const name of await readdir(root)) await rm(join(root, name), { recursive: true })
  const { code, err } = await sync('--both', '--delete')
  assert.equal(code, 2)
  assert.match(err, /^None of the 3 synced files are left in this folder[^\n]*\n$/)
  assert.equal((await assetsOf(company)).length, 3)
  await rm(root, { recursive: true })
  const missing = await sync('--up', '--delete')
  assert.deepEqual([missing.code, missing.err.startsWith('There is no folder')], [2, true])
})

test('an asset follows its renamed or moved file', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--both')
  const ids = new Map((await assetsOf(company)).map(({ id, checksum }) => [checksum, id]))
  await rename(join(root, 'red.png'), join(root, 'crimson.png'))
  await rename(join(root, 'sea'), join(root, 'ocean'))
  const { code } = await sync('--both')
  assert.equal(code, 0)
  assert.deepEqual(await namesOf(company), ['/Work/crimson', '/Work/ocean/blue', '/Work/ocean/deep/green'])
  assert.deepEqual(new Map((await assetsOf(company)).map(({ id, checksum }) => [checksum, id])), ids)
  assert.deepEqual((await sync('--both')).steps, [])
  assert.ok(!(await readdir(root)).includes('sea'))
})

test('a file follows its renamed or moved asset', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--both')
  await company.patch(`/api/assets/${(await assetNamed(company, 'red')).id}`, { name: 'crimson' })
  await company.patch(`/api/folders/${await folderNamed(company, 'sea')}`, { name: 'ocean' })
  const { code } = await sync('--both')
  assert.equal(code, 0)
  assert.deepEqual(await filesIn(root), ['crimson.png', 'ocean/blue.png', 'ocean/deep/green.png'])
  assert.deepEqual((await readdir(root)).sort(), ['crimson.png', 'ocean'])
  assert.deepEqual((await sync('--both')).steps, [])
  assert.equal((await assetsOf(company)).length, 3)
})

test('files follow assets that swapped names, even in a cycle of three', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--both')
  const before = new Map<string, Buffer>()
  for (const path of await filesIn(root)) before.set(path, await readFile(join(root, path)))
  const [red, blue, green] = await Promise.all(
    ['red', 'blue', 'green'].map((name) => assetNamed(company, name)),
  )
  const rename = (asset: Shown, name: string) => company.patch(`/api/assets/${asset.id}`, { name })
  const folder_id = await folderNamed(company, 'sea')
  for (const { id } of [red!, green!]) await company.patch(`/api/assets/${id}`, { folder_id })
  assert.equal((await sync('--both')).code, 0)
  await rename(red!, 'blue')
  await rename(blue!, 'green')
  await rename(green!, 'red')
  const { code, err } = await sync('--down')
  assert.deepEqual([code, err], [0, ''])
  assert.deepEqual(await filesIn(root), ['sea/blue.png', 'sea/green.png', 'sea/red.png'])
  const now = (name: string) => readFile(join(root, 'sea', name))
  assert.deepEqual(await now('blue.png'), before.get('red.png'))
  assert.deepEqual(await now('green.png'), before.get('sea/blue.png'))
  assert.deepEqual(await now('red.png'), before.get('sea/deep/green.png'))
  assert.deepEqual((await sync('--both')).steps, [])

  await rename(red!, 'green')
  await rename(blue!, 'blue')
  assert.equal((await sync('--both')).code, 0)
  assert.deepEqual(await now('green.png'), before.get('red.png'))
  assert.deepEqual((await sync('--both')).steps, [])
})

test('the summary uses singular and plural', async () => {
  const { root, run } = await newWork({ 'a/1.wav': noise(), 'a/2.wav': noise() })
  const { out } = await run('sync', root, '/Work', '--up')
  assert.equal(out, 'Synced: 1 folder created, 2 uploaded, 0 unchanged.\n')
})

test('two assets with the same name get two files, and files with hostile names stay in the folder', async () => {
  const { company, root, sync } = await newWork({ 'red.png': await picture() })
  await sync('--both')
  const folder = await folderNamed(company, 'Work')
  const twin = await add(company, 'RED.png', folder, await picture())
  const up = await add(company, 'up.png', folder, await picture())
  await company.patch(`/api/assets/${up.id}`, { name: '../../up' })
  await company.post('/api/folders', { name: '..', parent_id: folder })
  await add(company, 'in.png', await folderNamed(company, '..'), await picture())
  assert.equal((await sync('--both')).code, 0)
  const all = ['__.._up.png', `RED ${twin.id}.png`, '_/in.png', 'red.png']
  assert.deepEqual(await filesIn(root), all.sort())
  const again = await sync('--both')
  assert.deepEqual([again.steps, again.unchanged], [[], 4])
  assert.equal((await assetsOf(company)).length, 4)
})

test('identical files become separate assets, and names that differ only in case stay separate', async () => {
  const bytes = await picture()
  const { company, sync } = await newWork({ 'a.png': bytes, 'b.png': bytes, 'B.PNG': await picture() })
  await sync('--up')
  assert.deepEqual(await namesOf(company), ['/Work/B', '/Work/a', '/Work/b'])
  assert.deepEqual((await sync('--both')).steps, [])
})

test('reports directories that are the same folder in the library and continues with the other directories', async () => {
  const { company, sync } = await newWork({ 'Foto/a.png': await picture(), 'foto/b.png': await picture() })
  const { code, err, failed } = await sync('--up')
  assert.equal(code, 1)
  assert.match(
    err,
    /^foto: This directory and Foto are the same folder in the library[^\n]*Rename one of them\.\n$/,
  )
  assert.equal(failed.length, 1)
  assert.deepEqual(await namesOf(company), ['/Work/Foto/a'])
})

test('links are neither followed nor uploaded', async () => {
  const outside = await newDirectory()
  await write(outside, { 'secret.png': await picture() })
  const { company, root, sync } = await newWork({ 'red.png': await picture() })
  await sync('--both')
  await symlink(outside, join(root, 'way'))
  await symlink(join(outside, 'secret.png'), join(root, 'file.png'))
  const folder = await folderNamed(company, 'Work')
  const way = (await company.post('/api/folders', { name: 'way', parent_id: folder })).body.data
  await add(company, 'new.png', way.id, await picture())
  const there = await picture()
  const file = await add(company, 'file.png', folder, there)
  const { code, err } = await sync('--both')
  assert.equal(code, 1)
  assert.match(err, /way must be a directory, but it is a link or a file/)
  assert.deepEqual(await readdir(outside), ['secret.png'])
  assert.deepEqual(await readFile(join(root, `file ${file.id}.png`)), there)
  assert.equal((await assetsOf(company)).length, 3)
})

test('reports each failed file, continues with the other files, and exits with 1', async () => {
  const { company, sync } = await newWork({ ...(await three()), 'bad.png': '#!/bin/sh' })
  const { code, err, failed, steps } = await sync('--both')
  assert.equal(code, 1)
  assert.match(err, /^bad\.png: .*422.*\(req_[\w-]+\)\n$/)
  assert.deepEqual([failed.length, failed[0].path], [1, 'bad.png'])
  assert.equal(steps.filter((step) => step.startsWith('upload')).length, 3)
  assert.equal((await assetsOf(company)).length, 3)
})

test('does not read an unchanged file again and detects a changed file with the same size and time', async () => {
  const { company, env, root, sync } = await newWork({ 'red.wav': noise() })
  const age = () => utimes(join(root, 'red.wav'), 1e9, 1e9)
  await age()
  await sync('--up')
  const [{ checksum }] = (await assetsOf(company)) as [Shown]
  const journal = await journalOf(env)
  // The recorded checksum is wrong, so reading the file would correct it.
  const wrong = (await readFile(journal, 'utf8')).replaceAll(checksum, '0'.repeat(64))
  await writeFile(journal, wrong)
  assert.deepEqual(await sync('--down').then(({ steps, unchanged }) => [steps, unchanged]), [
    ['replace red.wav'],
    0,
  ])
  await age()
  await sync('--up')
  const bytes = noise()
  assert.equal(bytes.length, (await stat(join(root, 'red.wav'))).size)
  await write(root, { 'red.wav': bytes })
  await age()
  assert.deepEqual((await sync('--up')).steps, ['new_version red.wav'])
  assert.equal((await assetsOf(company)).length, 1)
})

test('a folder name that the library does not allow maps to a similar name, the same in each run', {
  skip: process.platform === 'win32',
}, async () => {
  const { company, env, root, sync } = await newWork({
    'two\nlines/red.png': await picture(),
    ' in a\u2028row /deep\r/blue.png': await picture(),
    'zero\u200bwidth/green.png': await picture(),
  })
  await mkdir(join(root, 'empty\tone'))
  const there = async () => {
    const { data } = (await company.get('/api/folders?per_page=100')).body
    return data.map(({ path }: { path: string }) => path).sort()
  }
  const names = [
    '/Work',
    '/Work/empty_one',
    '/Work/in a_row',
    '/Work/in a_row/deep_',
    '/Work/two_lines',
    '/Work/zero_width',
  ]
  const before = await filesIn(root)
  const first = await sync('--both')
  assert.deepEqual([first.code, first.err, first.failed], [0, '', []])
  assert.deepEqual(await there(), names)
  for (const direction of ['--both', '--up', '--down']) {
    const again = await sync(direction)
    assert.deepEqual([again.code, again.steps, again.unchanged, again.failed], [0, [], 3, []])
  }
  await rm(join(env.HOME, stateDirectory), { recursive: true })
  assert.deepEqual((await sync('--both')).steps, [])
  const green = await add(company, 'green.png', await folderNamed(company, 'two_lines'), await picture())
  assert.deepEqual((await sync('--both')).steps, ['download two\nlines/green.png'])
  assert.ok(green.id)
  assert.deepEqual(await there(), names)
  assert.deepEqual(await filesIn(root), [...before, 'two\nlines/green.png'].sort())
})

test('without recorded state, files are matched by name, regardless of their extensions', async () => {
  const files = {
    'a "b".jpeg': await picture({ format: 'jpeg' }),
    'LOUD.PNG': await picture(),
    'x: y?.png': await picture(),
    'two\r\nlines\u2028.png': await picture(),
    'zero\u200bwidth.png': await picture(),
    ['café/é.png'.normalize('NFD')]: await picture(),
    'sea/no extension': await picture(),
  }
  const { company, env, sync } = await newWork(files)
  assert.equal((await sync('--both')).failed.length, 0)
  assert.deepEqual(await sync('--both').then(({ steps, unchanged }) => [steps, unchanged]), [[], 7])
  await rm(await journalOf(env))
  assert.deepEqual((await sync('--up')).steps, [])
  assert.equal((await assetsOf(company)).length, 7)
})

test('sync recovers from a truncated journal and deletes temporary files', async () => {
  const { company, env, root, sync } = await newWork(await three())
  await sync('--both')
  await appendFile(await journalOf(env), '{"synced":{"path":"red.p')
  const part = '.atelier-sync-0123456789abcdef.part'
  await write(root, { [`sea/${part}`]: 'half', '.mine.part': 'mine' })
  await sync('--both', '--dry-run')
  assert.ok((await filesIn(root)).includes(`sea/${part}`))
  assert.deepEqual(await sync('--both').then(({ steps, unchanged }) => [steps, unchanged]), [[], 3])
  assert.deepEqual(await filesIn(root), ['.mine.part', 'red.png', 'sea/blue.png', 'sea/deep/green.png'])
  await write(root, { 'new.png': await picture() })
  await sync('--both')
  assert.deepEqual(await sync('--both').then(({ steps, unchanged }) => [steps, unchanged]), [[], 4])
  assert.equal((await assetsOf(company)).length, 4)
})

test('--delete deletes an empty folder that was deleted on the other side', async () => {
  const { company, root, sync } = await newWork({ 'red.png': await picture() })
  for (const name of ['one', 'two']) await mkdir(join(root, name))
  await sync('--up')
  await rmdir(join(root, 'one'))
  await company.delete(`/api/folders/${await folderNamed(company, 'two')}`)
  assert.deepEqual((await sync('--both', '--delete')).steps, ['remove_directory two', 'trash_folder one'])
  assert.deepEqual(await readdir(root), ['red.png'])
  assert.deepEqual((await sync('--both')).steps, [])
})

test('a sanitized SVG stays one asset across syncs', async () => {
  const { company, root, sync } = await newWork({ 'a.svg': drawing })
  await sync('--both')
  assert.deepEqual((await sync('--both')).steps, [])
  await write(root, { 'a.svg': drawing.replace('16', '32') })
  assert.deepEqual((await sync('--both')).steps, ['new_version a.svg'])
  assert.deepEqual((await sync('--both')).steps, [])
  assert.equal(await readFile(join(root, 'a.svg'), 'utf8'), drawing.replace('16', '32'))
  assert.equal((await assetsOf(company)).length, 1)
})

/** The proxy's treatment of a new version whose response it drops. */
type Fate = 'arrives' | 'arrives late' | 'is lost'

/**
 * A proxy in front of the API, which handles new versions as configured until it is opened. A delayed version
 * is forwarded when its asset is next read by ID. `meanwhile` runs between that response and the next
 * request.
 */
async function startDoor(fateOf: (assetId: string) => Fate = () => 'is lost') {
  const door = { url: '', met: 0, isOpen: false, meanwhile: async (_assetId: string) => {} }
  const late = new Map<string, () => Promise<unknown>>()
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const id = /^\/api\/assets\/([^/?]+)/.exec(url!)?.[1]
    if (method === 'PUT' && !door.isOpen) {
      const body = await buffer(request)
      const send = async () => {
        const { authorization, ...rest } = headers as Record<string, string>
        const options = { method: 'PUT', headers: { ...rest, authorization: authorization! }, body }
        assert.equal((await fetch(service.url + url, options)).status, 200)
      }
      const fate = fateOf(id!)
      if (fate === 'arrives') await send()
      if (fate === 'arrives late') late.set(id!, send)
      door.met += 1
      return
    }
    const isOne = method === 'GET' && id !== undefined
    if (isOne) {
      await late.get(id)?.()
      late.delete(id)
    }
    passOn(service.url, request, async (answered) => {
      if (isOne) await door.meanwhile(id)
      answered.pipe(response.writeHead(answered.statusCode!, answered.headers))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  door.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return door
}

/** Syncs in both directions through the proxy and kills the sync after this number of new versions. */
async function killedAtDoor(door: { url: string; met: number }, many: number, root: string, env: object) {
  const child = start(['sync', root, '/Work', '--both'], { ...env, ATELIER_URL: door.url })
  const end = ended(child)
  await until('all are sent', () => door.met === many)
  child.kill('SIGKILL')
  await end
}

test("a killed sync of a new SVG version is not repeated, and another user's version is kept beside it", async () => {
  const names = ['came.svg', 'lost.svg', 'theirs.svg']
  const all = (text: string) => Object.fromEntries(names.map((name) => [name, text]))
  const { company, env, root } = await newWork(all(drawing))
  let came = ''
  const door = await startDoor((id) => (id === came ? 'arrives' : 'is lost'))
  const sync = synced(runner({ ...env, ATELIER_URL: door.url }), root)
  await sync('--both')
  came = (await assetNamed(company, 'came')).id
  await write(root, all(drawing.replace('16', '32')))
  await killedAtDoor(door, names.length, root, env)
  door.isOpen = true
  const theirs = drawing.replace('16', '48')
  await replace(company, (await assetNamed(company, 'theirs')).id, Buffer.from(theirs), 'theirs.svg')

  const again = await sync('--both')
  assert.deepEqual(again.steps, ['new_version came.svg', 'new_version lost.svg'])
  assert.deepEqual([again.code, again.failed.map(({ path }: { path: string }) => path)], [1, ['theirs.svg']])
  const last = await sync('--both')
  assert.equal(last.code, 0)
  assert.deepEqual((await sync('--both')).steps, [])
  const assets = await assetsOf(company)
  assert.deepEqual(assets.map(({ name, version }) => [name.replace(/ \(.*/, ' (copy)'), version]).sort(), [
    ['came', 2],
    ['lost', 2],
    ['theirs (copy)', 1],
    ['theirs', 2],
  ])
  assert.match(await readFile(join(root, 'theirs.svg'), 'utf8'), /width="48"/)
})

test("recognizes a killed run's new version that arrives after the library was listed", async () => {
  const { company, env, root } = await newWork({ 'a.svg': drawing, 'b.wav': noise() })
  const door = await startDoor(() => 'arrives late')
  const sync = synced(runner({ ...env, ATELIER_URL: door.url }), root)
  await sync('--both')
  const sounds = noise()
  await write(root, { 'a.svg': drawing.replace('16', '32'), 'b.wav': sounds })
  await killedAtDoor(door, 2, root, env)
  door.isOpen = true
  const again = await sync('--both')
  assert.deepEqual([again.code, again.failed], [0, []])
  assert.deepEqual((await sync('--both')).steps, [])
  assert.deepEqual(
    (await assetsOf(company)).map(({ version }) => version),
    [2, 2],
  )
  assert.deepEqual(await readFile(join(root, 'b.wav')), sounds)
})

test('metadata and rendition changes during an upload do not conflict with the new version', async () => {
  const { company, env, root } = await newWork({ 'a.wav': noise() })
  const door = await startDoor()
  door.isOpen = true
  const sync = synced(runner({ ...env, ATELIER_URL: door.url }), root)
  await sync('--both')
  await write(root, { 'a.wav': noise() })
  let said = 0
  door.meanwhile = async (id) => {
    if (said++ > 0) return
    assert.equal((await company.patch(`/api/assets/${id}`, { description: 'Said meanwhile.' })).status, 200)
  }
  const { code, steps, failed } = await sync('--both')
  assert.deepEqual([code, steps, failed], [0, ['new_version a.wav'], []])
  const { version, description } = (await assetsOf(company))[0] as Shown & { description: string }
  assert.deepEqual([version, description], [2, 'Said meanwhile.'])
})

test('files whose location the server removes are equal on both sides', async () => {
  const { company, root, sync } = await newWork()
  const photo = await sharp(await picture())
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '60/1 23/1 30/1', GPSMapDatum: 'Bryggen' } })
    .jpeg()
    .toBuffer()
  const { id } = (await company.post('/api/folders', { name: 'Work' })).body.data
  await upload(service, company, { bytes: photo, name: 'photo.jpg' }, { folder_id: id })
  await removeLocations(service.db, company.companyId)
  assert.deepEqual((await sync('--down')).steps, ['download photo.jpg'])
  assert.ok(!(await readFile(join(root, 'photo.jpg'))).includes('Bryggen'))
  const again = await sync('--down')
  assert.deepEqual([again.code, again.steps, again.unchanged], [0, [], 1])
})

test('a file whose usage right has expired stays unchanged, and the sync succeeds', async () => {
  const { company, root, sync } = await newWork(await three())
  await sync('--up')
  const { id } = await assetNamed(company, 'red')
  await company.patch(`/api/assets/${id}`, { expires_at: '2020-01-01T00:00:00Z' })
  await rm(join(root, 'red.png'))
  const { code, steps, unchanged, unavailable, failed } = await sync('--down')
  assert.deepEqual([code, steps, unchanged, unavailable, failed], [0, [], 2, ['red.png'], []])
})

test('only one sync of a folder runs at a time, and a killed sync leaves no lock', async () => {
  const { env, root, sync } = await newWork(await three())
  const gate = await startGate(service.url)
  // The server does not respond, so the first sync stays busy.
  gate.close()
  const child = start(['sync', root, '/Work', '--up'], { ...env, ATELIER_URL: gate.url })
  const end = ended(child)
  const states = join(env.HOME, stateDirectory)
  await until('the lock is there', async () =>
    (await readdir(states).catch(() => [])).some((name) => name.endsWith('.lock')),
  )
  const { code, err } = await sync('--up')
  assert.equal(code, 2)
  assert.match(
    err,
    new RegExp(`Process ${child.pid} is already syncing .*\\. Wait until it finishes, or end it\\.\\n$`),
  )
  child.kill('SIGKILL')
  await end
  assert.equal((await sync('--up')).code, 0)
  assert.deepEqual(
    (await readdir(states)).filter((name) => name.includes('.lock')),
    [],
  )
})

/** Runs the sync repeatedly and kills each run after some progress, until a run finishes. */
async function killedOften(args: string[], env: Record<string, string>) {
  for (let kills = 0; ; kills++) {
    const child = start(args, env)
    const before = await journaled(env)
    const more = 1_000 + Math.random() * 4_000
    let hasEnded = false
    const end = ended(child).finally(() => {
      hasEnded = true
    })
    while (!hasEnded && (await journaled(env)) < before + more) await wait(2)
    await wait(Math.random() * 40)
    child.kill('SIGKILL')
    const { code, err } = await end
    if (code === 'SIGKILL') continue
    assert.deepEqual([code, err], [0, ''])
    return kills
  }
}

/** The total size of all journals. */
async function journaled({ HOME }: Record<string, string>): Promise<number> {
  const states = join(HOME!, stateDirectory)
  const names = await readdir(states).catch(() => [])
  const sizes = await Promise.all(
    names.filter(isJournal).map((name) => stat(join(states, name)).then(({ size }) => size)),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('after repeated kills, --up and --down make both sides equal, without losses or duplicates', async () => {
  const files: Record<string, Uint8Array | string> = {}
  for (let at = 0; at < 6; at++) files[`drawings/${at}.svg`] = drawing.replace('16', `${at + 1}`)
  for (let at = 0; at < 54; at++) files[`${at % 7}/_${at}.wav`] = noise()
  const { company, env, root, sync } = await newWork(files)
  const copy = await newDirectory()
  const ways = async (folder: string) => killedOften(['sync', folder, '/Work', '--both'], env)
  assert.ok((await ways(root)) > 2)
  assert.equal((await assetsOf(company)).length, 60)
  const after = await sync('--both')
  assert.deepEqual([after.steps, after.unchanged], [[], 60])
  await ways(copy)
  assert.deepEqual(await filesIn(copy), await filesIn(root))
  for (const [name, bytes] of Object.entries(files))
    if (name.endsWith('.wav')) assert.deepEqual(await readFile(join(copy, name)), bytes)

  const changed = Object.keys(files).slice(0, 20)
  for (const name of changed) {
    files[name] = name.endsWith('.wav') ? noise() : `${drawing}\n`
    await write(root, { [name]: files[name] })
  }
  await ways(root)
  await ways(copy)
  const assets = await assetsOf(company)
  assert.equal(assets.length, 60)
  assert.ok(assets.every(({ version }) => version <= 2))
  assert.deepEqual(await filesIn(copy), await filesIn(root))
  for (const name of changed)
    if (name.endsWith('.wav')) assert.deepEqual(await readFile(join(copy, name)), files[name])
})
