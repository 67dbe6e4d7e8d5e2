import type { Finding } from '../db/schema.ts'
import { ApiError, type Faults } from '../errors.ts'
import type { CompanyId } from '../ids.ts'
import { DecodeError } from '../images/decode-error.ts'
import type { Services } from '../services.ts'
import { MissingFileError } from '../storage/local-copies.ts'
import type { Ended, Work } from './stages.ts'

/**
 * Draws a template. An error of the template is an outcome, not an exception.
 * @throws {ApiError} `unavailable` under load; errors that a retry may fix.
 */
export async function drawWork(
  { drawings, noteMissing, countRender }: Services,
  companyId: CompanyId,
  { recipe, uses, logoAssets, findings }: Work,
): Promise<Ended> {
  const { format } = recipe.target
  const startedAt = performance.now()
  try {
    const drawn = await drawings.draw(companyId, recipe)
    countRender('drawn', { format, seconds: (performance.now() - startedAt) / 1000 })
    const logos = drawn.pictures.flatMap((key) => logoAssets[key] ?? [])
    const assetIds = [...new Set([...uses.assetIds, ...logos])]
    const made = { ...drawn, findings: [...drawn.findings, ...findings], cached: false }
    return { outcome: { made }, uses: { ...uses, assetIds } }
  } catch (error) {
    if (error instanceof MissingFileError) noteMissing(error.key, 'picture')
    const failure = failureOf(error)
    if (failure === undefined) throw error
    countRender('failed')
    return { outcome: { failure }, uses }
  }
}

/** Undefined for errors that are not the template's. */
export function failureOf(error: unknown): string | undefined {
  if (error instanceof MissingFileError) return 'A file that the template needs is missing.'
  if (!(error instanceof DecodeError)) return undefined
  return error.fault === 'decoder_failed'
    ? 'The template takes too much time or memory to render.'
    : 'The template cannot be rendered.'
}

/** Findings that do not reject a render. */
const harmless = ['text_wrapped', 'asset_expiring']

/** @throws {ApiError} `invalid` by variable, for findings with `check: strict`. */
export function assertNoFindings(findings: readonly Finding[]) {
  const faults: Faults = Object.create(null)
  for (const { type, variable, message } of findings) {
    if (harmless.includes(type)) continue
    const field = variable === undefined ? 'template' : `variables.${variable}`
    faults[field] = [...(faults[field] ?? []), message]
  }
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
}
