// Engines: postgres in CI
// The first view of a library, before the portal's own code has loaded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { publicId } from '../../server/src/ids.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { type sizes, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const owner = await newPerson(service, acme.companyId, 'owner', 'Olga')
const names = ['Lake', 'Mill </script><b>', 'Pond']
for (const name of names) {
  const bytes = await picture({ color: '#4a7', width: 480, height: 360 })
  const { body } = await upload(service, acme, { bytes, name: 'picture.png' }, { name })
  await settled(acme, body.data.id)
}

/** Opens the library and delays the portal's code until `wake` is called. */
async function openAsleep(look: { size?: keyof typeof sizes; colorScheme?: 'light' | 'dark' } = {}) {
  const { page, context } = await owner.open('/settings', look)
  await page.emulateMedia({ colorScheme: look.colorScheme ?? 'light' })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/portal-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(page.url().replace('/settings', '/assets'), { waitUntil: 'commit' })
  await page.getByRole('link', { name: /^Lake/ }).waitFor()
  return {
    page,
    context,
    async wake() {
      held.resolve()
      await page.getByRole('option', { name: /^Lake/ }).waitFor()
      await until('the first view is gone', async () => (await page.locator('#first-view').count()) === 0)
    },
  }
}

type Look = { name: { text: string } }

/** The positions and styles of all cells. A string, because the tests do not have the browser's types. */
const looks = (page: Page, selector: string) =>
  page.evaluate<Look[]>(`
    const rectOf = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y, width, height]
    }
    const lookOf = (element) => {
      const { color, fontFamily, fontSize, fontWeight, lineHeight } = getComputedStyle(element)
      const font = [fontFamily, fontSize, fontWeight, lineHeight]
      return { text: element.textContent, at: rectOf(element), color, font }
    }
    ;[...document.querySelectorAll('${selector}')].map((cell) => {
      const [picture, name, facts] = cell.children
      const ground = getComputedStyle(cell.querySelector('img').parentElement).backgroundColor
      return { at: rectOf(cell), picture: rectOf(picture), name: lookOf(name), facts: lookOf(facts), ground }
    })`)

/** Replaces numbers that differ by less than half a pixel with the previous ones. */
function seenAs(now: unknown, before: unknown): unknown {
  if (typeof now === 'number' && typeof before === 'number')
    return Math.abs(now - before) < 0.5 ? before : now
  if (typeof now !== 'object' || now === null) return now
  const pairs = Object.entries(now).map(([key, value]) => [key, seenAs(value, Object(before)[key])])
  return Array.isArray(now) ? pairs.map(([, value]) => value) : Object.fromEntries(pairs)
}

for (const size of ['desktop', 'phone'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(
      `a library shows its images before the portal has loaded, and nothing shifts afterwards (${size}, ${colorScheme})`,
      options,
      async () => {
        const { page, context, wake } = await openAsleep({ size, colorScheme })
        const before = await looks(page, '#first-view a')
        const ground = () =>
          page.evaluate(
            'getComputedStyle(document.querySelector("#first-view") ?? document.body).backgroundColor',
          )
        const groundBefore = await ground()
        assert.deepEqual(before.map(({ name }) => name.text).sort(), names)
        await wake()
        assert.deepEqual(seenAs(await looks(page, '[aria-multiselectable] [role=option]'), before), before)
        assert.equal(await ground(), groundBefore)
        await context.close()
      },
    )

test('an unusually large window is filled with images before the portal has loaded', options, async () => {
  const globex = await newCompany(service, 'Globex')
  const bytes = await picture({ width: 40, height: 30 })
  const count = 30
  for (let n = 0; n < count; n++)
    await upload(service, globex, { bytes, name: 'picture.png' }, { name: `${n}` })
  const person = await newPerson(service, globex.companyId, 'owner', 'Gil')
  const { page, context } = await person.open('/settings')
  const shown = page.locator('#first-view a')
  await page.route('**/assets/portal-*.js', () => {})
  await page.goto(page.url().replace('/settings', '/assets'), { waitUntil: 'commit' })
  await until('a usual window shows its part', async () => (await shown.count()) === 25)
  await page.setViewportSize({ width: 1920, height: 1200 })
  await page.goto(page.url(), { waitUntil: 'commit' })
  await until('a large one shows all', async () => (await shown.count()) === count)
  await context.close()
})

test('an asset opened before the portal has loaded is open afterwards', options, async () => {
  const { page, context, wake } = await openAsleep()
  await page.getByRole('link', { name: /^Pond/ }).click()
  await wake()
  await page.getByRole('complementary', { name: 'Details' }).getByText('Pond').first().waitFor()
  await context.close()
})

test("a library's page contains its list only for users who have access to it", async () => {
  const stranger = await newPerson(service, (await newCompany(service, 'Initech')).companyId, 'owner', 'Gil')
  const page = async (path: string, person?: typeof owner) => {
    const cookie = person && [...person.cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(service.url + path, { headers: cookie ? { cookie } : {} })
    assert.equal(answer.status, 200)
    return { html: await answer.text(), headers: answer.headers }
  }
  const opened = `/c/${publicId('company', acme.companyId)}/assets`
  const own = await page(opened, owner)
  assert.match(own.html, /"name":"Lake"/)
  assert.ok(own.html.includes('Mill \\u003c/script>'), 'no name ends the element')
  assert.equal(own.headers.get('cache-control'), 'private, no-store')
  assert.match(own.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  for (const other of [
    await page(opened),
    await page(opened, stranger),
    await page(`${opened}?q=Lake`, owner),
  ])
    assert.ok(!other.html.includes('Lake'))
})
