// `node scripts/screenshots.ts` takes the screenshots of the portal in docs/portal/, with the demo data.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { startChromium } from '../portal/test/support/start-chromium.ts'

const directory = fileURLToPath(new URL('../docs/portal/', import.meta.url))
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const url = 'http://localhost:3917'
/** Time for images to be rendered and for fade-ins. */
const restMs = 2_500

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

type Picture = { name: string; path: string; look: BrowserContextOptions; open?: (page: Page) => Locator }

/** `path` is relative to the company's URL. `open` prepares the page by clicks. */
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
    open: (page) => page.getByRole('link', { name: 'Product of the Week' }),
  },
  { name: 'brand-kit', path: '/brand-kit', look: desktop },
  { name: 'clients', path: '/clients', look: desktop },
  { name: 'getting-started', path: '/getting-started', look: desktop },
  { name: 'reference', path: '/reference', look: desktop },
  { name: 'usage', path: '/usage', look: { ...desktop, colorScheme: 'dark' } },
]

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
  for (const { name, path, look, open } of pictures) {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...look })
    const company = await signIn(context, people.owner)
    const page = await context.newPage()
    await page.goto(`/c/${company}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await open?.(page).click()
    await wait(restMs)
    await sharp(await page.screenshot())
      .png({ palette: true, quality: 90 })
      .toFile(join(directory, `${name}.png`))
    await context.close()
  }
} finally {
  await browser.close()
  server.kill()
  rmSync(data, { recursive: true, maxRetries: 5 })
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
