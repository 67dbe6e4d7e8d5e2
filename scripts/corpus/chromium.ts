// Renders SVGs with the server's renderer and with Chromium.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { startChromium } from '../../portal/test/support/start-chromium.ts'
import { boxWithin } from '../../server/src/images/layout.ts'
import { scalableSvg } from '../../server/src/images/svg-scale.ts'

const side = 400
/**
 * Differences of a color channel, from 0 to 255. Smaller differences are edges that the renderers smooth
 * differently.
 */
const channelMax = 48
/** The share of pixels that may differ. */
export const differingMax = 0.03

/** Both images as PNG, and the share of pixels that differ. */
export type Comparison = { part: number; ours: Buffer; theirs: Buffer }

let open: Promise<{ browser: Browser; page: Page }> | undefined

/** @param cleaned the sanitized document, in which embedded images are converted for the renderer. */
export async function compare(path: string, cleaned: Buffer): Promise<Comparison> {
  open ??= startChromium().then(async (browser) => ({
    browser,
    page: await browser.newPage({ viewport: { width: side, height: side } }),
  }))
  const { page } = await open
  const bytes = readFileSync(path)
  const drawing = await scalableSvg(cleaned)
  const box = boxWithin(drawing, side)
  const ours = await drawing.at(box).flatten({ background: '#fff' }).png().toBuffer()
  // Scaled, not sized: Chromium would lay out a document without a viewBox differently at another size.
  // Chromium rounds the size of the image to whole pixels, so the scale is computed from the rounded size.
  // Otherwise edges on the far side would be off by half a pixel.
  const scale = [box.width / wholePixels(drawing.width), box.height / wholePixels(drawing.height)]
  await page.setContent(
    `<style>body{margin:0;overflow:hidden}</style>
    <img src="data:image/svg+xml;base64,${bytes.toString('base64')}" style="display:block;width:${drawing.width}px;
      height:${drawing.height}px;transform:scale(${scale});transform-origin:0 0">`,
  )
  const isDrawn = await page.evaluate<boolean>('document.images[0].decode().then(() => true, () => false)')
  if (!isDrawn) throw new Error('Chromium cannot draw it')
  const theirs = await page.screenshot({ clip: { x: 0, y: 0, ...box } })
  return { part: differing(await pixelsOf(ours), await pixelsOf(theirs)), ours, theirs }
}

const wholePixels = (length: number) => Math.max(1, Math.round(length))

export const closeChromium = async () => (await open)?.browser.close()

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
