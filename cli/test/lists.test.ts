// Engines: postgres in CI
// Lists, single resources, tokens, changes and completion.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { parseId } from '../../server/src/ids.ts'
import { asOwner, newCompany } from '../../server/test/support/companies.ts'
import { fillLibrary, librarySize } from '../../server/test/support/library.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { ended, newDirectory, runner, signedIn, start } from './support/command.ts'
import { noTerminal, openTerminal } from './support/terminal.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
await fillLibrary(service, acme)
const env = signedIn(service, acme)
const run = runner(env)

for (const name of [
  'templates',
  'renders',
  'render-batches',
  'render-links',
  'archives',
  'collections',
  'reviews',
  'comments',
  'properties',
  'presets',
  'saved-searches',
  'shares',
  'assets',
  'folders',
  'tags',
  'asset-tags',
  'brand-kit',
  'brand-pages',
]) {
  test(`${name} list --all prints every row, and get prints the same resource`, async () => {
    const { code, out, err } = await run(name, 'list', '--all', '--json')
    const rows = JSON.parse(out)
    assert.deepEqual([code, err, rows.length], [0, '', librarySize[`/${name}`]])
    const one = await run(name, 'get', rows[0].id, '--json')
    assert.equal(JSON.parse(one.out).id, rows[0].id)
    assert.match((await run(name, 'get', rows[0].id)).out, new RegExp(`^id +${rows[0].id}\n`))
    const shown = await run(name, 'list', '--all')
    assert.equal(shown.out.trim().split('\n').length, rows.length + 1)
    assert.ok(!shown.out.includes('\x1b'))
  })
}

test('a list stops at its limit and says that there are more rows', async () => {
  const { code, out, err } = await run('assets', 'list', '--limit', '3', '--json')
  assert.deepEqual([code, JSON.parse(out).length], [0, 3])
  assert.equal(err, 'There are more rows. Use --limit <rows> or --all.\n')
  const exact = await run('folders', 'list', '--limit', `${librarySize['/folders']}`, '--json')
  assert.deepEqual([JSON.parse(exact.out).length, exact.err], [librarySize['/folders'], ''])
})

test('list passes filters, sort and fields to the API', async () => {
  const { data } = (
    await acme.get('/api/assets?tag=product&untagged=false&sort=-name&fields=id,name&per_page=100')
  ).body
  const asked = ['--tag', 'product', '--untagged', 'false', '--sort', '-name', '--fields', 'id,name']
  const { out } = await run('assets', 'list', ...asked, '--all', '--json')
  assert.ok(data.length > 0)
  assert.deepEqual(JSON.parse(out), data)
})

test('a filter takes several values, separated by commas', async () => {
  const { data } = (await acme.get('/api/assets?type=image,video&per_page=100&sort=name&fields=id')).body
  const types = new Set(
    (await acme.get('/api/assets?per_page=100&fields=type')).body.data.map(
      (row: { type: string }) => row.type,
    ),
  )
  assert.ok(data.length > 0 && types.size > 1)
  const asked = ['--type', 'image,video', '--sort', 'name', '--fields', 'id']
  const { out } = await run('assets', 'list', ...asked, '--all', '--json')
  assert.deepEqual(JSON.parse(out), data)
})

test('an unknown flag, value or command exits with 2', async () => {
  const wrong = [
    ['assets', 'list', '--type', 'x'],
    ['assets', 'list', '--type', 'image,x'],
    ['assets', 'list', '--limit', '0'],
    ['asset'],
    ['tags', 'list', '-x'],
  ]
  for (const args of wrong) assert.equal((await run(...args)).code, 2, args.join(' '))
})

test('a missing resource prints one line with the request ID and exits with 1', async () => {
  const { code, out, err } = await run('assets', 'get', 'ast_00000000000000000000000000')
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^[^\n]*404[^\n]*\(req_[\w-]+\)\n$/)
})

test('an empty ID, as from an unset variable, exits with 2', async () => {
  for (const args of [
    ['templates', 'get', ''],
    ['brand-kit', 'tokens', ''],
    ['assets', 'download', ''],
  ]) {
    const { code, out, err } = await run(...args)
    assert.deepEqual([code, out], [2, ''], args.join(' '))
    assert.match(err, /It must not be empty\.\n/)
  }
})

test('names cannot send escape sequences to the terminal', async () => {
  const { id } = (await acme.post('/api/folders', { name: 'Right' })).body.data
  // The server now rejects such a name, but old rows can contain one.
  await asOwner(
    service.db,
    sql`update folders set name = ${'Right\u202eto left'} where id = ${parseId('folder', id)}`,
  )
  assert.ok(!(await run('folders', 'list', '--all')).out.includes('\u202e'))
})

test('a closed pipe ends the command silently', async () => {
  await acme.post('/api/folders', { name: 'Seen' })
  const child = start(['changes', '--follow', '--since', '0', '--json'], env)
  const closed = once(child, 'close')
  await once(child.stdout!, 'data')
  child.stdout!.destroy()
  await acme.post('/api/folders', { name: 'Not seen any more' })
  let err = ''
  child.stderr!.on('data', (text) => {
    err += text
  })
  const [code] = await closed
  assert.deepEqual([code, err], [0, ''])
})

const full = '/dev/full'
const withoutFull = !existsSync(full) && `${full} is not there`

test('a full disk prints one line and exits with 1', { skip: withoutFull }, async () => {
  const disk = await open(full, 'w')
  for (const args of [['folders', 'list'], ['folders', 'list', '--json'], ['--help']]) {
    const child = start(args, env, undefined, disk.fd)
    const { code, err } = await ended(child)
    assert.equal(code, 1)
    assert.match(err, /^ENOSPC: no space left on device, write\n$/)
  }
  await disk.close()
})

test('prints the design tokens of the default kit or a given kit, as the API returns them', async () => {
  const { data } = (await acme.get('/api/brand-kit')).body
  const kit = data.find((one: { is_default: boolean }) => one.is_default) ?? data[0]
  for (const format of ['css', 'json', 'ase']) {
    const { text } = await acme.get(`/api/brand-kit/${kit.id}/tokens?format=${format}`)
    assert.equal((await run('brand-kit', 'tokens', '--format', format)).out, text)
    assert.equal((await run('brand-kit', 'tokens', kit.id, '--format', format)).out, text)
  }
})

test('prints changes as lines of JSON, from any seq', async () => {
  for (const name of ['For changes', 'And more']) await acme.post('/api/folders', { name })
  const linesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const all = linesOf((await run('changes', '--json')).out)
  const { data } = (await acme.get('/api/changes?per_page=1000')).body
  assert.deepEqual(all, data)
  const last = linesOf((await run('changes', '--since', `${all.at(-2).seq}`, '--json')).out)
  assert.deepEqual(last, all.slice(-1))
})

test('changes --follow prints new changes, and Ctrl-C ends it with 130 and no other output', async () => {
  const child = start(['changes', '--follow', '--since', '0', '--types', 'folder.created', '--json'], env)
  const end = ended(child)
  let out = ''
  child.stdout!.on('data', (text) => {
    out += text
  })
  await until('it follows', () => out !== '')
  const { body } = await acme.post('/api/folders', { name: 'While following' })
  await until('it is told', () => out.includes(body.data.id))
  child.kill('SIGINT')
  const { code, err } = await end
  assert.deepEqual([code, err], [130, ''])
})

test('completes commands, flags and shells in bash', async () => {
  const { out } = await run('completion', 'bash')
  const completed = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `${out}\nCOMP_WORDS=(atelier "$@") COMP_CWORD=$#; _atelier; echo "\${COMPREPLY[@]}"`,
        '_',
        ...words,
      ],
      {
        encoding: 'utf8',
      },
    ).trim()
  assert.equal(completed('assets'), 'assets')
  assert.equal(completed('assets', 'upl'), 'upload')
  assert.equal(completed('assets', 'list', '--folder'), '--folder-id')
  assert.equal(completed('completion', 'z'), 'zsh')
})

test('completes the values of flags, and files where a flag has no fixed values', async () => {
  const { out } = await run('completion', 'bash')
  const completed = (...words: string[]) => {
    const line = `${out}\nCOMP_WORDS=(atelier "$@") COMP_CWORD=$#; _atelier; echo "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', line, '_', ...words], { encoding: 'utf8' }).trim()
  }
  assert.equal(completed('assets', 'list', '--type', 'im'), 'image')
  assert.equal(completed('brand-kit', 'tokens', '--format', 'sc'), 'scss')
  assert.equal(completed('assets', 'list', '--sort', 'na'), 'name')
  // Prints no values, so that bash offers file names.
  assert.equal(completed('assets', 'download', '--to', ''), '')
  assert.equal(completed('assets', 'list', '--prof'), '--profile')
})

const completions = [
  ['atelier assets upl', 'upload'],
  ['atelier assets list --type im', 'image'],
  ['atelier assets list --folder', '--folder-id'],
  ['atelier completion z', 'zsh'],
] as const

const isThere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0
const leftOut = (shell: string) => {
  if (!isThere(shell)) console.error(`SKIPPED: no ${shell}, so its completion is not tested.`)
  return !isThere(shell) && `no ${shell}`
}

test('completes commands, flags and shells in fish', { skip: leftOut('fish') }, async () => {
  const { out } = await run('completion', 'fish')
  const file = join(await newDirectory(), 'atelier.fish')
  await writeFile(file, out)
  for (const [typed, word] of completions) {
    const given = execFileSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${typed}'`])
    assert.ok(given.toString().split('\n').includes(word), `${typed}: ${given}`)
  }
})

// zsh only completes in a terminal.
test('completes commands, flags and shells in zsh', { skip: noTerminal || leftOut('zsh') }, async () => {
  const { out } = await run('completion', 'zsh')
  const directory = await newDirectory()
  await writeFile(join(directory, 'zsh'), out)
  const zsh = openTerminal(['zsh', '-f', '-i'], { columns: 100, env: { HOME: directory, TERM: 'dumb' } })
  zsh.type(`autoload -U compinit; compinit -u -D; source ${directory}/zsh; echo be"gi"n\r`)
  await zsh.shows('begin')
  for (const [typed, word] of completions) {
    const whole = [...typed.split(' ').slice(0, -1), word].join(' ')
    zsh.type(`${typed}\t`)
    await zsh.shows(`${whole} `)
    zsh.type('\x15')
  }
  zsh.type('exit\r')
  await zsh.ended()
})

test('api sends one request to any path, with a body from fields or standard input', async () => {
  const page = await run('api', 'get', '/api/folders', '--query', 'per_page=1', '--query', 'sort=name')
  assert.deepEqual([page.code, JSON.parse(page.out).data.length], [0, 1])
  const made = await run('api', 'POST', '/api/folders', '--set', 'name=By its path', '--include')
  assert.match(made.out, /^HTTP 201\n(?:.+\n)*location: \/api\/folders\/fld_/)
  const { id } = (await acme.get('/api/folders?search=By+its+path')).body.data[0]
  const sent = await ended(
    start(['api', 'PATCH', `/api/folders/${id}`, '--input', '-'], env),
    '{"name":"From a pipe"}',
  )
  assert.equal(JSON.parse(sent.out).data.name, 'From a pipe')
  assert.deepEqual(await run('api', 'DELETE', `/api/folders/${id}`), { code: 0, out: '', err: '' })
  const wrong = await run('api', 'POST', '/api/folders', '--set', 'name=')
  assert.deepEqual([wrong.code, wrong.out], [1, ''])
  for (const usage of [
    ['GET', 'https://other.example/'],
    ['GET', '//other.example/'],
    ['FETCH', '/api/user'],
    ['GET', '/api/folders?per_page=1'],
    ['GET', '/api/folders', '--set', 'name=x'],
  ])
    assert.equal((await run('api', ...usage)).code, 2)
})
