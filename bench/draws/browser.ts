/**
 * Renders posts with Atelier and with screenshots of a warm page in Chromium, alternately. Prints the
 * milliseconds and the memory of both: `node bench/draws/browser.ts <rounds> <photo>`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeSvg } from '@atelier/svg/write'
import { startChromium } from '../../portal/test/support/start-chromium.ts'
import { drawRaster } from '../../server/src/drawing/raster.ts'
import { median } from '../duel.ts'
import { filledPost, makePhoto, photoSize } from './documents.ts'

const [count, photo] = process.argv.slice(2) as [string, string]
const rounds = Number(count)
const quality = 88
const site = 'http://post.example/'
const program = fileURLToPath(new URL('./main.ts', import.meta.url))

await makePhoto(photo)
const pictures = new Map([['photo', { path: photo, ...photoSize }]])
const browser = await startChromium()
const page = await browser.newPage({ viewport: { width: 1_080, height: 1_080 } })
// The photo stays in the browser's cache, as in a page that waits for the next request.
await page.route(`${site}**`, (route) =>
  route.request().url().endsWith('photo.jpg')
    ? route.fulfill({
        body: readFileSync(photo),
        contentType: 'image/jpeg',
        headers: { 'cache-control': 'max-age=3600' },
      })
    : route.fulfill({ body: '<!doctype html><body style="margin:0">', contentType: 'text/html' }),
)
await page.goto(site)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Includes the time for filling in and typesetting the texts. */
const ours = async (number: number) =>
  drawRaster(await filledPost(number), pictures, { format: 'jpeg', width: 1_080, isRow: true })

async function screenshot(svg: string): Promise<void> {
  // A string, because the benchmarks are compiled without DOM types.
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(svg)}`)
  await page.screenshot({ type: 'jpeg', quality })
}

const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
for (let round = -3; round < rounds; round++) {
  const one = await timed(() => ours(round + 10))
  const { root } = await filledPost(round + 10)
  const svg = writeSvg(root).replace('picture:photo', `${site}photo.jpg`)
  const other = await timed(() => screenshot(svg))
  if (round < 0) continue
  times.ours.push(one)
  times.theirs.push(other)
}

const bareBytes = pssOf(childrenOf(process.pid))
const version = browser.version()
await browser.close()
const printed = execFileSync(process.execPath, [program, 'rowMemory', String(rounds), photo], {
  encoding: 'utf8',
})
const { bytes: oursBytes } = JSON.parse(printed) as { bytes: number }
console.log(
  JSON.stringify({ oursMs: median(times.ours), bareMs: median(times.theirs), oursBytes, bareBytes, version }),
)

function childrenOf(pid: number): number[] {
  const pairs = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  const below = (parent: number): number[] =>
    pairs.filter(([, from]) => from === parent).flatMap(([one]) => [one, ...below(one)])
  return below(pid)
}

/** Returns the proportional set size, which counts pages shared by processes only once. */
function pssOf(pids: readonly number[]): number {
  let bytes = 0
  for (const pid of pids) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      bytes += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
    } catch {}
  }
  return bytes
}
