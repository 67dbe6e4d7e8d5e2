// Engines: postgres in CI
// Renders the rows of a file from the command line.
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { asCompany } from '../../server/src/db/tenancy.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { newTemplate } from '../../server/test/support/renders.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { ended, newDirectory, signedIn, start } from './support/command.ts'

const service = await startService({ env: { RENDERS_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '1000' } })
const acme = await newCompany(service, 'Acme')
await newTemplate(service, acme, undefined, { name: 'Launch card' })
const folder = await newDirectory()
const env = { ...signedIn(service, acme), HOME: folder }
const begin = (...args: string[]) => start(['render', 'Launch card', ...args], env, folder)
const run = (...args: string[]) => ended(begin(...args))
const batches = async () => (await acme.get('/api/render-batches?per_page=100')).body.data

const csvOf = (rows: [sku: string, headline: string, accent: string][]) =>
  ['sku,headline,accent', ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\r\n')

test('renders each row into a file that is named by a pattern, and reports failed rows', async () => {
  const rows = csvOf([
    ['A-1', 'First, "really"'.replaceAll('"', '""'), '#0000FF'],
    ['../B', 'Second', '#00FF00'],
    ['C-3', 'Third', 'no color'],
  ])
  await writeFile(join(folder, 'rows.csv'), rows)
  const mapped = ['--column', 'headline=headline', '--column', 'accent=accent']
  const args = ['--csv', 'rows.csv', '--name', 'card {sku}.png', ...mapped, '--output', 'cards']
  const { code, out, err } = await run(...args, '--json')
  assert.equal(code, 1, err)
  const { rendered, skipped, failed } = JSON.parse(out)
  assert.deepEqual([rendered.length, skipped, failed.length, failed[0].row], [2, [], 1, 3])
  assert.match(err, /^row 3 \([^)]*\): accent: The [^\n]*color[^\n]*\n$/)
  const files = (await readdir(join(folder, 'cards'))).sort()
  assert.deepEqual(files, rendered.map(({ name }: { name: string }) => name).sort())
  assert.ok(files.includes('card A-1.png'))
  const raw = sharp(join(folder, 'cards/card A-1.png')).extract({ left: 200, top: 100, width: 1, height: 1 })
  assert.deepEqual([...(await raw.removeAlpha().raw().toBuffer())], [0, 0, 255])
  const again = await run(...args)
  assert.match(again.out, /^Rendered 2 files, 1 row failed\.\n$/)
})

test('--sizes renders each row in several sizes', async () => {
  await writeFile(join(folder, 'sized.csv'), 'headline\nOne\nTwo')
  const args = ['--csv', 'sized.csv', '--name', '{row}-{size}', '--output', 'sized']
  const { code, err } = await run(...args, '--sizes', '120,60x60')
  assert.equal(code, 0, err)
  assert.deepEqual((await readdir(join(folder, 'sized'))).sort(), [
    '1-120x60.png',
    '1-60x60.png',
    '2-120x60.png',
    '2-60x60.png',
  ])
  const wrong = await run(...args, '--sizes', 'large')
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /widths or sizes in pixels, such as 1080,1080x1920/)
})

test('an interrupted run resumes with the same batch and downloads only the missing files', async () => {
  const rows = Array.from(
    { length: 200 },
    (_, at) => [`S${at}`, `Resumed ${at}`, '#112233'] as [string, string, string],
  )
  await writeFile(join(folder, 'many.csv'), csvOf(rows))
  const mapped = ['--column', 'headline=headline', '--column', 'accent=accent']
  const args = ['--csv', 'many.csv', '--name', '{sku}', ...mapped, '--output', 'many']
  const before = (await batches()).length
  const first = begin(...args)
  const files = () => readdir(join(folder, 'many')).catch((): string[] => [])
  await until('some files are there', async () => (await files()).some((name) => name.endsWith('.png')))
  first.kill('SIGKILL')
  assert.equal((await ended(first)).code, 'SIGKILL')
  const there = (await files()).filter((name) => /^S\d+\.png$/.test(name))
  const { code, out, err } = await run(...args, '--json')
  assert.equal(code, 0, err)
  const { rendered, skipped, failed } = JSON.parse(out)
  assert.deepEqual([rendered.length + skipped.length, failed], [200, []])
  assert.ok(skipped.length >= there.length, `${skipped.length} of ${there.length}`)
  assert.equal((await batches()).length, before + 1)
  for (const { name } of [...rendered, ...skipped])
    assert.equal((await sharp(join(folder, 'many', name)).metadata()).width, 240)
})

test('a file that is older than the batch is replaced', async () => {
  await writeFile(join(folder, 'one.csv'), 'headline\nOld')
  const args = ['--csv', 'one.csv', '--name', 'one', '--output', 'one']
  await run(...args)
  const file = join(folder, 'one/one.png')
  const { size } = await stat(file)
  const good = await readFile(file)
  await writeFile(file, Buffer.alloc(size))
  await utimes(file, new Date(0), new Date(0))
  assert.match((await run(...args)).out, /^Rendered 1 file\.\n$/)
  assert.deepEqual(await readFile(file), good)
  await unlink(file)
})

test('rows are rendered with several templates', async () => {
  await newTemplate(service, acme, undefined, { name: 'Launch story' })
  await writeFile(join(folder, 'two.csv'), 'headline\nSun\nMoon')
  const args = ['--csv', 'two.csv', '--name', '{row}-{template}.png', '--output', 'two']
  const { code, err } = await ended(start(['render', 'Launch card', 'Launch story', ...args], env, folder))
  assert.equal(code, 0, err)
  assert.deepEqual((await readdir(join(folder, 'two'))).sort(), [
    '1-Launch card.png',
    '1-Launch story.png',
    '2-Launch card.png',
    '2-Launch story.png',
  ])
  assert.equal((await ended(start(['render', 'Launch card', 'Launch story'], env, folder))).code, 2)
})

test('rows are rendered as PDFs for print', async () => {
  await writeFile(join(folder, 'print.csv'), 'headline\nSun')
  const { code, err } = await run('--csv', 'print.csv', '--bleed', '3mm', '--output', 'print')
  assert.equal(code, 0, err)
  assert.match((await readFile(join(folder, 'print/1.pdf'))).toString('latin1'), /\/BleedBox/)
})

test('local pictures in cells are uploaded first, each once', async () => {
  await mkdir(join(folder, 'data/pictures'), { recursive: true })
  for (const [name, color] of [
    ['red', '#C02010'],
    ['blue', '#1020C0'],
  ] as const) {
    const bytes = await picture({ width: 300, height: 300, color })
    await writeFile(join(folder, `data/pictures/${name}.png`), bytes)
  }
  const red = '@pictures/red.png'
  const rows = [`"One; ""first""";${red}`, `Two;${red}`, 'Three;@pictures/blue.png', 'Four @home;']
  await writeFile(join(folder, 'data/photos.csv'), `headline;Picture\n${rows.join('\n')}\n`)
  const mapped = ['--column', 'headline=headline', '--column', 'photo=Picture']
  const { code, err } = await run('--csv', 'data/photos.csv', ...mapped, '--output', 'photos')
  assert.equal(code, 0, err)
  const colorOf = async (name: string) => {
    const box = { left: 60, top: 60, width: 1, height: 1 }
    return [
      ...(await sharp(join(folder, 'photos', name))
        .extract(box)
        .removeAlpha()
        .raw()
        .toBuffer()),
    ]
  }
  assert.deepEqual(await Promise.all(['1.png', '2.png', '3.png'].map(colorOf)), [
    [0xc0, 0x20, 0x10],
    [0xc0, 0x20, 0x10],
    [0x10, 0x20, 0xc0],
  ])
  const [batch] = await batches()
  const { data } = (await acme.get(`/api/render-batches/${batch.id}/rows`)).body
  assert.deepEqual(
    [data[0].variables.headline, data[3].variables],
    ['One; "first"', { headline: 'Four @home' }],
  )
  const uploaded = async () => (await acme.get('/api/assets?per_page=100')).body.data
  assert.deepEqual((await uploaded()).map(({ name }: { name: string }) => name).sort(), ['blue', 'red'])

  await writeFile(join(folder, 'data/photos.ndjson'), JSON.stringify({ headline: 'Five', photo: red }))
  assert.equal((await run('--csv', 'data/photos.ndjson', '--output', 'more')).code, 0)
  assert.equal((await uploaded()).length, 2)
  await writeFile(join(folder, 'data/missing.csv'), 'headline,photo\nSix,@pictures/none.png')
  const missing = await run('--csv', 'data/missing.csv', '--output', 'missing')
  assert.deepEqual([missing.code, missing.out], [1, ''])
  assert.match(missing.err, /none\.png/)
})

test('an unreadable file and wrong usage are rejected', async () => {
  await writeFile(join(folder, 'wrong.csv'), 'hedline\nx')
  const wrong = await run('--csv', 'wrong.csv', '--output', 'wrong')
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /hedline/)
  assert.equal((await run('--csv', 'none.csv', '--output', 'none')).code, 1)
  for (const args of [
    ['--csv', 'one.csv'],
    ['--csv', 'one.csv', '--output', '-'],
    ['--csv', 'one.csv', '--output', 'x', '--set', 'headline=x'],
    ['--csv', 'one.csv', '--output', 'x', '--dry-run'],
    ['--name', '{sku}.png'],
    ['--csv', 'one.csv', '--output', 'x', '--keep', '/', '--keep-name', 'x'],
  ])
    assert.equal((await run(...args)).code, 2, args.join(' '))
})

test('each rendered row is saved once in a library folder', async () => {
  const rows = csvOf([
    ['K-1', 'Kept', '#0000FF'],
    ['K-2', 'Kept too', '#00FF00'],
    ['K-3', 'Not kept', 'no color'],
  ])
  await writeFile(join(folder, 'kept.csv'), rows)
  const mapped = ['--column', 'headline=headline', '--column', 'accent=accent']
  const args = [
    '--csv',
    'kept.csv',
    '--name',
    '{sku}.png',
    ...mapped,
    '--output',
    'kept',
    '--keep',
    '/Kept/2026',
  ]
  const { code, out, err } = await run(...args, '--json')
  assert.equal(code, 1, err)
  const { rendered } = JSON.parse(out)
  const { data } = (await acme.get('/api/assets?sort=name&search=K')).body
  assert.deepEqual(
    data.map(({ id, name, folder_path }: Record<string, string>) => [id, name, folder_path]),
    rendered.map(({ asset_id, name }: Record<string, string>) => [asset_id, name, '/Kept/2026']),
  )
})

test('a run that resumes days later does not save a render twice', async () => {
  await writeFile(join(folder, 'late.csv'), 'headline\nLate')
  const args = ['--csv', 'late.csv', '--name', 'late', '--output', 'late', '--keep', '/Late', '--json']
  // The file cannot be written, so the run is unfinished.
  await mkdir(join(folder, 'late/late.png'), { recursive: true })
  assert.equal((await run(...args)).code, 1)
  const saved = async () => (await acme.get('/api/assets?search=late')).body.data
  const [first, ...more] = await saved()
  assert.deepEqual([first?.name, more], ['late.png', []])
  await asCompany(service.db, acme.companyId, (trx) => sql`delete from idempotency_keys`.execute(trx))
  await rmdir(join(folder, 'late/late.png'))
  const later = 'const { now } = Date; Date.now = () => now() + 2 * 86_400_000'
  const inDays = { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(later)}` }
  const { code, out, err } = await ended(start(['render', 'Launch card', ...args], inDays, folder))
  assert.equal(code, 0, err)
  assert.equal(JSON.parse(out).rendered[0].asset_id, first.id)
  assert.equal((await saved()).length, 1)
})

test('findings are printed with the number of their row', async () => {
  await writeFile(join(folder, 'odd.csv'), 'headline\nFine\nHi \u{f0000}')
  const { code, err } = await run('--csv', 'odd.csv', '--output', 'odd')
  assert.equal(code, 0)
  assert.match(err, /^row 2 \(2\.png\): headline: [^\n]*U\+F0000[^\n]*\n$/)
})
