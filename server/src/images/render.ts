import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { drawingBudget, withinBudget } from './budget.ts'
import { inProfile, keepingGamut } from './convert-colors.ts'
import { encoded, mayBeTransparent, white } from './encode.ts'
import { type Box, layout } from './layout.ts'
import { sideMax } from './limits.ts'
import { sourceOf, undecodable } from './open-source.ts'
import type { CompanyFont } from './outline-text.ts'
import type { Rendering } from './rendering.ts'
import type { Source } from './source.ts'

export type Rendered = { width: number; height: number; size: number }

/**
 * Draws a file and writes renditions. They contain no camera metadata (location, owner, orientation). For an
 * animation, the first frame is used. Runs in a separate process (decoder.ts).
 * @param extension the extension under which the file is stored. It decides how the file is drawn.
 * @param fonts the company's fonts, for the text of a vector.
 * @param targets the renditions and their paths, the largest first. Each rendition is created from the
 *   previous one, if that is no smaller.
 * @throws {DecodeError}
 */
export async function render(
  source: string,
  extension: string,
  targets: readonly (Rendering & { path: string })[],
  fonts: readonly CompanyFont[] = [],
): Promise<Rendered[]> {
  const rendered: Rendered[] = []
  let from = await sourceOf(source, extension, fonts, formOf(targets))
  for (const { path, ...wanted } of targets) {
    const { picture, next } = await draw(from, wanted)
    const colored = await inProfile(picture, wanted.profile, from.drawing !== undefined).catch(undecodable)
    const { data, info } = await encoded(colored, wanted)
      .toBuffer({ resolveWithObject: true })
      .catch(undecodable)
    // Handled separately, because a full disk is not an error of the image.
    await writeFile(path, data)
    rendered.push({ width: info.width, height: info.height, size: data.length })
    if (next) from = next
  }
  return rendered
}

const formOf = (targets: readonly Rendering[]) => ({
  ...(targets.some(({ profile }) => profile === 'p3') && { colors: keepingGamut }),
  // Only renditions of presets can be larger than `renditionSideMax`.
  ...(targets.some(({ profile }) => profile !== undefined) && { sideMax }),
  // All targets are renditions of one page.
  ...(targets[0]?.page !== undefined && { page: targets[0].page }),
})

async function draw(from: Source, wanted: Rendering) {
  const { box, crop, border } = layout(from, wanted, from.drawing !== undefined || wanted.enlarge === true)
  const sized = (await from.open(box)).resize(box.width, box.height, { fit: 'fill' })
  // A cropped or bordered rendition is used once. Other renditions are kept as pixels, from which smaller
  // renditions are made.
  const pixels = from.drawing
    ? await drawnWithinBudget(sized, from.drawing.bytes, box)
    : border || crop || wanted.profile === 'p3'
      ? undefined
      : await rawOf(sized)
  const picture = (await pixels?.open(box)) ?? sized
  if (border) {
    if (mayBeTransparent(wanted))
      return { picture: picture.ensureAlpha().extend({ ...border, background: { ...white, alpha: 0 } }) }
    const { background = white } = wanted
    return { picture: picture.flatten({ background }).extend({ ...border, background }) }
  }
  return crop ? { picture: picture.extract(crop) } : { picture, next: pixels }
}

function drawnWithinBudget(sized: Sharp, bytes: number, { width, height }: Box): Promise<Source> {
  return withinBudget(drawingBudget(bytes, width * height, process.memoryUsage.rss()), () => rawOf(sized))
}

async function rawOf(sized: Sharp): Promise<Source> {
  const { data, info } = await sized
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(undecodable)
  const { width, height, channels } = info
  const open = () => sharp(data, { raw: { width, height, channels } })
  return { open, width, height }
}
