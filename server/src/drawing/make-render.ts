import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { type FillContext, type Filled, fill, prepareFilling, resolveValues } from '@atelier/filling'
import { withFonts } from '@atelier/typesetting'
import { drawFile } from './draw-file.ts'
import type { Picture } from './drawable.ts'
import { openedFonts } from './opened-fonts.ts'
import { pictureColors } from './picture-colors.ts'
import type { CheckedRender, MadeRender, RenderOutput, RenderRequest } from './render-request.ts'

/** Runs in a separate process (images/decoder.ts). */
export async function checkRender(request: RenderRequest): Promise<CheckedRender> {
  return checked(await filled(request, picturesOf(request)))
}

/**
 * Renders a template with its values and writes the file. Runs in a separate process (images/decoder.ts).
 * @throws {Error} with the `fault` of a DecodeError, if the template cannot be rendered.
 */
export async function makeRender(request: RenderRequest, output: RenderOutput): Promise<MadeRender> {
  const pictures = picturesOf(request)
  const document = await filled(request, pictures)
  const { recipe, isRow = false } = request
  const drawn = await drawFile(document, pictures, recipe, isRow).catch(asFault)
  const { bytes, width, height, pageCount, findings = [], thumbnail } = drawn
  // Handled separately, because a full disk is not an error of the template.
  await writeFile(output.path, bytes)
  if (thumbnail) await writeFile(output.thumbnailPath, thumbnail)
  const { findings: found, ...rest } = checked(document)
  return {
    ...rest,
    ...{ width, height, pageCount },
    findings: [...found, ...findings],
    size: bytes.length,
    checksum: createHash('sha256').update(bytes).digest('hex'),
    hasThumbnail: thumbnail !== undefined,
  }
}

/** Throws an error of the template with its `fault`. Programming errors are thrown unchanged. */
function asFault(error: unknown): never {
  if (error instanceof TypeError || error instanceof ReferenceError) throw error
  const fault = error instanceof RangeError ? 'too_many_pixels' : 'damaged'
  throw Object.assign(new Error('The template cannot be drawn.', { cause: error }), { fault })
}

async function filled(
  { recipe, paths }: RenderRequest,
  pictures: ReadonlyMap<string, Picture>,
): Promise<Filled> {
  const { variables, palette, kitFonts, logos, language, target } = recipe
  const [document, fonts, colors] = await Promise.all([
    readFile(paths[recipe.document.file]!, 'utf8'),
    openedFonts(recipe.fonts, paths),
    pictureColors(pictures),
    prepareFilling(variables),
  ])
  const inLanguage = language !== null && { language }
  const known = new Map(Object.entries(recipe.pictures))
  const values = resolveValues(variables, recipe.values, { palette, pictures: known, ...inLanguage })
  const { width, height, scale, background, format } = target
  const context: FillContext = {
    ...{ fonts, palette, kitFonts, logos },
    ...inLanguage,
    ...(format !== 'svg' && format !== 'pdf' && { output: { width, height, scale } }),
    ...(background?.startsWith('#') && { background }),
    pictureColors: colors,
  }
  return withFonts(fonts, () => fill(document, { variables }, values, context)).catch(asFault)
}

const checked = ({ findings, layout, pictures }: Filled): CheckedRender => ({
  findings,
  layout,
  pictures: pictures.map(({ key }) => key),
})

function picturesOf({ recipe, paths }: RenderRequest): Map<string, Picture> {
  const pictures = [...Object.values(recipe.pictures), ...recipe.logos.map(({ picture }) => picture)]
  return new Map(
    pictures.map(({ key, file, width, height, isVector }) => [
      key,
      { path: paths[file]!, width, height, isVector },
    ]),
  )
}
