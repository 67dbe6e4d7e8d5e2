// `node scripts/screenshots.ts [names…]` takes the screenshots of the portal in docs/portal/, with the demo data and the
// content of screenshot-content.ts. With names, it takes only these screenshots.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { startChromium } from '../portal/test/support/start-chromium.ts'
import { addContent, brandPageSlug } from './screenshot-content.ts'

const wanted = process.argv.slice(2)
const directory = fileURLToPath(new URL('../docs/portal/', import.meta.url))
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const url = 'http://localhost:3917'
/** Time for images to be rendered and for fade-ins. */
const restMs = 2_500

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

type Picture = {
  name: string
  path: string
  look: BrowserContextOptions
  /** The element to click, or other steps that prepare the page. */
  open?: (page: Page) => Locator | Promise<void>
}

/** `path` is relative to the company's URL. A path that starts with `//` is relative to the server's URL. */
const pictures: Picture[] = [
  { name: 'assets', path: '/assets', look: desktop },
  { name: 'assets-dark', path: '/assets', look: { ...desktop, colorScheme: 'dark' } },
  { name: 'assets-phone', path: '/assets', look: phone },
  { name: 'asset', path: '/assets', look: desktop, open: (page) => page.getByRole('option').nth(3) },
  { name: 'templates', path: '/templates', look: desktop },
  {
    name: 'template',
    path: '/templates',
    look: desktop,
    open: (page) => page.getByRole('link', { name: /^Launch Post/ }),
  },
  { name: 'brand-kit', path: '/brand-kit', look: desktop },
  { name: 'clients', path: '/clients', look: desktop },
  { name: 'getting-started', path: '/getting-started', look: desktop },
  { name: 'reference', path: '/reference', look: desktop },
  { name: 'usage', path: '/usage', look: { ...desktop, colorScheme: 'dark' } },
  { name: 'full-view', path: '/assets', look: { ...desktop, colorScheme: 'dark' }, open: openFullView },
  {
    name: 'editor',
    path: '/assets',
    look: desktop,
    async open(page) {
      await openFullView(page)
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
    },
  },
  {
    name: 'collection',
    path: '/collections',
    look: desktop,
    open: (page) => page.getByRole('link', { name: /^Autumn launch/ }).last(),
  },
  {
    name: 'palette',
    path: '/assets',
    look: desktop,
    async open(page) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('jacket')
    },
  },
  { name: 'properties', path: '/properties', look: desktop },
  { name: 'presets', path: '/settings', look: desktop },
  { name: 'brand-page', path: `//b/${brandPageSlug}`, look: desktop },
]

async function openFullView(page: Page) {
  await page.getByRole('option').nth(3).dblclick()
  await page.getByRole('dialog').waitFor()
}

const data = mkdtempSync(join(tmpdir(), 'atelier-screenshots-'))
const env = { ...process.env, DATA_DIR: data, PORT: new URL(url).port, PUBLIC_URL: url }
const server = spawn(process.execPath, [main, 'serve', '--demo'], {
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
})
const browser = await startChromium()
try {
  mkdirSync(directory, { recursive: true })
  await untilReady()
  const { people } = JSON.parse(readFileSync(join(data, 'demo-credentials.json'), 'utf8'))
  await withContext(desktop, people.owner, ({ request }, company) => addContent(request, url, company))
  for (const { name, path, look, open } of pictures) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await withContext(look, people.owner, async (context, company) => {
      const page = await context.newPage()
      await page.goto(path.startsWith('//') ? path.slice(1) : `/c/${company}${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const element = await open?.(page)
      await element?.click()
      await wait(restMs)
      await sharp(await page.screenshot())
        .png({ palette: true, quality: 90 })
        .toFile(join(directory, `${name}.png`))
    })
  }
} finally {
  await browser.close()
  server.kill()
  rmSync(data, { recursive: true, maxRetries: 5 })
}

async function withContext(
  look: BrowserContextOptions,
  person: { email: string; password: string },
  work: (context: BrowserContext, company: string) => Promise<void>,
) {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...look })
  await work(context, await signIn(context, person))
  await context.close()
}

async function untilReady() {
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error('The server did not start.')
    await wait(200)
  }
}

async function signIn(
  { request }: BrowserContext,
  person: { email: string; password: string },
): Promise<string> {
  await request.post('/portal/api/auth/sign-in/email', { data: person, headers: { origin: url } })
  const { data } = await (await request.get('/portal/api/me')).json()
  return data.companies[0].id
}
