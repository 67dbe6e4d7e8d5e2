// Engines: postgres in CI
// Renders single files from the command line.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { newCompany } from '../../server/test/support/companies.ts'
import { card, newPicture, newTemplate } from '../../server/test/support/renders.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { ended, main, newDirectory, signedIn, start } from './support/command.ts'
import { noTerminal, openTerminal } from './support/terminal.ts'

const service = await startService({ env: { RENDERS_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '1000' } })
const acme = await newCompany(service, 'Acme')
const document = card()
  .toString()
  .replace('</svg>', '<text id="$price" x="130" y="70" font-size="12">18</text></svg>')
const template = await newTemplate(service, acme, Buffer.from(document), {
  name: 'Launch card',
  variables: JSON.stringify([{ key: 'price', type: 'number' }]),
})
const env = signedIn(service, acme)
const folder = await newDirectory()
const run = (...args: string[]) => ended(start(['render', ...args], env, folder))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function pixel(file: string, left: number, top: number) {
  const box = { left, top, width: 1, height: 1 }
  const raw = await sharp(join(folder, file)).extract(box).removeAlpha().raw().toBuffer()
  return [...raw]
}

test('renders a template by name into a file in the format of its extension', async () => {
  const red = await newPicture(service, acme, { color: '#C02010' })
  const values = ['--set', 'headline=Hello = world', '--set', `photo=${red.id}`, '--set', 'accent=#0000FF']
  const { code, out, err } = await run('Launch card', ...values, '--width', '480', '--output', 'card.png')
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^Rendered card\.png \(480 × 240, [\d.]+ (bytes|KB)\)\.\n$/)
  assert.deepEqual(await pixel('card.png', 100, 120), [0xc0, 0x20, 0x10])
  assert.deepEqual(await pixel('card.png', 400, 200), [0, 0, 255])
  const jpeg = await run(template.id, '--output', 'card.JPG', '--quality', '50')
  assert.equal(jpeg.code, 0, jpeg.err)
  assert.equal((await sharp(join(folder, 'card.JPG')).metadata()).format, 'jpeg')
})

test('render prints the render as JSON, its bytes, or its URL', async () => {
  const shown = await run(template.id, '--set', 'price=18.5', '--format', 'webp', '--json')
  const render = JSON.parse(shown.out)
  assert.deepEqual([render.status, render.format, render.variables], ['done', 'webp', { price: 18.5 }])
  const file = await open(join(folder, 'piped.webp'), 'w')
  const given = ['render', template.id, '--set', 'price=18.5', '--format', 'webp', '--output', '-']
  assert.equal((await ended(start(given, env, folder, file.fd))).code, 0)
  await file.close()
  const bytes = await readFile(join(folder, 'piped.webp'))
  assert.equal(sha256(bytes), render.checksum)
  const { out } = await run(template.id, '--set', 'price=18.5', '--format', 'webp')
  assert.equal(sha256(new Uint8Array(await (await fetch(out.trim())).arrayBuffer())), render.checksum)
})

test('uploads a local picture once', async () => {
  await writeFile(join(folder, 'blue.png'), await picture({ width: 300, height: 300, color: '#1020C0' }))
  for (const headline of ['One', 'Two']) {
    const values = ['--set', 'photo=@blue.png', '--set', `headline=${headline}`]
    const { code, err } = await run(template.id, ...values, '--output', 'blue-card.png')
    assert.deepEqual([code, err], [0, ''])
    assert.deepEqual(await pixel('blue-card.png', 60, 60), [0x10, 0x20, 0xc0])
  }
  const { data } = (await acme.get('/api/assets?search=blue')).body
  assert.deepEqual([data.length, data[0].folder_path], [1, '/Pictures for renders'])
})

test('a missing picture fails before anything is rendered', async () => {
  const { code, out, err } = await run(template.id, '--set', 'photo=@none.png')
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^[^\n]*none\.png[^\n]*\n$/)
})

test('findings are printed to standard error and rejected if strict', async () => {
  const values = ['--set', 'headline=Hi \u{f0000}']
  const warned = await run(template.id, ...values, '--output', 'hi.png')
  assert.equal(warned.code, 0)
  assert.match(warned.err, /^headline: [^\n]*U\+F0000[^\n]*\n$/)
  const strict = await run(template.id, ...values, '--check', 'strict', '--output', 'strict.png')
  assert.deepEqual([strict.code, strict.out], [1, ''])
  assert.match(strict.err, /variables\.headline: /)
  assert.ok(!(await readdir(folder)).includes('strict.png'))
  const dry = await run(template.id, ...values, '--dry-run', '--json')
  assert.deepEqual([dry.code, JSON.parse(dry.out).findings[0].type], [0, 'glyph_missing'])
  const fine = await run(template.id, '--set', 'headline=Hi', '--dry-run')
  assert.deepEqual([fine.code, fine.err, fine.out], [0, '', 'No findings.\n'])
})

test('wrong values, unknown variables and unknown templates are explained', async () => {
  const wrong = await run(template.id, '--set', 'price=cheap', '--set', 'hedline=Hello')
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /variables\.price: /)
  assert.match(wrong.err, /variables\.hedline: .*Did you mean headline\?/)
  const none = await run('No such card')
  assert.deepEqual(
    [none.code, none.err],
    [
      2,
      'There is no template named No such card. Run atelier templates list to see the existing templates.\n',
    ],
  )
  const twin = await newTemplate(service, acme, card(), { name: 'Twin' })
  const other = await newTemplate(service, acme, card(), { name: 'Twin' })
  const both = await run('Twin')
  assert.equal(both.code, 2)
  for (const { id } of [twin, other]) assert.ok(both.err.includes(id))
})

test('wrong usage exits with 2', async () => {
  for (const args of [
    [template.id, '--set', 'headline'],
    [template.id, '--set', '=x'],
    [template.id, '--width', '0'],
    [template.id, '--scale', 'x'],
    [template.id, '--format', 'gif'],
    [template.id, '--output', 'card.gif'],
    [template.id, '--output', '-', '--json'],
    [],
  ])
    assert.equal((await run(...args)).code, 2, args.join(' '))
})

test('binary output is not written to a terminal', { skip: noTerminal }, async () => {
  const command = [process.execPath, main, 'render', template.id, '--output', '-']
  const { code, screen } = await openTerminal(command, { columns: 80, env }).ended()
  assert.equal(code, 2)
  assert.match(screen, /Redirect the file/)
})

test('a print PDF has the requested bleed, crop marks, inks and standard', async () => {
  const print = [
    '--bleed',
    '3mm',
    '--marks',
    '--color',
    'cmyk',
    '--text',
    'embedded',
    '--standard',
    'PDF/X-4',
  ]
  const { code, err } = await run(template.id, ...print, '--output', 'card.pdf')
  assert.equal(code, 0, err)
  const file = (await readFile(join(folder, 'card.pdf'))).toString('latin1')
  for (const part of [/^%PDF-/, /\/TrimBox/, /\/BleedBox/, /PDF\/X-4/]) assert.match(file, part)
  const implied = await run(template.id, '--marks', '--json')
  assert.equal(JSON.parse(implied.out).format, 'pdf')
  for (const args of [
    ['--bleed', '3mm', '--output', 'card.png'],
    ['--marks', '--format', 'svg'],
    ['--standard', 'PDF/X-1a'],
  ])
    assert.equal((await run(template.id, ...args)).code, 2, args.join(' '))
})

test('a render can be saved as an asset in a folder, under a given name', async () => {
  const { code, out, err } = await run(template.id, '--keep', '/Kept/2026', '--keep-name', 'Final card')
  assert.equal(code, 0, err)
  const { data } = (await acme.get(`/api/assets/${out.trim()}`)).body
  assert.deepEqual([data.name, data.folder_path], ['Final card', '/Kept/2026'])
  const root = await run(template.id, '--keep', '/', '--json')
  const { asset_id } = JSON.parse(root.out)
  assert.equal((await acme.get(`/api/assets/${asset_id}`)).body.data.folder_id, null)
  assert.equal((await run(template.id, '--keep-name', 'x')).code, 2)
})

test('a render link is created, signed without the server, listed and revoked', async () => {
  const links = (args: string[], more = {}) =>
    ended(start(['render-links', ...args], { ...env, ...more }, folder))
  const fixed = [
    '--open',
    'headline, accent',
    '--set',
    'price=18',
    '--formats',
    'png,jpeg',
    '--max-renders',
    '5',
  ]
  const created = await links(['create', 'Launch card', ...fixed, '--json'])
  assert.equal(created.code, 0, created.err)
  const { id, url, secret, variables, formats, max_renders } = JSON.parse(created.out)
  assert.deepEqual([variables, formats, max_renders], [{ price: 18 }, ['png', 'jpeg'], 5])
  const values = ['--set', 'headline=Straße & more', '--set', 'accent=#0000FF', '--format', 'jpeg']
  const offline = { ATELIER_URL: '', ATELIER_CLIENT_ID: '', ATELIER_CLIENT_SECRET: '' }
  const signed = await links(['sign', url, ...values], { ...offline, ATELIER_LINK_SECRET: secret })
  assert.equal(signed.code, 0, signed.err)
  const shown = await fetch(signed.out.trim())
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/jpeg'])
  assert.match((await links(['list', '--template-id', template.id])).out, /headline, accent/)
  assert.equal((await links(['revoke', id])).out, `Revoked ${id}.\n`)
  assert.equal((await fetch(signed.out.trim())).status, 410)
  for (const args of [
    ['create', 'Launch card', '--formats', 'gif'],
    ['sign', 'https://atelier.example/r/x'],
    ['sign', url],
  ])
    assert.equal((await links(args)).code, 2, args.join(' '))
})

test('a share is created, opened, read and revoked', async () => {
  const shares = (args: string[], more = {}) => ended(start(args, { ...env, ...more }, folder))
  const created = await shares(
    ['share', template.id, '--name', 'For the agency', '--sizes', 'none', '--json'],
    {
      ATELIER_SHARE_PASSWORD: '',
    },
  )
  assert.equal(created.code, 0, created.err)
  const { id, url, type, download_sizes } = JSON.parse(created.out)
  assert.deepEqual([type, download_sizes], ['template', []])
  assert.equal((await fetch(url)).status, 200)
  assert.match((await shares(['shares', 'visits', id])).out, /^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}view\n$/)
  assert.equal((await shares(['shares', 'revoke', id])).out, `Revoked ${id}.\n`)
  assert.equal((await fetch(url)).status, 410)
  const args = ['share', template.id, '--name', 'Closed']
  const closed = await shares([...args, '--json'], { ATELIER_SHARE_PASSWORD: 'lagoon-7' })
  assert.equal((await fetch(JSON.parse(closed.out).url)).status, 401)
  assert.equal((await shares([...args, template.id])).code, 2)
  assert.equal((await shares([...args, '--sizes', 'huge'])).code, 2)
})

test('a share accepts uploads within the limits of the flags', async () => {
  const share = (...args: string[]) => ended(start(['share', '--name', 'Send files', ...args], env, folder))
  const into = (await acme.post('/api/folders', { name: 'From visitors' })).body.data.id
  const limits = [
    '--max-files',
    '3',
    '--max-size',
    '1.5GB',
    '--max-file-size',
    '50 mb',
    '--upload-types',
    'image',
  ]
  const created = await share('--uploads', into, ...limits, '--json')
  assert.equal(created.code, 0, created.err)
  const { type, uploads } = JSON.parse(created.out)
  assert.deepEqual(
    [type, uploads],
    [
      'uploads',
      {
        folder_id: into,
        max_files: 3,
        max_bytes: 1_500_000_000,
        max_file_bytes: 50_000_000,
        types: ['image'],
      },
    ],
  )
  assert.match((await share(template.id, '--uploads', into)).out, /^uploads +0 of 200 files$/m)
  for (const args of [[], ['--max-files', '3'], ['--uploads', into, '--max-size', 'much']])
    assert.equal((await share(...args)).code, 2, args.join(' '))
})

test('an existing file is replaced atomically, and kept if the render fails', async () => {
  await writeFile(join(folder, 'kept.png'), 'old')
  await run(template.id, '--set', 'price=x', '--output', 'kept.png')
  assert.equal(await readFile(join(folder, 'kept.png'), 'utf8'), 'old')
  await run(template.id, '--output', 'kept.png')
  assert.equal((await sharp(join(folder, 'kept.png')).metadata()).width, 240)
  await mkdir(join(folder, 'directory'))
  const { code } = await run(template.id, '--format', 'png', '--output', 'directory')
  assert.equal(code, 1)
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith('.part')),
    [],
  )
})
