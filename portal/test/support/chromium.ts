import { after } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { startChromium } from './start-chromium.ts'

export const browser = await startChromium().catch((error) => {
  // In .ci/run, a missing browser is an error. Elsewhere, the tests are skipped and reported.
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

/** A new window without a session. Console errors fail the test file. */
export async function newWindow(url: string, options: BrowserContextOptions = sizes.desktop) {
  const context = await browser!.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // The browser logs an error for the 401 that a missing session causes.
    const isSignedOut = message.location().url.endsWith('/portal/api/me') && message.text().includes('401')
    if (message.type() === 'error' && !isSignedOut) complaints.push(message.text())
  })
  return { context, page, complaints }
}
