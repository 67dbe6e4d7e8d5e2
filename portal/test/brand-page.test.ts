// Engines: postgres in CI
// The page of a brand kit: published in the portal, and opened by a visitor, in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { faultsOf } from './support/axe.ts'
import { newKit } from './support/brand-kit.ts'
import { newWindow, sizes, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
await newKit(service, acme, 'Acme Outdoors')
const options = { skip: withoutBrowser }

test('an editor publishes a brand kit with a section, changes it, and closes the page', options, async () => {
  await upload(service, acme, { bytes: await picture(), name: 'poster.png' }, { name: 'Poster' })
  const { page, context } = await editor.open('/brand-kit')
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Page of Acme Outdoors' })
  assert.equal(await dialog.getByLabel('Last part of the URL').inputValue(), 'acme-outdoors')
  await dialog.getByRole('button', { name: 'Add section' }).click()
  await dialog.getByLabel('Heading').fill('Clear space')
  await dialog.getByLabel('Text', { exact: true }).fill('Leave **room**.')
  await dialog.getByRole('button', { name: 'Add picture: do', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  await picker.getByText('Poster').click()
  await picker.getByRole('button', { name: 'Add picture' }).click()
  await dialog.getByRole('textbox', { name: 'Caption' }).fill('Enough room')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Page URL' }).inputValue()
  const text = await (await fetch(url)).text()
  for (const part of ['<h1>Acme Outdoors</h1>', 'Leave <strong>room</strong>.', 'Enough room'])
    assert.ok(text.includes(part), part)

  await dialog.getByLabel('Who can open it').selectOption('People with the password')
  await dialog.getByLabel('Password', { exact: true }).fill('lagoon-7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal((await fetch(url)).status, 401)
  await page.getByRole('button', { name: 'Page', exact: true }).click()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Publish' }).waitFor()
  assert.equal((await fetch(url)).status, 404)
  await context.close()
})

for (const size of ['desktop', 'phone'] as const)
  test(
    `a visitor copies a color with the keyboard, and a screen reader announces it (${size})`,
    options,
    async () => {
      const other = await newKit(service, acme, `Copied ${size}`)
      const made = await acme.post('/api/brand-pages', { brand_kit_id: other.id, slug: `copied-${size}` })
      const { page, context } = await newWindow(service.url, sizes[size])
      await page.goto(made.body.data.url)
      const value = page.getByRole('button', { name: 'Copy HEX of Coal: #22292B' })
      await value.focus()
      await page.keyboard.press('Enter')
      await until(
        'it is announced',
        async () => (await page.getByRole('status').textContent()) === 'Copied HEX of Coal: #22292B',
      )
      assert.deepEqual(await faultsOf(page), [])
      await page.evaluate('document.fonts.ready')
      assert.equal(await page.evaluate(`document.fonts.check('20px specimen-0')`), true)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
      assert.ok(width <= 0, `scrolls sideways by ${width} px`)
      await context.close()
    },
  )

test('without JavaScript, the values of a page are shown as text', options, async () => {
  const { id } = await newKit(service, acme, 'Quiet')
  const { url } = (await acme.post('/api/brand-pages', { brand_kit_id: id, slug: 'quiet' })).body.data
  const { page, context } = await newWindow(service.url, { ...sizes.desktop, javaScriptEnabled: false })
  await page.goto(url)
  await page.getByText('#22292B', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button').count(), 0)
  await context.close()
})
