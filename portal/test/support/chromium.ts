import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'

const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']

/** A system's own browser, else the one that comes from npm: that runs on Linux alone. */
async function start(): Promise<Browser> {
  const own = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path))
  if (own) return chromium.launch({ executablePath: own, args: ['--no-sandbox'] })
  const { default: packaged } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args })
}

export const browser = await start().catch((error) => {
  // In .ci/run nothing is left out; elsewhere whoever runs the tests is told what was.
  if (process.env.CI) throw error
  console.error(`NO BROWSER STARTS HERE: the portal's tests are left out. ${String(error).split('\n')[0]}`)
  return undefined
})

export const withoutBrowser = browser === undefined && 'no browser starts here'

export const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>

after(async () => browser?.close())

/** A new window that nobody has signed in from; what its console complains of fails the test file. */
export async function newWindow(url: string, options: BrowserContextOptions = sizes.desktop) {
  const context = await browser!.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // Whoever has not signed in is told so by the browser too.
    const isSignedOut = message.location().url.endsWith('/portal/api/me') && message.text().includes('401')
    if (message.type() === 'error' && !isSignedOut) complaints.push(message.text())
  })
  return { context, page, complaints }
}
