// Engines: postgres in CI
// Runs: first
// The pages of the portal in each language: they show no English text, and no text overflows its button.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { languages } from '../src/language/language.ts'
import { faultsOf } from './support/axe.ts'
import { newWindow, sizes, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'
import { textsIn } from './support/texts.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const owner = await newPerson(service, acme.companyId, 'owner', 'Olga')
const file = { name: 'Kai.png', bytes: await picture() }
await settled(acme, (await upload(service, acme, file, {})).body.data.id as string)
await owner.post('/portal/api/clients', { name: 'Shop' })
await owner.post('/portal/api/collections', { name: 'Kai', asset_ids: [] })

const places = [
  '/assets',
  '/templates',
  '/batches',
  '/brand-kit',
  '/collections',
  '/shares',
  '/clients',
  '/requests',
  '/webhooks',
  '/getting-started',
  '/people',
  '/properties',
  '/activity',
  '/usage',
  '/trash',
  '/settings',
]
/** Sentences and labels of several words. A single word can be a name or the same in two languages. */
const isTelling = (text: string) => text.includes(' ') && text.length >= 10
const english = (await textsIn('en')).filter(isTelling)
const others = Object.keys(languages).filter((language) => language !== 'en')

test('the language is chosen on the account page and stays after a reload', options, async () => {
  const editor = await newPerson(service, acme.companyId, 'editor', 'Edith')
  const { page, context } = await editor.open('/assets')
  await page.goto('/account')
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' })
  await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await context.close()
})

test('the portal has the language of the person in another browser too', options, async () => {
  const editor = await newPerson(service, acme.companyId, 'editor', 'Emil')
  assert.equal((await editor.post('/portal/api/auth/update-user', { language: 'ja' })).status, 200)
  const { page, context } = await editor.open('/assets')
  await page.goto('/account')
  await page.getByRole('heading', { level: 1, name: 'アカウント' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'ja')
  await context.close()
})

test("the sign-in page uses the browser's language and offers the others", options, async () => {
  const { page, context, complaints } = await newWindow(service.url, { ...sizes.desktop, locale: 'fr-CA' })
  await page.goto('/sign-in')
  await page.getByRole('heading', { level: 1, name: 'Connexion' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('ja')
  await page.getByRole('heading', { level: 1, name: 'サインイン' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a wrong password is explained in the language of the page', options, async () => {
  const explained = {
    de: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    ja: 'メールアドレスまたはパスワードが正しくありません。',
  }
  for (const [locale, text] of Object.entries(explained)) {
    const { page, context } = await newWindow(service.url, { ...sizes.phone, locale })
    await page.goto('/sign-in')
    await page.getByRole('textbox').first().fill('nobody@acme.example')
    await page.locator('input[type=password]').fill('wrong horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(text).waitFor()
    await context.close()
  }
})

test(
  'invitations and the people of an installation name roles in the language of the page',
  options,
  async () => {
    const operator = await newPerson(service, acme.companyId, 'owner', 'Oda')
    await service.db
      .updateTable('people')
      .set({ is_operator: true })
      .where('id', '=', operator.personId)
      .execute()
    const invited = await operator.post('/portal/api/invitations', {
      email: 'eve@acme.example',
      role: 'editor',
    })
    const visitor = await newWindow(service.url, { ...sizes.desktop, locale: 'fr' })
    await visitor.page.goto(invited.body.data.url)
    await visitor.page.getByText('avec le rôle Éditeur').waitFor()
    const { page, context } = await operator.open('/settings')
    await page.evaluate(() => localStorage.setItem('atelier-language', 'fr'))
    await page.goto('/installation?area=people')
    await page.getByText('Propriétaire de Acme').first().waitFor()
    await Promise.all([context.close(), visitor.context.close()])
  },
)

for (const language of others)
  for (const size of ['desktop', 'phone'] as const)
    test(`no page shows English text or an overflowing button: ${language}, ${size}`, options, async () => {
      const own = new Set(await textsIn(language))
      const foreign = english.filter((text) => !own.has(text))
      const { page, context, complaints } = await owner.open('/settings', { size })
      await page.evaluate((chosen) => localStorage.setItem('atelier-language', chosen), language)
      for (const place of places) {
        await page.goto(page.url().replace(/(\/c\/[^/]+).*/, `$1${place}`))
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        const shown = await page.locator('body').innerText()
        assert.deepEqual(
          foreign.filter((text) => shown.includes(text)),
          [],
          place,
        )
        assert.deepEqual(await overflowing(page), [], place)
      }
      if (size === 'desktop' && (language === 'de' || language === 'ja'))
        assert.deepEqual(await faultsOf(page), [])
      assert.deepEqual(complaints, [])
      await context.close()
    })

/** The texts that do not fit in their button, chip or tab. */
const overflowing = (page: Page) =>
  page.evaluate<string[]>(`[
    ...document.querySelectorAll('.mantine-Button-label, .mantine-Chip-label, [role=tab], .mantine-SegmentedControl-innerLabel'),
  ]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent)`)
