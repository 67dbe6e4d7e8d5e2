// Engines: postgres in CI
// The command palette as a search of the whole company.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { newCaller, newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { matches } from '../src/shell/palette/matches.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const owner = await newPerson(service, acme.companyId, 'owner', 'Harbour Olga')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')
const { clientId } = await newCaller(service, { ...acme, name: 'Harbour shop' })

const made = async (path: string, body: object): Promise<string> => {
  const answer = await acme.post(`/api${path}`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}
const bring = async (name: string): Promise<string> => {
  const { body } = await upload(service, acme, { bytes: await picture(), name: `${name}.png` }, { name })
  return (await settled(acme, body.data.id)).id
}
const gull = await bring('Gull in the harbour')
const folder = await made('/folders', { name: 'Harbour' })
const collection = await made('/collections', { name: 'Harbour 2026', asset_ids: [gull] })
const tag = await made('/asset-tags', { name: 'harbour' })
const templateTag = await made('/tags', { name: 'Harbour posts' })
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect id="$a" width="9" height="9"/></svg>'
const target = { path: '/api/templates', field: 'document' }
const template: string = (
  await upload(service, acme, { bytes: Buffer.from(svg) }, { name: 'Harbour poster' }, target)
).body.data.id

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to…' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' })
const result = (page: Page, name: string | RegExp) => results(page).getByRole('option', { name })
const active = (page: Page) => results(page).getByRole('option', { selected: true })
const activeIs = (page: Page, name: string) =>
  until(`${name} is active`, async () => (await active(page).textContent())?.startsWith(name))

async function search(page: Page, words: string) {
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill(words)
}

test('matches forgive one typo in a long word, and ignore case and accents', () => {
  for (const terms of ['harbour', 'HARB', 'habrour', 'harbor', 'harbourr', 'harbxur', 'cafe harb'])
    assert.ok(matches('Café Harbour', terms), terms)
  for (const terms of ['habruor', 'cfe', 'harbour tea', 'hxrb'])
    assert.ok(!matches('Café Harbour', terms), terms)
})

test(
  'mod+K finds every kind of resource despite a typo, with pictures, and opens one by keyboard',
  options,
  async () => {
    const { page, context, complaints } = await owner.open('/usage')
    await search(page, 'habrour')
    const groups = ['Assets', 'Templates', 'Folders', 'Collections', 'Tags of assets', 'Tags of templates']
    for (const name of [...groups, 'Clients', 'People'])
      await results(page).getByRole('group', { name, exact: true }).getByRole('option').first().waitFor()
    await until('the picture of the asset is loaded', () =>
      result(page, /^Gull in the harbour/)
        .locator('img')
        .evaluate((image: { naturalWidth?: number }) => (image.naturalWidth ?? 0) > 0),
    )
    await activeIs(page, 'Gull in the harbour')
    await page.keyboard.press('ArrowUp')
    await activeIs(page, 'Harbour Olga')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
    await activeIs(page, 'Harbour')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/assets?folder=${folder}`)
    await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()
    assert.equal(await results(page).count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('each kind of result opens its page by mouse', options, async () => {
  const { page, context } = await owner.open('/usage')
  const opens: [group: string, url: string][] = [
    ['Assets', `**/assets?asset=${gull}`],
    ['Templates', `**/templates/${template}`],
    ['Folders', `**/assets?folder=${folder}`],
    ['Collections', `**/assets?collection=${collection}`],
    ['Tags of assets', `**/assets?tags=*${tag}*`],
    ['Tags of templates', `**/templates?tag=${templateTag}`],
    ['Clients', `**/clients/${clientId}`],
    ['People', `**/people?person=${owner.id}`],
  ]
  for (const [group, url] of opens) {
    await search(page, 'harbour')
    await results(page).getByRole('group', { name: group, exact: true }).getByRole('option').first().click()
    await page.waitForURL(url)
  }
  await page.locator('tr[aria-current=true]', { hasText: 'Harbour Olga' }).waitFor()
  await context.close()
})

test('an empty palette offers recently opened items, newest first', options, async () => {
  const { page, context } = await owner.open(`/templates/${template}`)
  await page.goto(page.url().replace(/templates.*/, `assets?folder=${folder}`))
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const recent = results(page).getByRole('group', { name: 'Recent' }).getByRole('option')
  await until('both are offered', async () => (await recent.count()) === 2)
  assert.deepEqual(
    (await recent.allTextContents()).map((text) => text.trim()),
    ['Harbour', 'Harbour poster'],
  )
  await activeIs(page, 'Harbour')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/templates/${template}`)
  await context.close()
})

test('the palette requests only data that the role can see', options, async () => {
  const { page, context, complaints } = await viewer.open('/assets')
  const paths = new Set<string>()
  page.on('request', (request) => paths.add(new URL(request.url()).pathname))
  await search(page, 'harbour')
  await result(page, /^Gull in the harbour/).waitFor()
  await page.getByText(/^\d+ results$/).waitFor({ state: 'attached' })
  assert.equal(await results(page).getByRole('group', { name: 'Clients' }).count(), 0)
  assert.equal(paths.has('/portal/api/clients'), false)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('typing sends one search per kind, and new terms abort the previous requests', options, async () => {
  const { page, context } = await owner.open('/usage')
  const asked: string[] = []
  const aborted: string[] = []
  const termsOf = (request: Request) => new URL(request.url()).searchParams.get('search')
  page.on('request', (request) => asked.push(termsOf(request) ?? ''))
  page.on('requestfailed', (request) => aborted.push(termsOf(request) ?? ''))
  await page.route(/search=slowly/, () => {})
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).pressSequentially('harbour')
  await result(page, /^Gull in the harbour/).waitFor()
  assert.deepEqual(new Set(asked.filter(Boolean)), new Set(['harbour']))
  assert.equal(asked.filter((terms) => terms === 'harbour').length, 5)
  await field(page).fill('slowly')
  await until('the slow search is sent', () => asked.includes('slowly'))
  await field(page).fill('harbour')
  await until('it is aborted', () => aborted.filter((terms) => terms === 'slowly').length === 5)
  await result(page, /^Gull in the harbour/).waitFor()
  await field(page).fill('zzzzzz')
  await page.getByText('No results. Try another search term.').waitFor()
  await context.close()
})

test('the palette fits a phone', options, async () => {
  const { page, context } = await owner.open('/assets', { size: 'phone' })
  await page.getByRole('button', { name: 'Search', exact: true }).first().click()
  await field(page).fill('harbour')
  const last = results(page).getByRole('group', { name: 'People' }).getByRole('option')
  await last.waitFor()
  await last.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await last.boundingBox())!
  assert.ok(x >= 0 && x + width <= 390 && y + height <= 844)
  await last.click()
  await page.waitForURL('**/people?person=*')
  await context.close()
})
