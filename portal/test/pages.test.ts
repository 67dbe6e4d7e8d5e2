// Engines: postgres in CI
// Rules for every page of the portal: allowed sources, framing, and size.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const bundleKbMax = 250
/** Time for late and repeated requests. */
const settledMs = 500
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const owner = await newPerson(service, acme.companyId, 'owner', 'Olga')
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
  '/reference',
  '/getting-started',
  '/people',
  '/properties',
]

const policyOf = (headers: Headers) =>
  Object.fromEntries(
    headers
      .get('content-security-policy')!
      .split('; ')
      .map((directive) => /^(\S+) (.+)$/.exec(directive)!.slice(1) as [string, string]),
  )

const hashesOf = (html: string) =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
    .join(' ')

const ofPortal = {
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'font-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
}

test('a page runs only its own scripts, and cannot be framed by other sites', async () => {
  for (const path of ['/', '/sign-in', '/c/cmp_x/assets']) {
    const answer = await fetch(service.url + path)
    const { headers } = answer
    assert.deepEqual(policyOf(headers), {
      ...ofPortal,
      'script-src': `'self' ${hashesOf(await answer.text())}`,
      'frame-ancestors': "'none'",
    })
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-cache')
  }
})

test('HTML pages outside the portal may load only what they need', async () => {
  const framed = await fetch(`${service.url}/portal/reference`)
  assert.deepEqual(policyOf(framed.headers), {
    ...ofPortal,
    'script-src': "'self'",
    'frame-ancestors': "'self'",
  })
  const reference = await fetch(`${service.url}/reference/`)
  const html = await reference.text()
  const inside = [...html.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script]) => script!,
  )
  const hashes = inside.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  assert.deepEqual(policyOf(reference.headers), {
    'default-src': "'none'",
    'script-src': ["'self'", ...hashes].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'worker-src': "'self' blob:",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
  for (const path of ['/docs/quick-start', '/docs/errors']) {
    const { status, headers } = await fetch(service.url + path)
    assert.equal(status, 200, path)
    assert.deepEqual(policyOf(headers), {
      'default-src': "'none'",
      'style-src': "'self'",
      'img-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
  }
})

test('the API reference runs only its own scripts, and none from user input', options, async () => {
  const { page, context } = await owner.open('/assets')
  await page.goto(`${service.url}/reference/`)
  await page.getByRole('heading', { name: 'Atelier', exact: true }).first().waitFor()
  const ran = await page.evaluate(`
    const script = document.createElement('script')
    script.textContent = 'window.written = true'
    document.body.append(script)
    'written' in window`)
  assert.equal(ran, false)
  await context.close()
})

test(`the initial code of a page is at most ${bundleKbMax} KB`, async () => {
  const html = await (await fetch(`${service.url}/sign-in`)).text()
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!)
  assert.ok(scripts.length > 0)
  let bytes = 0
  for (const path of scripts) {
    const { headers } = await fetch(service.url + path, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(headers.get('content-encoding'), 'gzip', path)
    bytes += Number(headers.get('content-length'))
  }
  assert.ok(bytes <= bundleKbMax * 1_000, `${bytes} bytes`)
})

test('a window of 900 px shows every place of the navigation without scrolling', options, async () => {
  const { page, context } = await owner.open('/assets')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  const hidden = await page.evaluate<number>(`(() => {
    let box = document.querySelector('nav[aria-label=Main]')
    while (getComputedStyle(box).overflowY === 'visible') box = box.parentElement
    return box.scrollHeight - box.clientHeight
  })()`)
  assert.equal(hidden, 0)
  await context.close()
})

test('no page sends requests to other hosts', options, async () => {
  const { page, context } = await owner.open('/assets')
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== service.url) foreign.push(request.url())
  })
  for (const path of places) {
    await page.goto(page.url().replace(/(\/c\/[^/]+).*/, `$1${path}`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  }
  assert.deepEqual(foreign, [])
  await context.close()
})

test("the reference's frame does not start a second portal", async () => {
  const page = await (await fetch(`${service.url}/portal/reference`)).text()
  const scripts = [...page.matchAll(/\/assets\/([a-z-]+)-[\w-]+\.js/g)].map(([, name]) => name)
  assert.deepEqual([...new Set(scripts)].sort(), ['common', 'reference'])
})

test("the library's first list is requested only once, however it arrives", options, async () => {
  const { page, context } = await owner.open('/settings')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/portal/api/') && pathname !== '/portal/api/changes')
      asked.push(pathname.slice('/portal/api'.length))
  })
  await page.goto(page.url().replace('/settings', '/assets'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await wait(settledMs)
  assert.deepEqual(asked.sort(), [
    '/asset-tags',
    '/assets',
    '/collections',
    '/company',
    '/folders',
    '/me',
    '/properties',
    '/saved-searches',
  ])
  await context.close()
})
