// Engines: postgres in CI
// The portal's requests and lost responses, which only the SDK retries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Ed')
const attemptsMax = 4
/** Matches the path with or without a query. */
const at = (path: string) => new RegExp(`/portal/api${path}(\\?.*)?$`)

/** The server processes the request, but the response is lost. */
async function lose(route: Route) {
  await route.fetch()
  await route.abort('connectionreset')
}

test(
  'a request to an overloaded server is sent four times, then the error message is shown',
  options,
  async () => {
    const { page, context } = await editor.open('/assets')
    let asked = 0
    await page.route(at('/templates'), (route) => {
      if (!route.request().url().includes('with_total')) asked += 1
      return route.fulfill({ status: 503, json: { message: 'Back in a minute.' } })
    })
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByText('Back in a minute.').first().waitFor()
    assert.equal(asked, attemptsMax)
    await page.unroute(at('/templates'))
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('heading', { name: 'No templates yet' }).waitFor()
    await context.close()
  },
)

test('a create whose response was lost creates one resource', options, async () => {
  const { page, context } = await editor.open('/assets')
  const keys: (string | undefined)[] = []
  await page.route(at('/folders'), (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    keys.push(request.headers()['idempotency-key'])
    return keys.length === 1 ? lose(route) : route.continue()
  })
  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Once')
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem', { name: /^Once/ }).waitFor()
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
  const { data } = (await editor.get('/portal/api/folders?search=once')).body
  assert.equal(data.length, 1)
  await context.close()
})

test('pages receive no token, and each call to a company names the company', options, async () => {
  const { page, context } = await editor.open('/assets')
  const calls: Record<string, string>[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/portal/api/') && pathname !== '/portal/api/me') calls.push(request.headers())
  })
  await page.getByRole('link', { name: 'Brand kit' }).click()
  await page.getByRole('heading', { level: 1, name: 'Brand kit' }).waitFor()
  await until('it is asked for', async () => calls.length > 0)
  for (const headers of calls) {
    assert.equal(headers.authorization, undefined)
    assert.match(headers['atelier-company'] ?? '', /^cmp_/)
  }
  await context.close()
})

test('a page that was hidden resumes at its cursor, even if there was no change', options, async () => {
  const { page: before, context } = await editor.open('/assets')
  const page = await context.newPage()
  const since = placesAsked(page)
  await page.goto(before.url())
  const place = await until('it follows the changes', () => since[1])
  assert.equal(since[0], 'latest')
  assert.match(place, /^\d+$/)
  await show(page, 'hidden')
  await editor.post('/portal/api/folders', { name: 'Meanwhile' })
  await show(page, 'visible')
  await page.getByRole('treeitem', { name: /^Meanwhile/ }).waitFor()
  assert.deepEqual(since.slice(2), [place])
  await context.close()
})

test('a page that was hidden before it knew its cursor shows the missed changes', options, async () => {
  const { page: before, context } = await editor.open('/assets')
  const page = await context.newPage()
  const since = placesAsked(page)
  await page.route(/\/portal\/api\/changes\?since=latest/, () => {})
  await page.goto(before.url())
  await page.getByRole('treeitem').first().waitFor()
  await until('it has asked for its place', async () => since.includes('latest'))
  await show(page, 'hidden')
  await editor.post('/portal/api/folders', { name: 'Unnoticed' })
  await page.unroute(/\/portal\/api\/changes\?since=latest/)
  await show(page, 'visible')
  await page.getByRole('treeitem', { name: /^Unnoticed/ }).waitFor()
  await context.close()
})

/** The `since` cursors of the page's requests for changes, recorded as it sends them. */
function placesAsked(page: Page): string[] {
  const since: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/portal/api/changes') since.push(searchParams.get('since')!)
  })
  return since
}

const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' })
    document.dispatchEvent(new Event('visibilitychange'))`)

test('a page knows its cursor before it requests any data', options, async () => {
  const { page, context } = await editor.open('/templates')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.headers()['atelier-company']) asked.push(pathname.replace('/portal/api', ''))
  })
  await page.reload()
  await until('it asks for what it shows', async () => asked.includes('/tags'))
  assert.equal(asked[0], '/changes', asked.join(' '))
  await context.close()
})
