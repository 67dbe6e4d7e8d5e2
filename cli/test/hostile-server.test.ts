// Engines: postgres in CI
// A malicious server tries to write outside the target folder: through IDs, names, folders and links.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { collisionKey } from '../../server/src/zip/file-systems.ts'
import { seed } from '../../server/test/support/fuzz.ts'
import { inside, makeDirectory } from '../src/files/inside-root.ts'
import { localNames } from '../src/files/local-names.ts'
import { ended, newDirectory, runner, start } from './support/command.ts'

type Row = Record<string, unknown>

/** The routes of the server, set by each test. */
const hostile = {
  ...{ assets: [] as Row[], folders: [] as Row[], rows: [] as Row[], archiveName: '' },
  onFile: async () => {},
}
const content = 'written by the server'
const checksum = createHash('sha256').update(content).digest('hex')

const server = createServer(async ({ url = '' }, response) => {
  const path = url.split('?')[0]!
  if (path === '/file') {
    await hostile.onFile()
    return response.end(content)
  }
  if (path === '/oauth/introspect') return answer(response, { data: { client_id: ids.client, scopes: [] } })
  if (path === '/api/user') return answer(response, { company: { id: ids.company } })
  if (path === '/api/folders') {
    const parent = new URL(url, 'http://x').searchParams.get('parent_id')
    return list(
      response,
      hostile.folders.filter(({ parent_id }) => (parent_id ?? 'root') === parent),
    )
  }
  if (path === '/api/assets') return list(response, hostile.assets)
  if (path.startsWith('/api/templates/'))
    return answer(response, { data: { id: ids.template, name: 't', variables: [] } })
  if (path === `/api/render-batches/${ids.batch}/rows`) return list(response, hostile.rows)
  if (path.startsWith('/api/render-batches')) return answer(response, { data: batch() })
  if (path === '/api/archives') return answer(response, { data: { ...archive, name: hostile.archiveName } })
  answer(response, { data: hostile.assets[0] })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close().closeAllConnections())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const answer = (response: ServerResponse, body: unknown) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
const list = (response: ServerResponse, data: Row[]) =>
  answer(response, { data, links: {}, meta: { next_cursor: null } })

const batch = (): Row => ({
  ...{ id: ids.batch, status: 'done', created_at: new Date().toISOString(), template_ids: [ids.template] },
  counts: { rows: hostile.rows.length, done: hostile.rows.length, failed: 0 },
})

const ids = {
  batch: 'rbt_01h455vb4pex5vsknk084sn02q',
  row: 'rbr_01h455vb4pex5vsknk084sn02q',
  render: 'rnd_01h455vb4pex5vsknk084sn02q',
  template: 'tpl_01h455vb4pex5vsknk084sn02q',
  client: 'cli_01h455vb4pex5vsknk084sn02q',
  company: 'cmp_01h455vb4pex5vsknk084sn02q',
  asset: 'ast_01h455vb4pex5vsknk084sn02q',
  other: 'ast_01h455vb4pex5vsknk084sn03r',
  folder: 'fld_01h455vb4pex5vsknk084sn02q',
}

const asset = (more: Row): Row => ({
  id: ids.asset,
  filename: 'a.txt',
  extension: 'txt',
  size: content.length,
  checksum,
  url: `${url}/file`,
  folder_path: '/',
  folder_id: null,
  version: 1,
  availability: 'available',
  ...more,
})

const folder = (more: Row): Row => ({ id: ids.folder, name: 'a', parent_id: null, folders_count: 0, ...more })

const archive: Row = {
  ...{ id: 'arc_01h455vb4pex5vsknk084sn02q', url: `${url}/file`, size: content.length },
  counts: { files: 1, included: 1, excluded: 0 },
}

/** Creates a target folder with a file beside it, and lists all files afterwards. */
async function newPlace() {
  const place = await newDirectory()
  const root = join(place, 'one/root')
  const outside = join(place, 'outside')
  await mkdir(root, { recursive: true })
  await mkdir(outside)
  const run = runner({ ATELIER_URL: url, ATELIER_TOKEN: 'atl_at_x', HOME: await newDirectory() })
  Object.assign(hostile, { assets: [], folders: [], onFile: async () => {} })
  const beside = async () =>
    (await readdir(place, { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(place.length + 1))
      .filter((path) => !path.startsWith('one/root/'))
  return { root, outside, run, beside }
}

const commands = {
  download: (root: string) => ['assets', 'download', '--folder', '/', '--to', root],
  'download --overwrite': (root: string) => [
    'assets',
    'download',
    '--folder',
    '/',
    '--to',
    root,
    '--overwrite',
  ],
  sync: (root: string) => ['sync', root, '/', '--down'],
}

const notIds = [
  '../../../outside/a',
  '/../../../outside/a',
  '..',
  '/tmp/a',
  'C:\\a',
  `${ids.asset}/../../../../outside/a`,
  `${ids.asset}\0`,
  `${ids.asset}\n`,
  ['../../../outside/a'],
  { toString: 1 },
  7,
]

for (const [name, args] of Object.entries(commands)) {
  test(`${name}: rejects an invalid ID of an asset or a folder, and writes nothing`, async () => {
    const { root, run, beside } = await newPlace()
    // The SDK rejects invalid IDs for every command.
    for (const id of name === 'download' ? notIds : notIds.slice(0, 2)) {
      // If two assets have one name, the second gets its ID in the file name.
      hostile.assets = [asset({ id: ids.asset }), asset({ id, name: 'A' })]
      const { code, err } = await run(...args(root))
      assert.equal(code, 1, JSON.stringify(id))
      assert.match(err, / returned an invalid ID in the field [^\n]*\n$/)
    }
    assert.deepEqual([await beside(), await readdir(root)], [[], []])
  })
}

test('sync rejects an invalid folder ID and writes nothing', async () => {
  const { root, run, beside } = await newPlace()
  hostile.folders = [folder({}), folder({ id: '/../../../outside/a' })]
  const { code, err } = await run('sync', root, '/', '--down')
  assert.equal(code, 1)
  assert.match(err, /returned an invalid ID/)
  assert.deepEqual([await beside(), await readdir(root)], [[], []])
})

const hostileNames = [
  '../../outside/a',
  '..',
  '.',
  '',
  '/outside/a',
  'C:\\outside\\a',
  '\\\\host\\share',
  'a\0b',
  'a\nb',
  'CON',
  'nul.txt',
  'COM\u00b9',
  'a.',
  'a ',
  '.bashrc',
  '-rf',
]

test('render --csv: hostile file names are rejected, and nothing is written', async () => {
  const { root, run, beside } = await newPlace()
  const rows = join(root, '..', 'rows.csv')
  await writeFile(rows, 'headline\na\n')
  await mkdir(join(root, 'sub'))
  const named = [
    '../../outside/a.png',
    'sub/a.png',
    '.a.png',
    '-a.png',
    'a.sh',
    'a',
    'a\nb.png',
    'CON.png',
    'C:a.png',
  ]
  hostile.rows = named.map((name, at) => ({
    ...{
      id: `${ids.row.slice(0, -1)}${at}`,
      row: at + 1,
      name,
      status: 'done',
      findings: [],
      errors: null,
      render_id: ids.render,
    },
    ...{ size: content.length, url: `${url}/file`, template_id: ids.template },
  }))
  hostile.rows.push({ ...hostile.rows[0], id: ids.row, row: 99, name: 'a.png' })
  const { code, err } = await run('render', ids.template, '--csv', rows, '--output', root)
  assert.equal(code, 1, err)
  assert.match(err, /The server sent an unsafe file name, "sub\/a\.png"\. The file was not written\./)
  assert.deepEqual(
    [(await readdir(root)).toSorted(), await readdir(join(root, 'sub'))],
    [['a.png', 'sub'], []],
  )
  assert.deepEqual(await beside(), ['one/rows.csv'])
})

test('archive: a zip with a hostile name stays in the current directory, and replaces no file or link', async () => {
  const { root, outside, beside } = await newPlace()
  const env = { ATELIER_URL: url, ATELIER_TOKEN: 'atl_at_x', HOME: await newDirectory() }
  const run = () => ended(start(['archive', ids.asset], env, root))
  for (const name of hostileNames) {
    hostile.archiveName = name
    const { code, err } = await run()
    // Names that differ only in forbidden characters become the same name.
    if (code !== 0) assert.match(err, /\.zip exists\./, JSON.stringify(name))
  }
  const written = await readdir(root, { recursive: true })
  assert.ok(written.length > hostileNames.length / 2)
  for (const name of written) assert.doesNotMatch(name, /^\.|[/\\]|\p{Cc}|^(con|nul|com[\d\u00b9])(\.|$)/iu)
  hostile.archiveName = 'link'
  await symlink(join(outside, 'new'), join(root, 'link.zip'))
  assert.match((await run()).err, /link\.zip exists\./)
  assert.deepEqual(await beside(), [])
})

for (const [name, args] of Object.entries(commands)) {
  test(`${name}: files with hostile names, extensions and folders stay in the target directory`, async () => {
    const { root, run, beside } = await newPlace()
    const letters = '0123456789abcdefghjkmnpqrstvwxyz'
    const idOf = (at: number) => `_01h455vb4pex5vsknk084sn0${letters[at >> 5]}${letters[at & 31]}`
    hostile.folders = hostileNames.map((one, at) => folder({ id: `fld${idOf(at)}`, name: one }))
    hostile.assets = hostileNames.flatMap((one, at) => [
      asset({ id: `ast${idOf(at)}`, filename: one }),
      asset({ id: `ast${idOf(at + 100)}`, filename: `a.${one}` }),
      asset({ id: `ast${idOf(at + 200)}`, folder_path: `/${one}`, folder_id: `fld${idOf(at)}` }),
    ])
    const { err } = await run(...args(root))
    assert.doesNotMatch(err, /\n {4}at /)
    assert.deepEqual(await beside(), [])
    const written = await readdir(root, { recursive: true, withFileTypes: true })
    assert.ok(written.filter((entry) => entry.isFile()).length >= hostileNames.length)
    for (const entry of written)
      assert.doesNotMatch(entry.name, /^\.|[. ]$|\p{Cc}|^(con|nul|com[\d\u00b9])(\.|$)/iu)
  })
}

for (const [name, args] of Object.entries(commands)) {
  test(`${name}: does not follow a link in place of a directory or a file`, async () => {
    const { root, outside, run, beside } = await newPlace()
    await symlink(outside, join(root, 'way'))
    await symlink(join(outside, 'a.txt'), join(root, 'a.txt'))
    hostile.folders = [folder({ name: 'way' })]
    hostile.assets = [
      asset({ id: ids.other, name: 'b', folder_path: '/way', folder_id: ids.folder }),
      asset({}),
    ]
    const { code, err } = await run(...args(root))
    assert.equal(code, 1)
    assert.match(err, /way must be a directory, but it is a link or a file/)
    assert.deepEqual(await beside(), [])
    // --overwrite replaces the link itself, not its target.
    if (name.includes('overwrite')) assert.equal(await readFile(join(root, 'a.txt'), 'utf8'), content)
    else assert.equal(await readlink(join(root, 'a.txt')), join(outside, 'a.txt'))
  })
}

// Works only on systems that can access files through an open directory.
const skip = process.platform !== 'linux' && 'only Linux detects a link that is created during a download'

for (const [name, args] of Object.entries(commands)) {
  test(`${name}: writes nothing through a directory that becomes a link during the download`, {
    skip,
  }, async () => {
    const { root, outside, run, beside } = await newPlace()
    hostile.folders = [folder({ name: 'sea' })]
    hostile.assets = [asset({ folder_path: '/sea', folder_id: ids.folder })]
    await mkdir(join(root, 'sea'))
    hostile.onFile = async () => {
      await rename(join(root, 'sea'), join(root, 'moved'))
      await symlink(outside, join(root, 'sea'))
    }
    await run(...args(root))
    assert.deepEqual(await beside(), [])
    assert.deepEqual(await readdir(join(root, 'moved')), ['a.txt'])
  })
}

test('a folder that is its own parent does not cause an endless loop', async () => {
  const { root, run } = await newPlace()
  hostile.folders = [
    folder({ folders_count: 1 }),
    folder({ id: ids.folder, parent_id: ids.folder, folders_count: 1 }),
  ]
  assert.equal((await run('sync', root, '/', '--down')).code, 0)
  assert.deepEqual(await readdir(root), ['a'])
})

test('sync does not write the journal through a link', async () => {
  const { root, outside } = await newPlace()
  const home = await newDirectory()
  const sync = runner({ ATELIER_URL: url, ATELIER_TOKEN: 'atl_at_x', HOME: home })
  assert.equal((await sync('sync', root, '/', '--down')).code, 0)
  const states = join(home, '.local/state/atelier/sync')
  const journal = (await readdir(states)).find((file) => file.endsWith('.jsonl'))!
  await rm(join(states, journal))
  await writeFile(join(outside, 'mine'), '\n')
  await symlink(join(outside, 'mine'), join(states, journal))
  hostile.assets = [asset({})]
  await sync('sync', root, '/', '--down')
  assert.equal(await readFile(join(outside, 'mine'), 'utf8'), '\n')
})

test('a path cannot leave the directory', async () => {
  const root = await newDirectory()
  for (const path of ['..', '../a', 'a/../../b', '/a', 'a//b', './a', 'a/.', '', 'a\0', '..\0/a']) {
    await assert.rejects(
      inside(root, path, async () => {}, { isMaking: true }),
      /is outside/,
      JSON.stringify(path),
    )
  }
  await assert.rejects(makeDirectory(root, 'a/../../b'), /is outside/)
  assert.deepEqual(await readdir(root), [])
})

const anyId = fc
  .array(fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'), { minLength: 25, maxLength: 25 })
  .map((letters) => `ast_0${letters.join('')}`)
const anyName = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    'e\u0301',
    '\u00e9',
    '\u00df',
    'SS',
    '\u017f',
    's',
    '\ud800',
    '\udc00',
    'a.txt',
    ...hostileNames,
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

test('file names are unique and valid on every file system', () => {
  const wanted = fc.array(
    fc.record({
      asset: fc.record({
        id: anyId,
        filename: fc
          .tuple(anyName, fc.oneof(fc.constantFrom('', '.txt'), anyName))
          .map((parts) => parts.join('')),
      }),
      folders: fc.array(anyName, { maxLength: 2 }),
    }),
    { maxLength: 12 },
  )
  const property = fc.property(wanted, fc.boolean(), (given, isNamedLikeAnother) => {
    // An asset can be named like another asset's file.
    if (isNamedLikeAnother && given.length > 1) given[0]!.asset.filename = `a ${given[1]!.asset.id}`
    const names = localNames(given as never).map(({ name }) => name)
    assert.equal(new Set(names.map(collisionKey)).size, names.length)
    for (const part of names.flatMap((name) => name.split('/'))) {
      assert.doesNotMatch(
        part,
        /^\.|[. ]$|[\p{Cc}\p{Cs}\\:*?"<>|]|^$|^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/iu,
      )
      assert.ok(Buffer.byteLength(part) <= 255, part)
    }
  })
  fc.assert(property, { seed })
})
