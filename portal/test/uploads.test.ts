// Engines: postgres in CI
// Uploads to the library: dropped files, folders, pauses and lost connections.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { password } from '../../server/test/support/accounts.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy, signedIn } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, sound } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { drop } from './support/drop.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Ed')
const directory = await mkdtemp(join(tmpdir(), 'atelier-pictures-'))
after(() => rm(directory, { recursive: true }))

const largeBytes = 24_000_000
const totalOf = async (query: string): Promise<number> =>
  (await editor.get(`/portal/api/assets?with_total=true&per_page=1&${query}`)).body.meta.total
/** The initial value of `Network.emulateNetworkConditions`. */
const unhindered = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
/** Slow enough to interrupt a large file. */
const slow = { ...unhindered, uploadThroughput: 4_000_000 }
async function slowedDown(page: Page, conditions = slow) {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', conditions)
  return network
}
const chooseFile = (page: Page, file: Parameters<Locator['setInputFiles']>[0]) =>
  page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(file)
const dock = (page: Page) => page.getByRole('region', { name: 'Uploads' })

test('twenty dropped files are all uploaded, and each is found by name', options, async () => {
  const { page, context } = await editor.open('/assets')
  const paths = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const path = join(directory, `Harbour ${String(n + 1).padStart(2, '0')}.png`)
      const color = `#${(n * 700_000 + 0x10_00_00).toString(16).padStart(6, '0')}`
      await writeFile(path, await picture({ color }))
      return path
    }),
  )
  await drop(page, paths, page.getByRole('region', { name: 'Assets' }))
  await page.getByText('20 files uploaded').first().waitFor()
  // The finished list folds by itself, and closes soon afterwards.
  await dock(page).getByRole('button', { name: 'Show more' }).waitFor()
  assert.equal(await totalOf('search=harbour'), 20)
  await page.getByRole('searchbox', { name: 'Search assets' }).fill('harbour 17')
  await page.getByRole('option', { name: /^Harbour 17/ }).waitFor()
  await until('it alone is shown', async () => (await page.getByRole('option').count()) === 1)
  await context.close()
})

test('a selected folder is uploaded with its subfolders', options, async () => {
  await mkdir(join(directory, 'Autumn', 'Hiking'), { recursive: true })
  await writeFile(join(directory, 'Autumn', 'Cover.png'), await picture({ color: '#803010' }))
  await writeFile(join(directory, 'Autumn', 'Hiking', 'Boots.png'), await picture({ color: '#108030' }))
  const { page, context } = await editor.open('/assets')
  await page.locator('input[webkitdirectory]').setInputFiles(join(directory, 'Autumn'))
  await page.getByText('2 files uploaded').first().waitFor()
  const { data: folders } = (await editor.get('/portal/api/folders')).body
  const autumn = folders.find((one: { name: string }) => one.name === 'Autumn')
  const hiking = folders.find((one: { name: string }) => one.name === 'Hiking')
  assert.equal(hiking.parent_id, autumn.id)
  assert.deepEqual([await totalOf(`folder_id=${autumn.id}`), await totalOf(`folder_id=${hiking.id}`)], [1, 1])
  await page.getByRole('treeitem', { name: /^Autumn/ }).click()
  await page.getByRole('option', { name: /^Cover/ }).waitFor()
  await context.close()
})

test('a dropped folder is uploaded with its subfolders into the open folder', options, async () => {
  const top = (await editor.post('/portal/api/folders', { name: 'Seasons' })).body.data
  const winter = join(directory, 'Winter')
  await mkdir(join(winter, 'Snow', 'Shoes'), { recursive: true })
  await writeFile(join(winter, 'Sledge.png'), await picture({ color: '#203040' }))
  await writeFile(join(winter, 'Snow', 'Shoes', 'Left.png'), await picture({ color: '#405060' }))
  await writeFile(join(winter, 'Snow', 'Shoes', 'Right.png'), await picture({ color: '#607080' }))
  await writeFile(join(winter, '.DS_Store'), 'what systems keep for themselves')
  const beside = join(directory, 'Beside.png')
  await writeFile(beside, await picture({ color: '#8090a0' }))

  const { page, context } = await editor.open(`/assets?folder=${top.id}`)
  await drop(page, [winter, beside], page.getByRole('region', { name: 'Assets' }))
  await page.getByText('4 files uploaded').first().waitFor()
  const { data: folders } = (await editor.get('/portal/api/folders?per_page=100')).body
  const pathOf = (name: string) => folders.find((one: { name: string }) => one.name === name)?.path
  assert.deepEqual(['Winter', 'Snow', 'Shoes'].map(pathOf), [
    '/Seasons/Winter',
    '/Seasons/Winter/Snow',
    '/Seasons/Winter/Snow/Shoes',
  ])
  const { data: assets } = (await editor.get(`/portal/api/assets?folder_id=${top.id}&recursive=true`)).body
  assert.deepEqual(
    assets.map((one: { folder_path: string; name: string }) => `${one.folder_path}/${one.name}`).sort(),
    [
      '/Seasons/Beside',
      '/Seasons/Winter/Sledge',
      '/Seasons/Winter/Snow/Shoes/Left',
      '/Seasons/Winter/Snow/Shoes/Right',
    ],
  )
  await page.getByRole('option', { name: /^Beside/ }).waitFor()
  await context.close()
})

test('a pasted image is uploaded, unless it is pasted into a field', options, async () => {
  const { page, context } = await editor.open('/assets')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const bytes = (await picture({ color: '#c04080' })).toString('base64')
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${bytes}'), (one) => one.charCodeAt(0))
    const picture = new Blob([bytes], { type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
  })()`)
  const before = await totalOf('')
  await page.getByRole('searchbox', { name: 'Search assets' }).focus()
  await page.keyboard.press('Control+V')
  assert.equal(await dock(page).count(), 0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+V')
  await page.getByText('1 file uploaded').first().waitFor()
  assert.equal(await totalOf(''), before + 1)
  const [newest] = (await editor.get('/portal/api/assets?sort=-created_at&per_page=1')).body.data
  assert.equal(newest.mime_type, 'image/png')
  await context.close()
})

test('a large file resumes after a pause and after a lost connection', options, async () => {
  const { page, context } = await editor.open('/assets')
  const sent: number[] = []
  await page.route('**/portal/api/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') sent.push(Number(route.request().headers()['upload-offset']))
    await route.continue()
  })
  const network = await slowedDown(page)
  const name = 'Waves.wav'
  const noise = sound(randomBytes(largeBytes - 44), { rate: 44_100, bits: 16 })
  await chooseFile(page, { name, mimeType: 'audio/wav', buffer: noise })
  await page.getByRole('progressbar', { name: `Progress of ${name}` }).waitFor()
  const progress = () =>
    page.getByRole('progressbar', { name: `Progress of ${name}` }).getAttribute('aria-valuenow')
  await until('some of it is there', async () => Number(await progress()) > 10)
  await dock(page)
    .getByRole('button', { name: `Pause ${name}` })
    .click()
  await dock(page).getByText('Paused').first().waitFor()
  await dock(page)
    .getByRole('button', { name: `Resume ${name}` })
    .click()
  const before = Number(await progress())
  await until('it goes on', async () => Number(await progress()) > before)
  await network.send('Network.emulateNetworkConditions', { ...slow, offline: true })
  await until('the connection is missed', async () => Number(await progress()) > 0)
  await network.send('Network.emulateNetworkConditions', unhindered)
  await page.getByText('1 file uploaded').first().waitFor()
  assert.equal(sent[0], 0)
  assert.ok(sent.length >= 2 && sent.slice(1).some((offset) => offset > 0), `began at ${sent}`)
  const { data } = (await editor.get('/portal/api/assets?search=waves')).body
  assert.equal(data[0].size, largeBytes)
  await context.close()
})

test(
  'a small file shows its progress, and reports if the library already has the file',
  options,
  async () => {
    const { page, context } = await editor.open('/assets')
    const network = await slowedDown(page, { ...slow, uploadThroughput: 400_000 })
    const name = 'Chime.wav'
    const buffer = sound(randomBytes(1_000_000), { rate: 44_100, bits: 16 })
    const send = () => chooseFile(page, { name, mimeType: 'audio/wav', buffer })
    await send()
    const progress = page.getByRole('progressbar', { name: `Progress of ${name}` })
    await until('a part of it has gone', async () => {
      const percent = Number(await progress.getAttribute('aria-valuenow'))
      return percent > 5 && percent < 95
    })
    await network.send('Network.emulateNetworkConditions', unhindered)
    await page.getByText('1 file uploaded').first().waitFor()
    await send()
    await dock(page).getByText('The folder already has a file with this name.').waitFor()
    await dock(page).getByRole('button', { name: 'Add anyway' }).click()
    await dock(page).getByText('The library already has this file').waitFor()
    assert.equal(await totalOf('search=chime'), 2)
    await dock(page).getByRole('button', { name: 'Move the copy to the trash' }).click()
    await dock(page).getByText('Skipped').first().waitFor()
    assert.equal(await totalOf('search=chime'), 1)
    await context.close()
  },
)

test('a file whose name is in use is skipped, or becomes a new version', options, async () => {
  const { page, context, complaints } = await editor.open('/assets')
  const file = async (name: string, color: string) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await picture({ color })),
  })
  await chooseFile(page, [await file('Rock.png', '#101418'), await file('Sand.png', '#c8b080')])
  await dock(page).getByText('2 files uploaded').first().waitFor()
  await chooseFile(page, [await file('Rock.png', '#181410'), await file('Sand.png', '#b0a070')])
  await dock(page).getByText('2 files need a decision').first().waitFor()
  await dock(page).getByRole('group', { name: 'Rock.png' }).getByRole('button', { name: 'Skip' }).click()
  await dock(page)
    .getByRole('group', { name: 'Sand.png' })
    .getByRole('button', { name: 'New version' })
    .click()
  await dock(page).getByText('Uploaded as a new version').waitFor()
  const versions = async (name: string) => {
    const { data } = (await editor.get(`/portal/api/assets?search=${name}`)).body
    return data.map(({ version }: { version: number }) => version)
  }
  assert.deepEqual([await versions('rock'), await versions('sand')], [[1], [2]])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('empty and rejected files are listed with the reason', options, async () => {
  const { page, context } = await editor.open('/assets')
  await chooseFile(page, [
    { name: 'Empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    {
      name: 'Tool.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('MZ\x90\0'.padEnd(600, '\0')),
    },
  ])
  await dock(page).getByText('2 files failed').first().waitFor()
  await dock(page).getByText('The file is empty.').waitFor()
  assert.equal(
    await dock(page)
      .getByRole('button', { name: /^Retry/ })
      .count(),
    0,
  )
  await dock(page).getByRole('button', { name: 'Remove Empty.png from the list' }).click()
  await dock(page).getByText('1 file failed').first().waitFor()
  await context.close()
})

test('uploads survive a reload, and a large file is chosen again', options, async () => {
  const path = join(directory, 'Tide.wav')
  await writeFile(path, sound(randomBytes(largeBytes - 44), { rate: 44_100, bits: 16 }))
  const { page, context } = await editor.open('/assets')
  const held = /\/portal\/api\/assets$/
  await page.route(held, (route) =>
    route.request().method() === 'POST' ? new Promise(() => {}) : route.continue(),
  )
  await slowedDown(page)
  await chooseFile(page, [path])
  await chooseFile(page, {
    name: 'Drop.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await picture({ color: '#3060c0' })),
  })
  const progress = page.getByRole('progressbar', { name: 'Progress of Tide.wav' })
  await until('some of it is there', async () => Number(await progress.getAttribute('aria-valuenow')) > 10)
  // The browser stores each file that is being sent.
  await page.getByRole('progressbar', { name: 'Progress of Drop.png' }).waitFor({ state: 'attached' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await dock(page).getByText('The page was reloaded', { exact: false }).waitFor()
  await until('the small file is uploaded', async () => (await totalOf('search=drop')) === 1)
  const offsets: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '')
  })
  const exported = join(directory, 'exported again')
  await mkdir(exported)
  await writeFile(join(exported, 'Tide.wav'), sound(randomBytes(largeBytes - 44), { rate: 44_100, bits: 16 }))
  await page.getByLabel('Choose again').setInputFiles(join(exported, 'Tide.wav'))
  await page.getByText('Tide.wav has changed or is a different file', { exact: false }).waitFor()
  assert.deepEqual(offsets, [])
  await page.getByLabel('Choose again').setInputFiles(path)
  await dock(page).getByText('2 files uploaded').first().waitFor()
  assert.ok(Number(offsets[0]) > 0, `began at ${offsets[0]}`)
  assert.equal(await totalOf('search=tide'), 1)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('option').first().waitFor()
  assert.equal(await dock(page).count(), 0)
  await context.close()
})

test('uploads of a closed page continue in another page', options, async () => {
  const { page, context } = await editor.open('/assets')
  await page.route(/\/portal\/api\/assets$/, (route) =>
    route.request().method() === 'POST' ? new Promise(() => {}) : route.continue(),
  )
  await chooseFile(page, {
    name: 'Ebb.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await picture({ color: '#306030' })),
  })
  await page.getByRole('progressbar', { name: 'Progress of Ebb.png' }).waitFor({ state: 'attached' })
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await dock(other).count(), 0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.close()
  await dock(other).getByText('1 file uploaded').first().waitFor()
  assert.equal(await totalOf('search=ebb'), 1)
  await context.close()
})

test('uploads show that the browser is offline and continue later', options, async () => {
  const { page, context } = await editor.open('/assets')
  const file = async (name: string, color: string) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await picture({ color })),
  })
  await chooseFile(page, await file('Shore.png', '#00c060'))
  await dock(page).getByText('1 file uploaded').first().waitFor()
  await context.setOffline(true)
  await chooseFile(page, await file('Fjord.png', '#0060c0'))
  await dock(page).getByText('Offline. Resumes when the connection is back.').first().waitFor()
  await context.setOffline(false)
  await until('it is uploaded', async () => (await totalOf('search=fjord')) === 1)
  await context.close()
})

test(
  'when the session ends, a sign-in dialog appears over the page, and uploads continue afterwards',
  options,
  async () => {
    const sue = await newPerson(service, acme.companyId, 'editor', 'Sue')
    const { page, context } = await sue.open('/assets')
    await page.getByRole('searchbox', { name: 'Search assets' }).fill('harbour')
    await page.getByRole('option', { name: /^Harbour 01/ }).waitFor()
    const elsewhere = await signedIn(service, sue.email)
    assert.equal((await elsewhere.post('/portal/api/auth/revoke-other-sessions', {})).status, 200)
    await chooseFile(page, {
      name: 'Islet.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await picture({ color: '#205020' })),
    })
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await dock(page).getByText('1 file uploaded').first().waitFor()
    assert.equal(new URL(page.url()).searchParams.get('q'), 'harbour')
    assert.equal(await totalOf('search=islet'), 1)
    await page.getByRole('option', { name: /^Harbour 01/ }).waitFor()
    await context.close()
  },
)

test('uploads continue after a sign-in on the sign-in page', options, async () => {
  const tom = await newPerson(service, acme.companyId, 'editor', 'Tom')
  const { page, context } = await tom.open('/assets')
  const elsewhere = await signedIn(service, tom.email)
  assert.equal((await elsewhere.post('/portal/api/auth/revoke-other-sessions', {})).status, 200)
  await chooseFile(page, {
    name: 'Skerry.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await picture({ color: '#502050' })),
  })
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('button', { name: 'Sign in another way' }).click()
  await page.waitForURL(/\/sign-in/)
  await page.getByLabel('E-mail address').fill(tom.email)
  await page.getByLabel('Password').first().fill(password)
  await page.keyboard.press('Enter')
  await dock(page).getByText('1 file uploaded').first().waitFor()
  assert.equal(await totalOf('search=skerry'), 1)
  await context.close()
})

test('a large file resumes when it is selected again after the page was closed', options, async () => {
  const path = join(directory, 'Storm.wav')
  await writeFile(path, sound(randomBytes(largeBytes - 44), { rate: 44_100, bits: 16 }))
  const { page, context } = await editor.open('/assets')
  await slowedDown(page)
  await chooseFile(page, path)
  const progress = page.getByRole('progressbar', { name: 'Progress of Storm.wav' })
  await until('some of it is there', async () => Number(await progress.getAttribute('aria-valuenow')) > 10)
  const { pathname } = new URL(page.url())
  await page.close()
  const later = await context.newPage()
  const asked: string[] = []
  later.on('request', (request) => {
    if (!request.url().includes('/uploads')) return
    asked.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`)
  })
  await later.goto(pathname)
  await later.getByRole('heading', { level: 1 }).waitFor()
  await chooseFile(later, path)
  await later.getByText('1 file uploaded').first().waitFor()
  assert.equal(asked[0], 'HEAD ')
  assert.match(asked[1]!, /^PATCH [1-9]/)
  assert.equal(await totalOf('search=storm'), 1)
  const kept = await later.evaluate('Object.keys(localStorage).filter((key) => key.includes("upload"))')
  assert.deepEqual(kept, [])
  await context.close()
})

test('the server deletes a canceled upload', options, async () => {
  const { page, context } = await editor.open('/assets')
  await slowedDown(page)
  const name = 'Rain.wav'
  const buffer = sound(randomBytes(largeBytes - 44), { rate: 44_100, bits: 16 })
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await chooseFile(page, { name, mimeType: 'audio/wav', buffer })
  const { pathname } = new URL((await sent).url())
  assert.equal((await editor.get(pathname)).status, 200)
  const progress = page.getByRole('progressbar', { name: `Progress of ${name}` })
  await until('some of it is there', async () => Number(await progress.getAttribute('aria-valuenow')) > 10)
  await dock(page)
    .getByRole('button', { name: `Cancel ${name}` })
    .click()
  await until('it is gone', async () => (await editor.get(pathname)).status === 404)
  assert.equal(await totalOf('search=rain'), 0)
  await context.close()
})

test('canceling many uploads requires a confirmation', options, async () => {
  const { page, context } = await editor.open('/assets')
  await page.route('**/portal/api/assets', (route) =>
    route.request().method() === 'POST' ? new Promise(() => {}) : route.continue(),
  )
  const files = await Promise.all(
    [1, 2, 3, 4].map(async (n) => ({ name: `Fog ${n}.png`, mimeType: 'image/png', buffer: await picture() })),
  )
  await chooseFile(page, files)
  const cancel = dock(page).getByRole('button', { name: 'Cancel all' })
  await cancel.click()
  const question = page.getByRole('dialog', { name: 'Cancel the upload of 4 files?' })
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await question.waitFor({ state: 'hidden' })
  await dock(page).getByText('Uploading 0 of 4').waitFor()
  for (const name of ['Fog 3.png', 'Fog 4.png'])
    await dock(page)
      .getByRole('button', { name: `Cancel ${name}` })
      .click()
  await cancel.click()
  await dock(page).waitFor({ state: 'detached' })
  assert.equal(await question.count(), 0)
  await context.close()
})
