/**
 * Renders documents in a separate process, as the decoder processes do. Prints the CPU milliseconds of
 * Atelier and of bare sharp, or Atelier's peak memory: `node bench/draws/main.ts <case> <rounds> <photo>`.
 */
import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { drawPdf } from '../../server/src/drawing/pdf/document.ts'
import { drawRaster } from '../../server/src/drawing/raster.ts'
import { median } from '../duel.ts'
import { filledPost, makePhoto, photoSize, wholeSvg } from './documents.ts'

const [name, count, photo] = process.argv.slice(2) as [string, string, string]
const rounds = Number(count)
sharp.cache(false)

const pictures = new Map([['photo', { path: photo, ...photoSize }]])
const options = { quality: 88, chromaSubsampling: '4:4:4' }
const bare = (svg: Buffer) =>
  sharp(svg, { unlimited: true, limitInputPixels: false })
    .flatten({ background: '#fff' })
    .jpeg(options)
    .toBuffer()

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Renders `rounds` pairs, after two warm-up pairs. */
async function pairs(side: number, isRow: boolean) {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = -2; round < rounds; round++) {
    const document = await filledPost(round + 10)
    const svg = wholeSvg(document, photo, side)
    const target = { format: 'jpeg', width: side, isRow } as const
    const one = await cpuMs(() => drawRaster(document, pictures, target))
    const other = await cpuMs(() => bare(svg))
    if (round < 0) continue
    ours.push(one)
    theirs.push(other)
  }
  const ratios = ours.map((ms, at) => theirs[at]! / ms)
  return {
    oursMs: median(ours),
    bareMs: median(theirs),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
  }
}

const cases: Record<string, () => Promise<unknown>> = {
  photo: () => makePhoto(photo),
  one: () => pairs(1_080, false),
  row: () => pairs(1_080, true),
  large: () => pairs(4_096, false),
  async memory() {
    const document = await filledPost(1)
    for (let round = 0; round < rounds; round++)
      await drawRaster(document, pictures, { format: 'jpeg', width: 4_096 })
    return { bytes: process.resourceUsage().maxRSS * 1024 }
  },
  async rowMemory() {
    for (let round = 0; round < rounds; round++)
      await drawRaster(await filledPost(round), pictures, { format: 'jpeg', width: 1_080, isRow: true })
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8')) ?? []
    return { bytes: Number(kilobytes) * 1024 }
  },
  async pdf() {
    const document = await filledPost(1)
    const times: Record<string, number[]> = {}
    for (const [key, pdf] of Object.entries({
      rgb: {},
      embedded: { text: 'embedded' },
      press: { color: 'cmyk', bleed: 3, marks: ['crop'], conformance: 'PDF/X-4' },
    } as const))
      for (let round = -1; round < rounds; round++) {
        const ms = await cpuMs(() => drawPdf([document], pictures, pdf, []))
        if (round >= 0) times[key] = [...(times[key] ?? []), ms]
      }
    return Object.fromEntries(Object.entries(times).map(([key, all]) => [key, Math.round(median(all))]))
  },
}

if (!existsSync(photo) && name !== 'photo') await makePhoto(photo)
console.log(JSON.stringify((await cases[name]!()) ?? {}))
