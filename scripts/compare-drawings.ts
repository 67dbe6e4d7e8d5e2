// Renders SVGs with the server's renderer and with Chromium, and lists those that differ: `node
// scripts/compare-drawings.ts DIRECTORY_OR_FILE…`. With KEEP=directory both images of each are saved there.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startChromium } from '../portal/test/support/start-chromium.ts'
import { boxWithin } from '../server/src/images/layout.ts'
import { cleanSvg } from '../server/src/images/svg.ts'
import { scalableSvg } from '../server/src/images/svg-scale.ts'

const side = 400
/** Of 255. Smaller differences are edges that the renderers smooth differently. */
const channelMax = 48
/** The share of pixels that may differ. */
const differingMax = 0.03

const files = process.argv
  .slice(2)
  .flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
      : [path],
  )
  .filter((path) => /\.svgz?$/i.test(path))

const browser = await startChromium()
const page = await browser.newPage({ viewport: { width: side, height: side } })
const counts = { same: 0, different: 0, refused: 0 }
for (const path of files) {
  try {
    const part = await compare(page, path)
    counts[part > differingMax ? 'different' : 'same']++
    if (part > differingMax) console.log(`${(part * 100).toFixed(1)} %  ${path}`)
  } catch (error) {
    counts.refused++
    console.log(`refused  ${path}: ${(error as Error).message}`)
  }
}
await browser.close()
console.log(counts)

async function compare(page: Page, path: string): Promise<number> {
  const bytes = readFileSync(path)
  const drawing = await scalableSvg(cleanSvg(bytes).svg)
  const box = boxWithin(drawing, side)
  const ours = await drawing.at(box).flatten({ background: '#fff' }).png().toBuffer()
  // Scaled, not sized: Chromium would lay out a document without a viewBox differently at another size.
  const scale = box.width / drawing.width
  await page.setContent(
    `<style>body{margin:0;overflow:hidden}</style>
    <img src="data:image/svg+xml;base64,${bytes.toString('base64')}" style="display:block;width:${drawing.width}px;
      height:${drawing.height}px;transform:scale(${scale});transform-origin:0 0">`,
  )
  const theirs = await page.screenshot({ clip: { x: 0, y: 0, ...box } })
  const part = differing(await pixelsOf(ours), await pixelsOf(theirs))
  if (process.env.KEEP !== undefined && part > differingMax) {
    writeFileSync(join(process.env.KEEP, `${basename(path)}.ours.png`), ours)
    writeFileSync(join(process.env.KEEP, `${basename(path)}.chromium.png`), theirs)
  }
  return part
}

function pixelsOf(png: Buffer): Promise<Buffer> {
  return sharp(png).removeAlpha().toColorspace('srgb').raw().toBuffer()
}

function differing(ours: Buffer, theirs: Buffer): number {
  let count = 0
  for (let at = 0; at < theirs.length; at += 3) {
    const isSame = [0, 1, 2].every(
      (channel) => Math.abs(ours[at + channel]! - theirs[at + channel]!) <= channelMax,
    )
    if (!isSame) count++
  }
  return count / (theirs.length / 3)
}
