// Engines: postgres in CI
// Upload and download of whole folders, with failures and interruptions.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'
import { type Caller, newCompany, removeLocations } from '../../server/test/support/companies.ts'
import { startGate } from '../../server/test/support/gate.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { ended, newDirectory, runner, signedIn, start } from './support/command.ts'

const service = await startService()
let companies = 0

/** Each test gets its own company and home directory. */
async function newUser() {
  const company = await newCompany(service, `Company${companies++}`)
  const env = { ...signedIn(service, company), HOME: await newDirectory() }
  return { company, env, run: runner(env) }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const megabyte = 1024 * 1024

/** The magic bytes of a video file, followed by random data. */
function film(bytes: number, seed = 0): Uint8Array {
  const all = new Uint8Array(bytes)
  all.set(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1'))
  new DataView(all.buffer).setUint32(24, bytes - 24)
  all.set(Buffer.from('mdat'), 28)
  for (let at = 32; at < bytes; at += 4093) all[at] = (at * 31 + seed) & 255
  return all
}

async function write(root: string, files: Record<string, Uint8Array | string>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  return root
}

const pictures = async () => ({
  'photos/red.png': await picture({ color: '#f00' }),
  'photos/sea/blue.png': await picture({ color: '#00f' }),
  'photos/sea/green.png': await picture({ color: '#0f0' }),
})

async function kept(company: Caller): Promise<string[]> {
  const { data } = (await company.get('/api/assets?per_page=100&fields=name,folder_path')).body
  return data
    .map((asset: { name: string; folder_path: string }) => `${asset.folder_path} ${asset.name}`)
    .sort()
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><script>1</script></svg>'

test('upload sends a folder recursively and skips existing files on the next run', async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), {
    ...(await pictures()),
    'photos/.hidden': 'x',
    'photos/Thumbs.db': 'x',
    'photos/sea/Desktop.ini': 'x',
  })
  await symlink(root, join(root, 'photos/circle'))
  const upload = () => run('assets', 'upload', join(root, 'photos'), '--folder', '/Campaigns/2026', '--json')
  const first = await upload()
  assert.deepEqual([first.code, first.err], [0, ''])
  const { uploaded, skipped, failed } = JSON.parse(first.out)
  assert.deepEqual([uploaded.length, skipped, failed], [3, [], []])
  const all = [
    '/Campaigns/2026/photos red',
    '/Campaigns/2026/photos/sea blue',
    '/Campaigns/2026/photos/sea green',
  ]
  assert.deepEqual(await kept(company), all)
  const again = JSON.parse((await upload()).out)
  assert.deepEqual([again.uploaded, again.skipped.length], [[], 3])
  assert.deepEqual(await kept(company), all)
  assert.equal((await company.get('/api/folders?with_total=true')).body.meta.total, 4)
})

test("a trailing /. uploads only the folder's content", async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), await pictures())
  assert.equal((await run('assets', 'upload', `${root}/photos/.`)).code, 0)
  assert.deepEqual(await kept(company), ['/ red', '/sea blue', '/sea green'])
})

test('upload sends identical files in one folder only once', async () => {
  const { company, run } = await newUser()
  const [bytes] = Object.values(await pictures())
  const root = await write(await newDirectory(), { 'a/1.png': bytes!, 'a/2.png': bytes!, 'a/3.png': bytes! })
  const { out } = await run('assets', 'upload', join(root, 'a'))
  assert.match(out, /^Uploaded 1 file .*, 2 already there\.\n$/)
  assert.equal((await kept(company)).length, 1)
})

test('upload does not send a sanitized SVG again, unless its asset was deleted', async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), { 'a.svg': drawing })
  const upload = async () => JSON.parse((await run('assets', 'upload', join(root, 'a.svg'), '--json')).out)
  const [{ asset_id }] = (await upload()).uploaded
  assert.equal((await upload()).skipped[0].asset_id, asset_id)
  await company.delete(`/api/assets/${asset_id}`)
  assert.equal((await upload()).uploaded.length, 1)
})

test('upload reports each failed file, continues with the other files, and exits with 1', async () => {
  const { company, env, run } = await newUser()
  const root = await write(await newDirectory(), {
    ...(await pictures()),
    'photos/bad.png': '#!/bin/sh',
  })
  const { code, out, err } = await run('assets', 'upload', join(root, 'photos'), join(root, 'missing.png'))
  assert.equal(code, 1)
  assert.match(out, /^Uploaded 3 files \(.*\), 2 failed\.\n$/)
  const lines = err.trim().split('\n').sort()
  assert.equal(lines.length, 2)
  assert.match(lines[0]!, /missing\.png: ENOENT/)
  assert.deepEqual(await readdir(join(env.HOME, '.local/state/atelier/uploads')), [])
  assert.match(lines[1]!, /bad\.png: .*422.*\(req_[\w-]+\)$/)
  assert.equal((await kept(company)).length, 3)
})

// A Latin-1 name, as in old archives.
const isLinux = process.platform === 'linux'

test('upload reports a file name that is not UTF-8 and continues with the other files', {
  skip: !isLinux,
}, async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), await pictures())
  const latin = (name: string) => Buffer.concat([Buffer.from(`${root}/photos/`), Buffer.from(name, 'latin1')])
  await writeFile(latin('\u00e9t\u00e9.png'), await picture())
  await mkdir(latin('\u00e0 trier'))
  const { code, err } = await run('assets', 'upload', join(root, 'photos'))
  assert.equal(code, 1)
  const lines = err.trim().split('\n')
  assert.equal(lines.length, 2)
  for (const line of lines) assert.match(line, /: Its name is not valid UTF-8. Rename the file\.$/)
  assert.equal((await kept(company)).length, 3)
})

test('unusual names become the same asset names as in sync, and a download restores the file names', {
  skip: !isLinux,
}, async () => {
  const { company, run } = await newUser()
  const names = ['back\\slash', '100%22', '%0A', 'say "hi"', 'two\nlines']
  const root = await newDirectory()
  for (const name of names) await write(root, { [`photos/${name}.png`]: await picture() })
  assert.equal((await run('assets', 'upload', `${root}/photos/.`, '--folder', '/Up')).code, 0)
  assert.equal((await run('sync', join(root, 'photos'), '/Synced', '--up')).code, 0)
  const called = ['back\\slash', '100%22', '%0A', 'say "hi"', 'two lines']
  const both = ['/Synced', '/Up'].flatMap((folder) => called.map((name) => `${folder} ${name}`))
  assert.deepEqual(await kept(company), both.sort())
  const to = await newDirectory()
  assert.equal((await run('assets', 'download', '--folder', '/Up', '--to', to)).code, 0)
  const files = ['back_slash', '100%22', '%0A', 'say _hi_', 'two_lines']
  assert.deepEqual((await readdir(to)).sort(), files.map((name) => `${name}.png`).sort())
})

test('a line break in a folder name becomes an underscore', { skip: !isLinux }, async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), { 'two\nlines/deep /red.png': await picture() })
  for (const word of ['uploaded', 'skipped']) {
    const { code, out, err } = await run('assets', 'upload', join(root, 'two\nlines'), '--json')
    assert.deepEqual([code, err, JSON.parse(out)[word].length], [0, '', 1])
  }
  assert.deepEqual(await kept(company), ['/two_lines/deep red'])
})

test('a killed upload resumes without duplicates or missing files', async () => {
  const { company, env, run } = await newUser()
  const bytes = film(40 * megabyte)
  const root = await write(await newDirectory(), { 'film.mp4': bytes, ...(await pictures()) })
  const paths = ['assets', 'upload', join(root, 'film.mp4'), join(root, 'photos')]
  const child = start(paths, env)
  const end = ended(child)
  const states = join(env.HOME, '.local/state/atelier/uploads')
  const url = await until('an upload begins', async () => {
    const names = await readdir(states).catch(() => [])
    const texts = await Promise.all(names.map((name) => readFile(join(states, name), 'utf8').catch(() => '')))
    return /upl_\w+/.exec(texts.join())?.[0]
  })
  const asOffset = async () => (await company.get(`/api/uploads/${url}`)).body.data.offset
  await until('a chunk is stored', asOffset)
  child.kill('SIGKILL')
  assert.equal((await end).code, 'SIGKILL')
  assert.equal((await company.get(`/api/uploads/${url}`)).body.data.status, 'uploading')
  const { code, err } = await run(...paths)
  assert.deepEqual([code, err], [0, ''])
  const { status, asset_id } = (await company.get(`/api/uploads/${url}`)).body.data
  assert.equal(status, 'finished')
  assert.equal((await company.get(`/api/assets/${asset_id}`)).body.data.checksum, sha256(bytes))
  assert.deepEqual(await kept(company), ['/ film', '/photos red', '/photos/sea blue', '/photos/sea green'])
  assert.deepEqual(await readdir(states), [])
})

test('a small file whose response was lost is not duplicated', async () => {
  const { company, env, run } = await newUser()
  const gate = await startGate(service.url)
  const root = await write(await newDirectory(), { 'one.svg': drawing })
  // The limit lets the token response through, but not the longer upload response.
  const child = start(['assets', 'upload', join(root, 'one.svg')], { ...env, ATELIER_URL: gate.url })
  const end = ended(child)
  await until('the asset is there', async () => {
    gate.bytesMax = 1_200
    return (await kept(company)).length === 1
  })
  child.kill('SIGKILL')
  await end
  gate.bytesMax = undefined
  const again = await runner({ ...env, ATELIER_URL: gate.url })('assets', 'upload', join(root, 'one.svg'))
  assert.equal(again.code, 0, again.err)
  assert.deepEqual(await kept(company), ['/ one'])
  assert.equal((await run('assets', 'list', '--with-trashed', '--json')).code, 0)
})

test('Ctrl-C ends an upload with exit code 130, and the next run resumes', async () => {
  const { company, env, run } = await newUser()
  const root = await write(await newDirectory(), { 'film.mp4': film(40 * megabyte, 7) })
  const child = start(['assets', 'upload', join(root, 'film.mp4')], env)
  const end = ended(child)
  await until('an upload begins', () =>
    readdir(join(env.HOME, '.local/state/atelier/uploads')).then(
      (names) => names.length,
      () => 0,
    ),
  )
  child.kill('SIGINT')
  const { code, out, err } = await end
  assert.deepEqual([code, out, err], [130, '', 'Interrupted. Run the same command again to resume.\n'])
  assert.equal((await run('assets', 'upload', join(root, 'film.mp4'))).code, 0)
  assert.deepEqual(await kept(company), ['/ film'])
})

test('download saves the uploaded files and skips existing files on the next run', async () => {
  const { run } = await newUser()
  const files = await pictures()
  const root = await write(await newDirectory(), files)
  await run('assets', 'upload', join(root, 'photos'), '--folder', '/Campaigns')
  const to = await newDirectory()
  const download = (...more: string[]) =>
    run('assets', 'download', '--folder', '/Campaigns', '--to', to, '--json', ...more)
  const { code, out } = await download()
  assert.deepEqual([code, JSON.parse(out).downloaded.length], [0, 3])
  for (const [name, bytes] of Object.entries(files)) assert.deepEqual(await readFile(join(to, name)), bytes)
  assert.deepEqual((await readdir(to, { recursive: true })).length, 5)
  await rm(join(to, 'photos/red.png'))
  const again = JSON.parse((await download()).out)
  assert.deepEqual([again.downloaded.length, again.skipped.length], [1, 2])
})

test('download replaces a file whose content differs only with --overwrite', async () => {
  const { run } = await newUser()
  const files = await pictures()
  const root = await write(await newDirectory(), files)
  const sent = JSON.parse((await run('assets', 'upload', join(root, 'photos/red.png'), '--json')).out)
  const id = sent.uploaded[0].asset_id
  const to = await write(await newDirectory(), { 'red.png': 'mine' })
  const { code, err } = await run('assets', 'download', id, '--to', to)
  assert.equal(code, 1)
  assert.match(err, /^red\.png: A different file exists[^\n]*--overwrite\.\n$/)
  assert.equal(await readFile(join(to, 'red.png'), 'utf8'), 'mine')
  assert.equal((await run('assets', 'download', id, '--to', to, '--overwrite')).code, 0)
  assert.deepEqual(await readFile(join(to, 'red.png')), files['photos/red.png'])
})

test('download saves files whose metadata is written by the server, and skips them on the next run', async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), {
    'photo.jpg': await picture({ format: 'jpeg' }),
    'loop.gif': await picture({ format: 'gif' }),
  })
  const sent = JSON.parse((await run('assets', 'upload', root, '--folder', '/Press', '--json')).out)
  for (const { asset_id } of sent.uploaded)
    await company.patch(`/api/assets/${asset_id}`, { copyright: '© Acme' })
  const to = await newDirectory()
  const download = async (...more: string[]) => {
    const { code, out, err } = await run(
      'assets',
      'download',
      '--folder',
      '/Press',
      '--to',
      to,
      '--json',
      ...more,
    )
    return { code, err, ...JSON.parse(out || '{}') }
  }
  const embed = ['--metadata', 'embed']
  const { code, downloaded } = await download(...embed)
  assert.deepEqual([code, downloaded.length], [0, 2])
  const directory = join(to, basename(root))
  assert.ok((await readFile(join(directory, 'photo.jpg'))).includes('© Acme'))
  // A file whose format has no metadata is downloaded unchanged.
  assert.deepEqual(await readFile(join(directory, 'loop.gif')), await readFile(join(root, 'loop.gif')))
  assert.deepEqual((await download(...embed)).skipped.length, 2)
  await writeFile(join(directory, 'photo.jpg'), 'mine')
  assert.match(JSON.stringify(await download(...embed)), /A different file exists/)
  assert.equal(await readFile(join(directory, 'photo.jpg'), 'utf8'), 'mine')
  assert.equal((await run('assets', 'download', '--folder', '/Press', '--metadata', 'all')).code, 2)
})

test('download saves images with a preset, and other files unchanged', async () => {
  const { company, run } = await newUser()
  const files = {
    'one.png': await picture(),
    'one.tif': await picture({ format: 'tiff' }),
    'notes.txt': Buffer.from('notes'),
  }
  const root = await write(await newDirectory(), files)
  await run('assets', 'upload', `${root}/.`, '--folder', '/Press')
  const preset = { name: 'web', label: 'Web', width: 30, format: 'jpeg' }
  assert.equal((await company.post('/api/presets', preset)).status, 201)
  const to = await newDirectory()
  const download = (...more: string[]) =>
    run('assets', 'download', '--folder', '/Press', '--to', to, '--json', ...more)
  const { code, out, err } = await download('--preset', 'web')
  assert.equal(code, 0, err)
  const names = await readdir(to)
  assert.deepEqual(names.map((name) => name.replace(/ast_\w+/, '…')).sort(), [
    'notes.txt',
    'one ….jpg',
    'one.jpg',
  ])
  assert.deepEqual(await readFile(join(to, 'notes.txt')), files['notes.txt'])
  for (const { path, size } of JSON.parse(out).downloaded) {
    const bytes = await readFile(join(to, path))
    assert.equal(bytes.length, size, path)
    if (path !== 'notes.txt') {
      const { format, width } = await sharp(bytes).metadata()
      assert.deepEqual([format, width], ['jpeg', 30], path)
    }
  }
  assert.equal(JSON.parse((await download('--preset', 'web')).out).skipped.length, 3)
  const unknown = await download('--preset', 'print')
  assert.equal(unknown.code, 2)
  assert.match(
    JSON.parse(unknown.err).error.message,
    /^No preset is named "print"\. Run atelier presets list/,
  )
  const both = await download('--preset', 'web', '--metadata', 'embed')
  assert.equal(both.code, 2)
})

test('a large file that changes while it is uploaded fails with the reason', async () => {
  const { run } = await newUser()
  const root = await write(await newDirectory(), { 'film.mp4': film(40 * megabyte, 9) })
  const path = join(root, 'film.mp4')
  let isEnded = false
  const upload = run('assets', 'upload', path).finally(() => {
    isEnded = true
  })
  // Every change makes the file longer, so the bytes that are sent cannot be those that were read before.
  while (!isEnded) {
    await appendFile(path, 'more')
    await wait(20)
  }
  const { code, err } = await upload
  assert.equal(code, 1)
  assert.match(err, /\/film\.mp4: The file changed while it was uploaded\. [^\n]*\n$/)
})

test('download saves files whose location the server removes, and skips them on the next run', async () => {
  const { company, run } = await newUser()
  const photo = await sharp(await picture())
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '60/1 23/1 30/1', GPSMapDatum: 'Bryggen' } })
    .jpeg()
    .toBuffer()
  const root = await write(await newDirectory(), { 'photo.jpg': photo })
  const sent = JSON.parse((await run('assets', 'upload', join(root, 'photo.jpg'), '--json')).out)
  await removeLocations(service.db, company.companyId)
  const to = await newDirectory()
  const download = () => run('assets', 'download', sent.uploaded[0].asset_id, '--to', to, '--json')
  assert.equal(JSON.parse((await download()).out).downloaded.length, 1)
  assert.ok(!(await readFile(join(to, 'photo.jpg'))).includes('Bryggen'))
  assert.equal(JSON.parse((await download()).out).skipped.length, 1)
  await writeFile(join(to, 'photo.jpg'), 'mine')
  assert.match((await download()).err, /A different file exists/)
})

test('files with hostile names stay in the target directory, and files with the same name get different paths', async () => {
  const { company, run } = await newUser()
  const root = await write(await newDirectory(), await pictures())
  const sent = JSON.parse((await run('assets', 'upload', `${root}/photos`, '--json')).out)
  const [one, two, three] = sent.uploaded.map(({ asset_id }: { asset_id: string }) => asset_id).sort()
  await company.patch(`/api/assets/${one}`, { name: '../../up', folder_id: null })
  await company.patch(`/api/assets/${two}`, { name: 'Same', folder_id: null })
  await company.patch(`/api/assets/${three}`, { name: 'same', folder_id: null })
  const to = await newDirectory()
  assert.equal((await run('assets', 'download', '--folder', '/', '--to', join(to, 'in'))).code, 0)
  assert.deepEqual(await readdir(to), ['in'])
  assert.deepEqual(
    (await readdir(join(to, 'in'))).sort(),
    ['Same.png', `__.._up.png`, `same ${three}.png`].sort(),
  )
})

test('a missing asset fails, and the other assets are downloaded', async () => {
  const { run } = await newUser()
  const root = await write(await newDirectory(), await pictures())
  const sent = JSON.parse((await run('assets', 'upload', join(root, 'photos/red.png'), '--json')).out)
  const to = await newDirectory()
  const ids = ['ast_00000000000000000000000000', sent.uploaded[0].asset_id]
  const { code, err } = await run('assets', 'download', ...ids, '--to', to)
  assert.equal(code, 1)
  assert.match(err, /^ast_0+: [^\n]*404[^\n]*\(req_[\w-]+\)\n$/)
  assert.deepEqual(await readdir(to), ['red.png'])
})

test('archive writes a folder to one zip and never overwrites a file', async () => {
  const { env, run } = await newUser()
  const folder = await write(await newDirectory(), await pictures())
  assert.equal((await run('assets', 'upload', folder, '--folder', '/Shoot')).code, 0)
  const to = await newDirectory()
  const inside = async (...args: string[]) => ended(start(args, env, to))
  const { code, err } = await inside('archive', '--folder', '/Shoot', '--output', 'shoot.zip')
  assert.equal(code, 0, err)
  assert.match(err, /Saved shoot\.zip: 3 files\.\n$/)
  const zip = await fromBufferPromise(await readFile(join(to, 'shoot.zip')), { lazyEntries: true })
  const names = (await Array.fromAsync(zip.eachEntry())).map(({ fileName }) =>
    fileName.replace(/^[^/]*\//, ''),
  )
  assert.deepEqual(names.toSorted(), ['photos/red.png', 'photos/sea/blue.png', 'photos/sea/green.png'])
  assert.equal((await inside('archive', '--folder', '/Shoot', '--output', 'shoot.zip')).code, 1)
  assert.deepEqual(await readdir(to), ['shoot.zip'])
  const small = await inside(
    'archive',
    '--type',
    'image',
    '--format',
    'jpeg',
    '--width',
    '20',
    '--url',
    '--json',
  )
  const { url, format } = JSON.parse(small.out)
  assert.deepEqual(format, { w: 20, format: 'jpeg' })
  assert.equal((await fetch(url)).status, 200)
  assert.equal((await inside('archive')).code, 2)
  assert.match((await inside('archive', '--sort', 'name')).err, /unknown option '--sort'/)
})

test('assets edit saves an image as a copy and as a version', async () => {
  const { run } = await newUser()
  const root = await write(await newDirectory(), { 'blue.png': await picture({ width: 60, height: 40 }) })
  const uploaded = await run('assets', 'upload', join(root, 'blue.png'), '--json')
  const { asset_id } = JSON.parse(uploaded.out).uploaded[0]
  const copied = await run(
    'assets',
    'edit',
    asset_id,
    '--as',
    'copy',
    '--crop',
    '10,0,30,20',
    '--name',
    'Part',
    '--json',
  )
  assert.equal(copied.code, 0, copied.err)
  const copy = JSON.parse(copied.out)
  assert.deepEqual([copy.name, copy.width, copy.height, copy.version], ['Part', 30, 20, 1])
  const turned = await run(
    'assets',
    'edit',
    asset_id,
    '--as',
    'version',
    '--rotate',
    '90',
    '--format',
    'webp',
  )
  assert.match(turned.out, /version\s+2\n.*\n?.*type\s+image\/webp\npixels\s+40 × 60/)
  const refused = await run('assets', 'edit', asset_id, '--as', 'copy', '--width', '4000')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /images are not enlarged/)
  assert.equal((await run('assets', 'edit', asset_id, '--rotate', '90')).code, 2)
  assert.equal((await run('assets', 'edit', asset_id, '--as', 'copy', '--crop', '1,2')).code, 2)
})
