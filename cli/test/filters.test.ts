// Engines: postgres in CI
// --include, --exclude and --limit-rate of upload, download and sync.
import assert from 'node:assert/strict'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { Command } from 'commander'
import { type Caller, newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { pathFilter, withFilters } from '../src/files/path-filter.ts'
import { newDirectory, runner, signedIn } from './support/command.ts'

const service = await startService()
let companies = 0

async function newUser() {
  const company = await newCompany(service, `Company${companies++}`)
  const env = { ...signedIn(service, company), HOME: await newDirectory() }
  return { company, run: runner(env) }
}

async function write(root: string, files: Record<string, Uint8Array | string>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  return root
}

const files = async () => ({
  'photos/red.png': await picture({ color: '#f00' }),
  'photos/RED.PNG.tmp': 'a note',
  'photos/raw/blue.png': await picture({ color: '#00f' }),
  'photos/sea/green.png': await picture({ color: '#0f0' }),
  'photos/sea/notes.txt': 'notes',
})

/** Paths in the library, with file names. */
async function kept(company: Caller): Promise<string[]> {
  const { data } = (await company.get('/api/assets?per_page=100&fields=filename,folder_path')).body
  return data
    .map((asset: { filename: string; folder_path: string }) => `${asset.folder_path}/${asset.filename}`)
    .sort()
}

const filterOf = (...args: string[]) =>
  pathFilter(withFilters(new Command()).parse(args, { from: 'user' }).opts())

test('patterns match names at any depth, paths from the top, and everything in a folder', () => {
  const taken = (path: string, ...args: string[]) => filterOf(...args).file(path)
  assert.ok(taken('a/b.JPG', '--include', '*.jpg'))
  assert.ok(!taken('a/b.jpgx', '--include', '*.jpg'))
  assert.ok(taken('a/b.png', '--include', '*.{jpg,png}'))
  assert.ok(!taken('a/raw/b.png', '--exclude', 'raw'))
  assert.ok(!taken('raw/b.png', '--exclude', '/raw/'))
  assert.ok(taken('a/raw/b.png', '--exclude', '/raw'))
  assert.ok(!taken('a/raw/b.png', '--exclude', '**/raw'))
  assert.ok(!taken('a/x/y/b.png', '--exclude', 'a/**/b.png'))
  assert.ok(!taken('a/b.png', '--exclude', 'a/**/b.png'))
  assert.ok(taken('a+b(1).png', '--include', 'a+b(1).*'))
  assert.ok(!taken('a.jpg', '--include', '*.jpg', '--exclude', 'a.*'))
  assert.ok(taken('é.jpg', '--include', 'e\u0301.jpg'))
})

test('upload --include sends only matching files', async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), await files())
  const args = ['--exclude', 'raw', '--exclude', '*.tmp', '--json']
  const { code, out, err } = await run('assets', 'upload', join(root, 'photos'), ...args)
  assert.deepEqual([code, err], [0, ''])
  assert.equal(JSON.parse(out).uploaded.length, 3)
  assert.deepEqual(await kept(company), ['/photos/red.png', '/photos/sea/green.png', '/photos/sea/notes.txt'])
})

test('download --include downloads only matching files', async () => {
  const { run } = await newUser()
  const root = await write(await newDirectory(), await files())
  assert.equal((await run('assets', 'upload', join(root, 'photos'))).code, 0)
  const to = join(root, 'copies')
  const args = ['--to', to, '--include', '*.png', '--exclude', 'raw', '--limit-rate', '1M']
  assert.equal((await run('assets', 'download', '--folder', '/photos', ...args)).code, 0)
  assert.deepEqual((await readdir(to, { recursive: true })).sort(), ['red.png', 'sea', 'sea/green.png'])
})

test('sync neither transfers nor deletes files that a filter excludes, on either side', async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), await files())
  const photos = join(root, 'photos')
  const sync = (...args: string[]) => run('sync', photos, '/Work', ...args)
  assert.equal((await sync('--up')).code, 0)
  const all = await kept(company)
  assert.equal(all.length, 5)
  // The excluded files were deleted locally, but their assets stay.
  await rm(join(photos, 'sea/notes.txt'))
  await rm(join(photos, 'raw'), { recursive: true })
  const up = await sync('--up', '--delete', '--exclude', '*.txt', '--exclude', 'raw')
  assert.equal(up.code, 0, up.err)
  assert.deepEqual(await kept(company), all)
  // The deleted files are not downloaded again either.
  assert.equal((await sync('--both', '--include', '*.png', '--exclude', 'raw')).code, 0)
  assert.deepEqual((await readdir(photos, { recursive: true })).sort(), [
    'RED.PNG.tmp',
    'red.png',
    'sea',
    'sea/green.png',
  ])
  // The excluded asset was trashed, but its file stays.
  const { data } = (await company.get('/api/assets?search=red&fields=id,filename')).body
  for (const { id } of data) await company.delete(`/api/assets/${id}`)
  assert.equal((await sync('--down', '--delete', '--exclude', '*.tmp', '--exclude', '{raw,*.txt}')).code, 0)
  assert.deepEqual((await readdir(photos, { recursive: true })).sort(), [
    'RED.PNG.tmp',
    'sea',
    'sea/green.png',
  ])
  // Without a filter, deletions are synced again.
  assert.equal((await sync('--up', '--delete')).code, 0)
  assert.deepEqual(await kept(company), ['/Work/RED.PNG.tmp', '/Work/sea/green.png'])
})

test('sync deletes a folder that an earlier sync excluded', async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), await files())
  const photos = join(root, 'photos')
  const sync = async (...args: string[]) => {
    const { code, err } = await run('sync', photos, '/Work', '--up', '--delete', ...args)
    assert.equal(code, 0, err)
    const { data } = (await company.get('/api/folders?per_page=100&fields=path')).body
    return data.map(({ path }: { path: string }) => path).sort()
  }
  await sync()
  assert.deepEqual(await sync('--exclude', 'raw'), ['/Work', '/Work/raw', '/Work/sea'])
  await rm(join(photos, 'raw'), { recursive: true })
  assert.deepEqual(await sync(), ['/Work', '/Work/sea'])
})

test('--limit-rate spreads an upload and a download over time', async () => {
  const { run } = await newUser()
  const bytes = 300_000
  const root = await write(await newDirectory(), { 'noise.txt': 'x'.repeat(bytes) })
  const timed = async (...args: string[]) => {
    const start = performance.now()
    const { code, err } = await run(...args, '--limit-rate', '200k')
    assert.deepEqual([code, err], [0, ''])
    return performance.now() - start
  }
  // The rate only sets a minimum duration. A slow machine takes longer.
  assert.ok((await timed('assets', 'upload', join(root, 'noise.txt'))) > 1_200)
  assert.ok((await timed('assets', 'download', '--folder', '/', '--to', join(root, 'copy'))) > 1_200)
  const { code, err } = await run('assets', 'upload', root, '--limit-rate', 'fast')
  assert.equal(code, 2)
  assert.match(err, /bytes per second, such as 500k or 2M/)
})

test('--limit-rate sends a large file as a resumable upload', async () => {
  const { run } = await newUser()
  const film = new Uint8Array(9 * 1024 * 1024)
  film.set(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1'))
  new DataView(film.buffer).setUint32(24, film.length - 24)
  film.set(Buffer.from('mdat'), 28)
  const root = await write(await newDirectory(), { 'film.mp4': film })
  const { code, out, err } = await run(
    'assets',
    'upload',
    join(root, 'film.mp4'),
    '--limit-rate',
    '100M',
    '--json',
  )
  assert.deepEqual([code, err], [0, ''])
  assert.equal(JSON.parse(out).uploaded[0].size, film.length)
})
