import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { startChromium } from '../portal/test/support/start-chromium.ts'
import { publicId } from '../server/src/ids.ts'
import { openDisk } from '../server/src/storage/disk.ts'
import { median } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import type { TimedLine } from './files.ts'
import { type Account, ownerPassword } from './fill/accounts.ts'
import { fillLooked, thumbnailCount } from './fill/portal.ts'
import { whole } from './numbers.ts'
import { type Running, startServer } from './processes.ts'

/** Minimum speed relative to the bare page: Atelier may take 1.5 times as long. */
const firstViewGoal = 0.67
const inPage = readFileSync(new URL('load/in-page.js', import.meta.url), 'utf8')
const viewport = { width: 1440, height: 900 }
const elsewhere = '/elsewhere'
const quietMs = 1_500
const scrollTimes = 5
const scrollSteps = 60
const scrollPixels = 500
const taskMsMax = 50
const bundleKbMax = 250

/** Measurements of a page in the browser: milliseconds, and the layout shift score. */
type Seen = {
  /** The time from the request of the page until the required number of images in the window are rendered. */
  drawn: number
  lcp: number
  fcp: number
  cls: number
  tasks: { start: number; ms: number }[]
  frames: number
}

export type PortalFigures = {
  line: TimedLine
  /** The name, value and expected value of each figure. */
  figures: [string, string, string][]
}

/**
 * Measures the library of a large company in a real browser, against a bare page with the same thumbnails.
 */
export async function portalFigures(engine: Engine, assets: number, rounds: number): Promise<PortalFigures> {
  const filled = await engine.open({
    name: `portal_${assets}`,
    kept: true,
    fill: (owner) => fillLooked(owner, assets),
  })
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  await storeThumbnails(join(filled.server.DATA_DIR ?? directory, 'files'), filled.facts)
  const started = await startServer(filled.server, directory, { everyCore: true, isWarm: true })
  // The host name in the server's public URL.
  const server = { ...started, url: started.url.replace('127.0.0.1', 'localhost') }
  const browser = await startChromium()
  const bare = await serveBare()
  try {
    return await measure({ browser, server, bare, account: filled.facts, rounds })
  } finally {
    await browser.close()
    bare.close()
    await server.stop()
    rmSync(directory, { recursive: true })
  }
}

/** Stores detailed images of the same size as Atelier's thumbnails. */
async function storeThumbnails(directory: string, { companyId }: Account) {
  const storage = await openDisk(directory)
  for (let n = 0; n < thumbnailCount; n++) {
    const key = `${companyId}/t${n}.webp`
    if (await storage.find(key)) continue
    const noise = { type: 'gaussian' as const, mean: 90 + (n % 100), sigma: 12 }
    const image = sharp({ create: { width: 480, height: 360, channels: 3, background: '#888', noise } })
    await storage.put(key, await image.webp({ quality: 80 }).toBuffer())
  }
}

/**
 * Serves a page that contains only the images and no script, and a page of another site that the browser opens first.
 */
async function serveBare() {
  let html = ''
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(url === elsewhere ? '<!doctype html><title>Elsewhere</title><p>Elsewhere' : html)
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    elsewhere: `http://127.0.0.2:${port}${elsewhere}`,
    show(sources: string[]) {
      const images = sources.map((source) => `<img src="${source}" width="200" height="150">`)
      html = `<!doctype html><title>Bare</title>${images.join('')}`
    },
    close: () => server.close(),
  }
}

type Setting = {
  browser: Browser
  server: Running
  bare: Awaited<ReturnType<typeof serveBare>>
  account: Account
  rounds: number
}

async function measure({ browser, server, bare, account, rounds }: Setting): Promise<PortalFigures> {
  const signedIn = await browser.newContext({ viewport, baseURL: server.url })
  await signIn(signedIn, server.url)
  const cookies = await signedIn.cookies()
  const library = `${server.url}/c/${publicId('company', account.companyId)}/assets`

  /** The browser comes from another site, so that the cost of changing sites is the same for both. */
  async function look(url: string, wanted: number): Promise<Seen> {
    const context = await browser.newContext({ viewport })
    await context.addCookies(cookies)
    const page = await open(context, wanted)
    await page.goto(bare.elsewhere)
    await wait(quietMs)
    await page.goto(url)
    const seen = await seenOf(page)
    await context.close()
    return seen
  }

  const opened = await open(signedIn, 1)
  await opened.goto(library)
  await seenOf(opened)
  const sources = await opened.evaluate<string[]>('pictures().map(({ currentSrc }) => currentSrc)')
  await opened.close()
  bare.show(sources)

  const ours: Seen[] = []
  const bares: Seen[] = []
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [await look(library, sources.length), await look(bare.url, sources.length)]
    // The first views fill the caches of the server and the operating system.
    if (round > 0) {
      ours.push(one)
      bares.push(other)
    }
  }
  const scrolling = await open(signedIn, sources.length)
  await scrolling.goto(library)
  await seenOf(scrolling)
  const scrolls = []
  for (let time = 0; time < scrollTimes; time++) scrolls.push(await scroll(scrolling))
  const longest = scrolls.map(({ longest }) => longest)
  const computedMs = await longestComputed(browser, scrolling, () => scroll(scrolling))
  const bundleKb = await mainBundleKb(server.url)
  const line = {
    what: `First view of a library, ${sources.length} thumbnails, until usable`,
    oursMs: median(ours.map(usable)),
    bareMs: median(bares.map(usable)),
    goal: firstViewGoal,
    note: 'against a page with only the same thumbnails, in the same browser, with an empty cache',
  }
  return {
    line,
    figures: [
      ['Portal ready, last long task finished', `${whole(median(ours.map(settled)))} ms`, ''],
      ['Largest contentful paint', `${whole(median(ours.map(({ lcp }) => lcp)))} ms`, ''],
      ['Cumulative layout shift', median(ours.map(({ cls }) => cls)).toFixed(3), '0.1 at most'],
      ['Total blocking time', `${whole(median(ours.map(blocking)))} ms`, ''],
      [
        `Longest task while scrolling, median of ${scrollTimes} runs (0: no task reached ${taskMsMax} ms)`,
        `${whole(median(longest))} ms (${whole(Math.min(...longest))}–${whole(Math.max(...longest))})`,
        `${taskMsMax} ms at most`,
      ],
      ['Longest task by CPU time', `${whole(computedMs)} ms`, ''],
      [
        'Frame rate while scrolling',
        `${median(scrolls.map(({ frames }) => frames)).toFixed(0)} per second`,
        '',
      ],
      ['Main bundle, gzipped', `${bundleKb.toFixed(0)} KB`, `${bundleKbMax} KB at most`],
    ],
  }
}

async function signIn(context: BrowserContext, url: string) {
  const answer = await context.request.post(`${url}/portal/api/auth/sign-in/email`, {
    data: { email: 'owner@measured.example', password: ownerPassword },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`Signing in was answered with ${answer.status()}.`)
}

async function open(context: BrowserContext, wanted: number): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript({ content: `${inPage}\nmeasured.wanted = ${wanted}` })
  return page
}

async function seenOf(page: Page): Promise<Seen> {
  const read = () => page.evaluate<Seen>('measured')
  while ((await read()).drawn === 0) await wait(50)
  await wait(quietMs)
  return read()
}

/**
 * Returns the milliseconds until all images are rendered and no task blocks a click. A click is handled as
 * soon as the portal runs.
 */
const usable = ({ drawn, fcp, tasks }: Seen) => {
  const shown = Math.max(drawn, fcp)
  return Math.max(shown, ...tasks.filter(({ start }) => start <= shown).map(endOf))
}

/** Milliseconds until the last long task has ended. */
const settled = ({ drawn, tasks }: Seen) => Math.max(drawn, ...tasks.map(endOf))

const endOf = ({ start, ms }: Seen['tasks'][number]) => start + ms

/** The sum of the time over 50 ms of each task after the first paint. */
const blocking = ({ fcp, tasks }: Seen) =>
  tasks.filter(({ start }) => start > fcp).reduce((sum, { ms }) => sum + ms - taskMsMax, 0)

async function scroll(page: Page) {
  await page.evaluate('Object.assign(measured, { tasks: [], frames: 0 })')
  await page.mouse.move(viewport.width * 0.7, viewport.height * 0.6)
  const begun = performance.now()
  for (let step = 0; step < scrollSteps; step++) {
    await page.mouse.wheel(0, scrollPixels)
    await wait(100)
  }
  const seconds = (performance.now() - begun) / 1_000
  const { frames, tasks } = await page.evaluate<Seen>('measured')
  return { longest: Math.max(0, ...tasks.map(({ ms }) => ms)), frames: frames / seconds }
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  args: { name?: string }
}

/**
 * Returns the CPU time in milliseconds of the longest task on the page's main thread. CPU time excludes
 * waiting for a CPU.
 */
async function longestComputed(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  // The protocol's own types do not describe these events.
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await page.bringToFront()
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  })
  await work()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const isMain = ({ pid, tid }: TraceEvent) =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid)
  const tasks = events.filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && isMain(event))
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}

/**
 * Returns the size of everything that the page needs to start: its first script and that script's static
 * imports.
 */
async function mainBundleKb(url: string): Promise<number> {
  const html = await (await fetch(`${url}/sign-in`)).text()
  const paths = [
    ...html.matchAll(
      /<script type="module"[^>]* src="([^"]+)"|<link rel="modulepreload"[^>]* href="([^"]+)"/g,
    ),
  ]
  const sizes = await Promise.all(
    paths.map(async ([, script, preload]) => {
      const bytes = await (await fetch(url + (script ?? preload))).arrayBuffer()
      return gzipSync(new Uint8Array(bytes)).length
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000
}
