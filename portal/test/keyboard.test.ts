// Engines: postgres in CI
// The most common tasks by keyboard alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { password } from '../../server/test/support/accounts.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { newWindow, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const tabsMax = 60
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const olga = await newPerson(service, acme.companyId, 'owner', 'Olga')
await acme.post('/api/folders', { name: 'Harbour' })
for (const name of ['Boat', 'Gull', 'Quay'])
  await upload(service, acme, { name: `${name}.png`, bytes: await picture() })

const focused = (page: Page) => page.locator(':focus')
const hasFocus = async (page: Page, wanted: Locator) => (await wanted.and(focused(page)).count()) > 0

/** Presses Tab until the element has the focus. The focus must be visible at every stop. */
async function tabTo(page: Page, wanted: Locator) {
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    if (await hasFocus(page, wanted)) return
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate<string>(`(() => {
      const { activeElement } = document
      const { outlineStyle, outlineWidth } = getComputedStyle(activeElement)
      const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
      return isSeen || activeElement === document.body ? '' : activeElement.outerHTML.slice(0, 200)
    })()`)
    assert.equal(unseen, '', 'the focus is seen')
  }
  assert.fail(`The focus does not come to ${wanted}.`)
}

async function press(page: Page, wanted: Locator) {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

const focusComesTo = (page: Page, wanted: Locator) =>
  until(`the focus is on ${wanted}`, () => hasFocus(page, wanted))

test(
  'signing in, skipping to the content and the command palette work with the keyboard',
  options,
  async () => {
    const { page, context } = await newWindow(service.url)
    await page.goto('/')
    await focusComesTo(page, page.getByLabel('E-mail address'))
    await page.keyboard.type(olga.email)
    await tabTo(page, page.getByLabel('Password').first())
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/assets$/)
    await page.getByRole('option', { name: /^Boat/ }).waitFor()
    await page.reload()
    await page.getByRole('option', { name: /^Boat/ }).waitFor()

    const skip = page.getByRole('link', { name: 'Skip to content' })
    await page.keyboard.press('Tab')
    assert.ok(await hasFocus(page, skip), 'it is the first')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const main = page.getByRole('main')
    assert.equal(await main.locator(':focus').count(), 1)

    await page.keyboard.press('ControlOrMeta+k')
    await focusComesTo(page, page.getByRole('combobox', { name: 'Search or jump to…' }))
    await page.keyboard.type('clients')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await focusComesTo(page, main)
    await context.close()
  },
)

test('a client can be created and its secret copied with the keyboard', options, async () => {
  const { page, context } = await olga.open('/clients')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const begin = page.getByRole('button', { name: 'Create client' })
  await press(page, begin)
  await focusComesTo(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.press('Escape')
  await focusComesTo(page, begin)
  await page.keyboard.press('Enter')
  await focusComesTo(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.type('Web shop')
  await tabTo(page, page.getByLabel('Write assets'))
  await page.keyboard.press('Space')
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Create client' }))
  const kept = page.getByRole('button', { name: 'I’ve saved it' })
  await focusComesTo(page, kept)
  await press(page, page.getByRole('button', { name: 'Copy client secret' }))
  const secret = await page.getByLabel('Client secret', { exact: true }).inputValue()
  await until('it is copied', async () => (await page.evaluate('navigator.clipboard.readText()')) === secret)
  await press(page, kept)
  await focusComesTo(page, page.getByRole('main'))
  await press(page, page.getByRole('link', { name: 'Web shop' }).first())
  await page.getByRole('heading', { level: 1, name: 'Web shop' }).waitFor()
  await context.close()
})

test('an image can be found, selected, opened and moved with the keyboard', options, async () => {
  const { page, context } = await olga.open('/assets')
  const list = page.getByRole('listbox', { name: 'Assets' })
  const cell = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })
  await cell('Boat').waitFor()
  await tabTo(page, list)
  // The newest is first.
  await page.keyboard.press('ArrowRight')
  const active = async () => page.locator(`#${await list.getAttribute('aria-activedescendant')}`)
  assert.match(await (await active()).innerText(), /Gull/)
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Details' })
  await focusComesTo(page, details)
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await focusComesTo(page, list)

  await page.keyboard.press('Space')
  assert.equal(await cell('Gull').getAttribute('aria-selected'), 'true')
  await press(page, page.getByRole('toolbar').getByRole('button', { name: 'Move', exact: true }))
  const picker = page.getByRole('dialog', { name: 'Move 1 asset' })
  await tabTo(page, picker.getByRole('treeitem', { name: /^Top level/ }))
  await page.keyboard.press('ArrowDown')
  await focusComesTo(page, picker.getByRole('treeitem', { name: /^Harbour/ }))
  await page.keyboard.press('Enter')
  await press(page, picker.getByRole('button', { name: 'Move here' }))
  await page.getByText('1 asset moved').waitFor()
  await focusComesTo(page, list)
  const { data } = (await acme.get('/api/assets?search=gull')).body
  assert.equal(data[0].folder_path, '/Harbour')
  await context.close()
})

test('the exact time behind a relative time can be read with the keyboard', options, async () => {
  const { page, context } = await olga.open('/people')
  await tabTo(page, page.locator('time').first())
  await page
    .getByRole('tooltip')
    .getByText(/20\d\d.*\d:\d\d:\d\d/)
    .waitFor()
  await page.goto(page.url().replace('people', 'activity'))
  await page
    .getByRole('cell', { name: /20\d\d.*\d:\d\d:\d\d/ })
    .first()
    .waitFor()
  await context.close()
})

test('`?` lists the keyboard shortcuts, but is an ordinary character in a field', options, async () => {
  const { page, context } = await olga.open('/assets')
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByRole('row', { name: 'Search everything, or run a command' }).waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').first().fill('')
  await page.keyboard.type('why?')
  assert.equal(await list.count(), 0)
  await context.close()
})
