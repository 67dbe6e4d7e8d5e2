// Engines: postgres in CI
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { pdf } from '../../server/test/support/pdf-files.ts'
import { until } from '../../server/test/support/until.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { isPale } from '../src/pages/assets/look.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newLibrary } from './support/new-library.ts'

const { ada, service, owner, company, library, bring, open, cookies } = await newLibrary()

/** The primary color in the middle of a picture, once it has loaded. */
const colorOf = (page: Page, alt: string) =>
  page.evaluate<string | undefined>(`(() => {
    const image = document.querySelector('img[alt=${JSON.stringify(alt)}]')
    if (!image?.complete || image.naturalWidth === 0) return undefined
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
    context.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1)
    const colors = context.getImageData(0, 0, 1, 1).data
    return ['red', 'green', 'blue'].find((_, at) => colors[at] > 200)
  })()`)

const cell = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })

test('an empty library explains how to add files, and selected files appear in it', {
  skip: withoutBrowser,
}, async () => {
  const { page, context, complaints } = await open(library)
  await page.getByText('No assets yet').waitFor()
  const film = Buffer.alloc(9_000_000)
  film.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'Lake.png', mimeType: 'image/png', buffer: Buffer.from(await picture({ color: '#123456' })) },
      { name: 'Film.mp4', mimeType: 'video/mp4', buffer: film },
    ])
  await page.getByRole('region', { name: 'Uploads' }).getByText('2 files uploaded').first().waitFor()
  await cell(page, 'Lake').waitFor()
  await cell(page, 'Film').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a mouse selects all loaded assets in a window of usual size', { skip: withoutBrowser }, async () => {
  const { page, context } = await open(library)
  await cell(page, 'Lake').click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('button', { name: 'Select all loaded' }).click()
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
  await context.close()
})

test('a white page keeps a light background, and a white logo gets a dark one', () => {
  assert.ok(isPale({ type: 'image', dominant_color: '#FFFFFF' }))
  assert.ok(!isPale({ type: 'document', dominant_color: '#FFFFFF' }))
})

test('uploads of other users appear automatically', { skip: withoutBrowser }, async () => {
  const { page, context } = await open(library)
  await cell(page, 'Lake').waitFor()
  await bring('Ridge')
  await cell(page, 'Ridge').waitFor()
  await context.close()
})

test('a downloaded file contains the metadata of its asset, if its format supports it', {
  skip: withoutBrowser,
}, async () => {
  const id = await bring('Signed', { copyright: '© Acme' })
  const { page, context } = await open(`${library}?asset=${id}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  const save = async () => {
    const downloading = page.waitForEvent('download')
    await details.getByRole('button', { name: 'Download', exact: true }).click()
    return readFile(await (await downloading).path())
  }
  assert.ok(!(await save()).includes('© Acme'))
  await page.getByRole('checkbox', { name: 'Write metadata into the file' }).check()
  assert.ok((await save()).includes('© Acme'))
  const loop = await bring('Loop', {}, { bytes: await picture({ format: 'gif' }), fileName: 'loop.gif' })
  await page.goto(`${library}?asset=${loop}`)
  await details.getByRole('button', { name: 'Download', exact: true }).waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'Write metadata into the file' }).count(), 0)
  await context.close()
})

test('assets can be found, selected, downloaded, deleted and restored with the keyboard', {
  skip: withoutBrowser,
}, async () => {
  await bring('Dune')
  await bring('Dell')
  const { page, context } = await open(library)
  await page.getByRole('searchbox', { name: 'Search assets' }).fill('d')
  await page.waitForURL(/q=d/)
  await page.getByText('2 assets', { exact: true }).waitFor()
  await page.getByRole('listbox', { name: 'Assets' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Original files' }).press('Enter')
  assert.match((await downloading).suggestedFilename(), /^Assets \d{4}-\d\d-\d\d\.zip$/)
  await page.getByRole('button', { name: 'Move to trash' }).press('Enter')
  await page.getByText('No results').waitFor()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await cell(page, 'Dune').waitFor()
  await cell(page, 'Dell').waitFor()
  await context.close()
})

test("an asset's URL opens its details, and edits are saved", {
  skip: withoutBrowser,
}, async () => {
  const id = await bring('Fern')
  await until(
    'its pictures are made',
    async () => (await owner.get(`/portal/api/assets/${id}`)).body.data.status === 'ready',
  )
  const { page, context, complaints } = await open(`${library}?asset=${id}`)
  const alt = page.getByRole('textbox', { name: 'Alt text' })
  await alt.fill('A fern in the rain')
  await alt.press('Control+Enter')
  await page.getByRole('combobox', { name: 'Add tag' }).or(page.getByLabel('Add tag')).first().fill('Green')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove tag Green' }).waitFor()
  await until('both are kept', async () => {
    const { data } = (await owner.get(`/portal/api/assets/${id}`)).body
    return (
      data.alt_text === 'A fern in the rain' &&
      data.tags.some((tag: { name: string }) => tag.name === 'Green')
    )
  })
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a text is saved when its field is left, and when its asset is closed', {
  skip: withoutBrowser,
}, async () => {
  await bring('Fell')
  const fellside = await bring('Fellside')
  const kept = (id: string, field: string, text: string) =>
    until(
      `${text} is kept`,
      async () => (await owner.get(`/portal/api/assets/${id}`)).body.data[field] === text,
    )
  const { page, context, complaints } = await open(`${library}?q=Fell`)
  await cell(page, 'Fellside').click()
  await page.getByRole('textbox', { name: 'Description' }).fill('In flower')
  await page.keyboard.press('Tab')
  await kept(fellside, 'description', 'In flower')
  await page.getByRole('textbox', { name: 'Copyright' }).fill('Ada')
  await page.getByRole('option', { name: /^Fell(?!side)/ }).click()
  await kept(fellside, 'copyright', 'Ada')
  await page.goBack()
  await page.getByRole('complementary', { name: 'Details' }).waitFor({ state: 'detached' })
  await cell(page, 'Fellside').click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Gone to seed')
  await page.goBack()
  await kept(fellside, 'description', 'Gone to seed')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a concurrent edit is not overwritten without notice', { skip: withoutBrowser }, async () => {
  const id = await bring('Moss')
  const { page, context } = await open(`${library}?asset=${id}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Mine')
  await owner.ask('PATCH', `/portal/api/assets/${id}`, { description: 'Theirs' })
  await page.getByText('Someone else changed this to “Theirs”', { exact: false }).waitFor()
  await context.close()
})

test('filters show the values of the results with their counts, and are part of the URL', {
  skip: withoutBrowser,
}, async () => {
  // The tests of this file together exceed the limit of requests per minute of one session.
  assert.equal((await owner.signIn(ada.email, ada.password)).status, 200)
  const folder = (await owner.post('/portal/api/folders', { name: 'Gallery' })).body.data.id as string
  const tag = (await owner.post('/portal/api/asset-tags', { name: 'Autumn' })).body.data.id as string
  const add = async (name: string, look: { color: string; width: number; height: number }, tags = {}) =>
    bring(name, { folder_id: folder, ...tags }, { bytes: await picture(look), fileName: `${name}.png` })
  await add('Rust', { color: '#c01010', width: 80, height: 40 }, { tags: tag })
  await add('Brick', { color: '#b01818', width: 40, height: 80 })
  await add('Cobalt', { color: '#1030c0', width: 80, height: 40 }, { tags: tag })
  const { page, context, complaints } = await open(`${library}?folder=${folder}`)
  const filters = page.getByRole('group', { name: 'Filters' })
  const value = (name: string) =>
    page.getByRole('checkbox', { name: new RegExp(`^${name.replace(' ', ' *')}$`) })
  const shown = (count: string) => page.getByText(count, { exact: true }).waitFor()
  await shown('3 assets')

  await filters.getByRole('button', { name: 'Color' }).press('Enter')
  await value('Red 2').waitFor()
  await value('Blue 1').waitFor()
  await value('Red 2').press('Space')
  await shown('2 assets')
  // Other values of the same filter keep their counts, because they can be selected too.
  await value('Blue 1').press('Space')
  await shown('3 assets')
  await value('Blue 1').press('Space')
  await page.keyboard.press('Escape')
  const color = filters.getByRole('button', { name: 'Color: Red', exact: true })
  await color.waitFor()
  assert.ok(await color.evaluate((element) => element.matches(':focus')), 'focus returns to the chip')

  await filters.getByRole('button', { name: 'Orientation' }).click()
  await value('Landscape 1').click()
  await shown('1 asset')
  await page.keyboard.press('Escape')
  await filters.getByRole('button', { name: 'Tags' }).click()
  await value('Autumn 1').waitFor()
  await page.keyboard.press('Escape')

  await page.reload()
  await shown('1 asset')
  await cell(page, 'Rust').waitFor()
  await filters.getByRole('button', { name: 'Remove filter Orientation' }).click()
  await shown('2 assets')
  await filters.getByRole('button', { name: 'Clear filters' }).click()
  await shown('3 assets')
  await filters.getByRole('button', { name: 'Tags' }).click()
  await value('No tags').click()
  await shown('1 asset')
  await cell(page, 'Brick').waitFor()
  await page.keyboard.press('Escape')
  await filters.getByRole('button', { name: 'Remove filter Folder' }).click()
  await filters.getByRole('button', { name: 'Folder', exact: true }).click()
  await value('Gallery 1').click()
  await shown('1 asset')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('folders can be created, filled by moving assets, and opened from the tree', {
  skip: withoutBrowser,
}, async () => {
  await bring('Pine')
  const { page, context } = await open(library)
  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Trees')
  await page.keyboard.press('Enter')
  const folder = page.getByRole('treeitem', { name: /^Trees/ })
  await folder.waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await cell(page, 'Pine').dragTo(folder)
  await page.getByText('1 asset moved').waitFor()
  await folder.focus()
  await folder.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Trees' }).waitFor()
  await cell(page, 'Pine').waitFor()
  await page.getByText('Table', { exact: true }).click({ force: true })
  await page.getByRole('row', { name: /Pine/ }).waitFor()
  await context.close()
})

test('a tag can be renamed, merged, deleted and restored beside the library', {
  skip: withoutBrowser,
}, async () => {
  const tagged = async (name: string) =>
    (await owner.post('/portal/api/asset-tags', { name })).body.data.id as string
  const sea = await tagged('Sea')
  await bring('Wave', { tags: sea })
  await bring('Surf', { tags: await tagged('Ocean') })
  const { page, context } = await open(`${library}?tags=${encodeURIComponent(JSON.stringify([sea]))}`)
  const side = page.getByRole('complementary', { name: 'Folders and tags' })
  const choose = async (tag: string, item: string) => {
    await side.getByRole('button', { name: `Actions for ${tag}` }).press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  await cell(page, 'Wave').waitFor()
  await choose('Sea', 'Rename')
  await page.getByRole('textbox', { name: 'Name' }).fill('Water')
  await page.keyboard.press('Enter')
  await side.getByRole('link', { name: /^Water/ }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await choose('Ocean', 'Merge')
  await page.getByRole('combobox', { name: 'Merge into' }).fill('wat')
  await page.getByRole('option', { name: 'Water' }).click()
  await page.getByRole('button', { name: 'Merge tags' }).click()
  await cell(page, 'Surf').waitFor()
  await side.getByRole('link', { name: /^Water *2/ }).waitFor()
  assert.equal(await side.getByRole('link', { name: /^Ocean/ }).count(), 0)

  await choose('Water', 'Move to trash')
  await side.getByRole('link', { name: /^Water/ }).waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
  await page.getByRole('button', { name: 'Undo' }).click()
  await side.getByRole('link', { name: /^Water *2/ }).click()
  await page.getByText('2 assets', { exact: true }).waitFor()
  await context.close()
})

test('a part that failed to load has a retry button', { skip: withoutBrowser }, async () => {
  const id = await bring('Reed')
  await owner.post('/portal/api/folders', { name: 'Shore' })
  const { page, context } = await open('/account')
  const broken = /\/portal\/api\/(folders\?|assets\/[^/]+\/(versions|usages))/
  await page.route(broken, (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }))
  await page.goto(`${library}?asset=${id}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  for (const name of ['Versions', 'Used in'])
    await details.getByRole('region', { name }).getByText('Not now.').waitFor()
  await page.getByRole('treeitem', { name: /^The folders could not be loaded/ }).waitFor()
  await page.unrouteAll()
  for (const name of ['Versions', 'Used in'])
    await details.getByRole('region', { name }).getByRole('button', { name: 'Try again' }).click()
  await details.getByText('Version 1').waitFor()
  await details.getByText('Not used yet.').waitFor()
  await page.getByRole('treeitem', { name: 'All assets' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem', { name: /^Shore/ }).waitFor()
  await context.close()
})

test('the usages of an asset are linked', { skip: withoutBrowser }, async () => {
  const id = await bring('Crest')
  const { data: kit } = (await owner.post('/portal/api/brand-kit', { name: 'Acme Coast' })).body
  const logo = { brand_kit_id: kit.id, name: 'Crest of Acme', asset_id: id }
  assert.equal((await owner.post('/portal/api/brand-kit/logos', logo)).status, 201)
  const { page, context } = await open(`${library}?asset=${id}`)
  await page.getByRole('link', { name: 'Crest of Acme' }).click()
  await page.getByRole('heading', { level: 1, name: 'Acme Coast' }).waitFor()
  await context.close()
})

/** The URLs of the images that the page requests. */
function requestedPictures(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') requested.push(request.url())
  })
  return requested
}

test('a double-click opens an asset in the full window, and the arrow keys show the next asset without a request', {
  skip: withoutBrowser,
}, async () => {
  for (const name of ['Isle A', 'Isle B', 'Isle C']) await bring(name)
  const allDrawn = async () =>
    (await owner.get('/portal/api/assets?search=Isle&sort=name')).body.data.every(
      ({ status }: { status: string }) => status === 'ready',
    )
  await until('their pictures are made', allDrawn)
  const { page, context, complaints } = await open(`${library}?q=Isle&sort=name`)
  const requested = requestedPictures(page)
  await cell(page, 'Isle A').dblclick()
  const full = page.getByRole('dialog', { name: /^Full view of/ })
  const picture = (name: string) => full.getByRole('img', { name: `Preview of ${name}` })
  await picture('Isle A').waitFor()
  await full.getByText('1 of 3').waitFor()
  await full.getByRole('textbox', { name: 'Alt text' }).waitFor()

  const { data: isles } = (await owner.get('/portal/api/assets?search=Isle&sort=name')).body
  const { url } = isles[1].renditions.find(({ name }: { name: string }) => name === 'large')
  await until('the next picture is loaded', () => requested.includes(url))
  requested.length = 0
  await page.keyboard.press('ArrowRight')
  await picture('Isle B').waitFor()
  assert.ok(!requested.includes(url), 'the next picture was requested again')
  await full.getByRole('button', { name: 'Next' }).click()
  await picture('Isle C').waitFor()
  assert.equal(await full.getByRole('button', { name: 'Next' }).count(), 0)

  await full.getByRole('button', { name: 'Zoom in' }).click()
  await full.getByRole('button', { name: /^Zoom: 1[1-9]\d%/ }).click()
  await full.getByRole('button', { name: /^Zoom: 100%/ }).waitFor()

  await page.reload()
  await picture('Isle C').waitFor()
  await page.keyboard.press('Escape')
  await full.waitFor({ state: 'detached' })
  await page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: 'Full view' })
    .waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the full view pages through a PDF by keys and buttons, and its URL opens the page', {
  skip: withoutBrowser,
}, async () => {
  const pages = ['1 0 0', '0 1 0', '0 0 1'].map((color) => ({ width: 200, height: 100, color }))
  const id = await bring('Atlas', {}, { bytes: pdf(pages), fileName: 'Atlas.pdf' })
  await bring('Atlas index')
  await until(
    'its preview is made',
    async () => (await owner.get(`/portal/api/assets/${id}`)).body.data.status === 'ready',
  )
  const { page, context, complaints } = await open(`${library}?q=Atlas&sort=name&asset=${id}&full=true`)
  const full = page.getByRole('dialog', { name: 'Full view of Atlas', exact: true })
  const shows = (number: number) =>
    until(
      `page ${number} is shown`,
      async () => (await colorOf(page, `Page ${number} of Atlas`)) === ['red', 'green', 'blue'][number - 1],
    )
  await full.getByText('Page 1 of 3').waitFor()
  await shows(1)
  await page.keyboard.press('PageDown')
  await shows(2)
  await full.getByRole('button', { name: 'Next page' }).click()
  await shows(3)
  assert.ok(await full.getByRole('button', { name: 'Next page' }).isDisabled())
  await page.reload()
  await shows(3)
  await page.keyboard.press('PageUp')
  await shows(2)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'Full view of Atlas index' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await shows(1)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('two versions of an asset are compared with a divider', { skip: withoutBrowser }, async () => {
  const id = await bring('Bay')
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await picture({ color: '#00ff00' }))]), 'Bay.png')
  const headers = { origin: service.url, cookie: cookies(), 'Atelier-Company': company }
  const url = `${service.url}/portal/api/assets/${id}/file`
  assert.equal((await fetch(url, { method: 'PUT', headers, body: form })).status, 200)
  const { page, context, complaints } = await open(`${library}?asset=${id}&full=true`)
  await page.getByRole('button', { name: 'Compare versions' }).click()
  const older = page.getByRole('img', { name: 'Version 1' })
  await older.waitFor()
  await page.getByRole('img', { name: 'Version 2' }).waitFor()
  const divider = page.getByRole('slider', { name: 'Divider between the versions' })
  await divider.press('Home')
  assert.equal(await older.evaluate((image) => image.style.clipPath), 'inset(0px 100% 0px 0px)')
  await divider.press('ArrowRight')
  assert.equal(await older.evaluate((image) => image.style.clipPath), 'inset(0px 99% 0px 0px)')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a clicked asset stays in view when its details narrow the list', { skip: withoutBrowser }, async () => {
  for (let n = 0; n < 24; n++) await bring(`Stone ${n}`)
  const { page, context } = await open(`${library}?q=Stone`)
  await page.getByRole('option').nth(23).click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  const opened = page.locator('[role=option][data-open]')
  const { height } = page.viewportSize()!
  await until('it is in view', async () => {
    const box = await opened.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= height
  })
  await context.close()
})

test('a double-click opens the full view where the details cover the asset', {
  skip: withoutBrowser,
}, async () => {
  const { page, context, complaints } = await open(library)
  await page.getByRole('option').nth(4).waitFor()
  const boxes = await Promise.all([0, 1, 2, 3, 4].map((at) => page.getByRole('option').nth(at).boundingBox()))
  const rightmost = boxes.filter((box) => box !== null && box.y === boxes[0]!.y).at(-1)!
  await page.mouse.dblclick(rightmost.x + rightmost.width - 20, rightmost.y + 20)
  await page.getByRole('dialog', { name: /^Full view of/ }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

const longLibrary = 140
const fastPixels = 9_000

/**
 * Scrolls the library to a position.
 * @param speed pixels per second.
 * @returns the indexes of the assets whose images were requested on the way.
 */
const scrollTo = (page: Page, top: number, speed: number) =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const list = document.querySelector('#root [role=listbox]')
    const pictured = new Set()
    new MutationObserver(() => {
      for (const image of list.querySelectorAll('[role=option] img'))
        pictured.add(Number(image.closest('[role=option]').ariaPosInSet))
    }).observe(list, { childList: true, subtree: true })
    const from = list.scrollTop
    const to = Math.min(${top}, list.scrollHeight - list.clientHeight)
    const begun = performance.now()
    requestAnimationFrame(function step() {
      const way = ${speed} * (performance.now() - begun) / 1000
      list.scrollTop = from + Math.sign(to - from) * Math.min(Math.abs(to - from), way)
      if (way >= Math.abs(to - from)) setTimeout(() => resolve([...pictured]), 500)
      else requestAnimationFrame(step)
    })
  })`)

/** The number of loaded images that are visible in the window. */
const drawnCount = (page: Page) =>
  page.evaluate<number>(`[...document.querySelectorAll('#root [role=option] img')].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight && image.complete && image.naturalWidth > 0
  }).length`)

/** Whether every asset of the first page has a thumbnail. */
async function noneWithoutThumbnail() {
  const { data } = (await owner.get('/portal/api/assets?search=Picture&per_page=100')).body
  return data.every((asset: { thumbnail_url: string | null }) => asset.thumbnail_url !== null)
}

test('the colors of a palette can be added to a brand kit, each once', { skip: withoutBrowser }, async () => {
  const palette = Buffer.from('GIMP Palette\nName: Spring\n255 0 0\tPoppy\n0 128 255\tSky\n')
  const id = await bring('Spring', {}, { bytes: palette, fileName: 'Spring.gpl' })
  const { data: kit } = (await owner.post('/portal/api/brand-kit', { name: 'Acme Spring' })).body
  const { page, context, complaints } = await open(`${library}?asset=${id}`)
  for (const message of [`2 colors added to ${kit.name}`, `${kit.name} already has these colors`]) {
    await page.getByRole('button', { name: 'Add to brand kit' }).click()
    await page.getByRole('menuitem', { name: kit.name }).click()
    await page.getByText(message).waitFor()
  }
  const { colors } = (await owner.get(`/portal/api/brand-kit/${kit.id}`)).body.data
  const added = colors.map(({ name, hex }: Record<string, unknown>) => [name, hex])
  assert.deepEqual(added, [
    ['Poppy', '#FF0000'],
    ['Sky', '#0080FF'],
  ])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a file without a picture shows its type', { skip: withoutBrowser }, async () => {
  await bring('Notes', {}, { bytes: Buffer.from('Notes'), fileName: 'Notes.txt' })
  const { page, context, complaints } = await open(library)
  await cell(page, 'Notes').getByText('txt', { exact: true }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('images are not requested during fast scrolling, and load where it stops', {
  skip: withoutBrowser,
}, async () => {
  for (let n = 0; n < longLibrary; n += 4)
    await Promise.all([0, 1, 2, 3].map((k) => bring(`Picture ${n + k}`)))
  await until('all pictures are drawn small', noneWithoutThumbnail, 90_000)
  const { page, context, complaints } = await open(library)
  await page.waitForFunction("document.getElementById('first-view') === null")

  const slowly = await scrollTo(page, 1_500, fastPixels / 15)
  assert.ok(slowly.includes(40), `slowly: ${slowly}`)
  await until('all of the list is there', async () => {
    await scrollTo(page, Number.MAX_SAFE_INTEGER, fastPixels)
    return (await page.locator(`[aria-posinset="${longLibrary}"]`).count()) === 1
  })
  const pictured = await scrollTo(page, 0, fastPixels)
  const middle = pictured.filter((place) => Math.abs(place - longLibrary / 2) < 10)
  assert.deepEqual(middle, [], 'in the middle')
  await until('pictures where one stops', async () => (await drawnCount(page)) >= 15)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('unavailable assets are marked and can be found, and the details show and change their rights', {
  skip: withoutBrowser,
}, async () => {
  const dayMs = 86_400_000
  const moor = await bring('Moor', { expires_at: new Date(Date.now() + 5 * dayMs).toISOString() })
  await bring('Fog', { expires_at: '2020-01-01' })
  const { page, context, complaints } = await open(library)
  const option = (name: string) => page.getByRole('option', { name: new RegExp(name) })
  await option('Expired.*Fog').waitFor()
  await page.getByRole('link', { name: 'Rights ending soon' }).click()
  await page.getByText('1 asset', { exact: true }).waitFor()
  await option('Until.*Moor').waitFor()
  await page.getByRole('button', { name: /^Rights/ }).click()
  await page.getByRole('checkbox', { name: 'Ends within 30 days' }).uncheck()
  await page.getByRole('checkbox', { name: 'Expired' }).check()
  await page.waitForURL(/expired/)
  await page.keyboard.press('Escape')
  await option('Fog').waitFor()
  await page.goto(`${library}?asset=${moor}`)
  const rights = page.getByRole('region', { name: 'Rights' })
  await rights.getByLabel('Expires').fill('2020-01-01')
  await rights.getByLabel('Expires').blur()
  await rights.getByText(/Its rights have expired/).waitFor()
  const license = rights.getByRole('textbox', { name: 'License' })
  await license.fill('Agency 14')
  // The response to a change has no links to the files, so the preview must not depend on another request.
  await page.route(`**/portal/api/assets/${moor}?*`, () => {})
  await license.press('Control+Enter')
  await until('both are kept', async () => {
    const { data } = (await owner.get(`/portal/api/assets/${moor}`)).body
    return data.license === 'Agency 14' && data.availability === 'expired'
  })
  await page.getByRole('complementary', { name: 'Details' }).getByRole('img').first().waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})
