import { assetsNamed, type Faults, validateValues } from '@atelier/filling'
import type { Trx } from '../db/tenancy.ts'
import { contentKey, type PdfTarget, type Recipe } from '../drawing/recipe.ts'
import { ApiError } from '../errors.ts'
import { type Caller, permit } from '../http/caller.ts'
import type { DrawnBody } from './body.ts'
import { picturesToRender } from './pictures.ts'
import { assertDrawable, sizeToRender } from './size.ts'
import { readSources } from './sources.ts'
import type { Gathered } from './stages.ts'
import type { RenderedTemplate } from './template.ts'

/**
 * @throws {ApiError} `not_found`, `wrong_status`, `missing_scope`, and `invalid` by variable, with all errors
 *   of the values at once.
 */
export async function gather(
  trx: Trx,
  caller: Caller,
  templateId: string,
  body: DrawnBody,
  now: Date,
  sources = readSources(caller.companyId),
): Promise<Gathered> {
  await sources.begin(trx)
  const template = await sources.template(trx, templateId, body.template_version)
  assertMayRead(caller, template, body)
  const needsLogos = template.variables.some(({ type }) => type === 'logo')
  const { include_unavailable: includesUnavailable } = body
  const kit = await sources.kit(trx, body.brand_kit_id, { needsLogos, includesUnavailable })
  const faults = validateValues(template.variables, body.variables, { palette: kit.palette })
  const { pictures, assetIds, findings, availableUntil, ...checked } = await picturesToRender(
    (ids) => sources.assets(trx, ids),
    template,
    body.variables,
    includesUnavailable,
    now,
  )
  throwIfAny({ ...checked.faults, ...faults })
  const size = sizeToRender(template, body)
  assertDrawable(size, body)
  const { format, width, height, scale, quality, background, language, pdf } = body
  const { palette, kitFonts, fonts, logos } = kit
  const recipe: Recipe = {
    document: template.document,
    variables: template.variables,
    values: body.variables,
    pictures,
    ...{ fonts, palette, kitFonts, logos, language },
    target: {
      ...{ format, width, height, scale, quality, background },
      pdf: pdfOf(pdf),
      ...(format === 'pdf' && { title: template.name }),
    },
  }
  return {
    template,
    key: contentKey(recipe),
    size,
    availableUntil: earlier(availableUntil, kit.availableUntil),
    work: {
      recipe,
      uses: { assetIds, brandKitId: kit.id },
      logoAssets: Object.fromEntries(kit.logoAssets),
      findings,
    },
  }
}

const earlier = (a: Date | undefined, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b))

function pdfOf(asked: DrawnBody['pdf']): PdfTarget | null {
  if (asked === null) return null
  const { bleed = 0, marks, color, text, conformance } = asked
  return { bleed, marks, color, text, conformance }
}

/** @throws {ApiError} `missing_scope` if the caller cannot use a referenced resource. */
function assertMayRead(caller: Caller, { variables }: RenderedTemplate, body: DrawnBody) {
  if (assetsNamed(variables, body.variables).length > 0) permit(caller, 'assets:read')
  const namesColor = variables.some(
    ({ key, type }) => type === 'color' && !/^(#|$)/.test(String(body.variables[key] ?? '')),
  )
  if (body.include_unavailable) permit(caller, 'assets:write')
  if (body.brand_kit_id !== null || namesColor) permit(caller, 'brandkit:read')
}

export function throwIfAny(faults: Faults) {
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
}
