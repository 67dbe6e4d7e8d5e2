import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Inspection } from '../images/inspect.ts'
import { setTags } from '../tags/attach.ts'
import { tagsCalled } from '../tags/create.ts'

export type AutomaticTag = { name: string; confidence: number }

/** Sides that differ by less count as equal: 2 of 100. */
const squareToleranceShare = 0.02
/** A color with a smaller share of the image says little about it. */
const colorShareMin = 0.2

/** Tags that follow from the image without a model: orientation, color, transparency, animation. */
export function automaticTags({ kind, width, height, frames, colors }: Inspection): AutomaticTag[] {
  if (kind !== 'image') return []
  const tags: AutomaticTag[] = []
  if (width !== null && height !== null) tags.push({ name: orientationOf(width, height), confidence: 1 })
  if (colors?.colorName && colors.colorShare >= colorShareMin)
    tags.push({ name: colors.colorName, confidence: colors.colorShare })
  if (colors?.isTransparent) tags.push({ name: 'transparent', confidence: 1 })
  if (frames > 1) tags.push({ name: 'animated', confidence: 1 })
  return tags
}

function orientationOf(width: number, height: number) {
  if (Math.abs(width / height - 1) <= squareToleranceShare) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

/** Sets the automatic tags of an asset. Missing tags are created, each with its event. */
export async function setAutomaticTags(
  trx: Trx,
  companyId: CompanyId,
  assetId: Uuid,
  tags: readonly AutomaticTag[],
  events: NewEvent[],
) {
  const names = tags.map(({ name }) => name)
  const ids = await tagsCalled(trx, companyId, 'asset', names, events)
  const given = ids.map((id, at) => ({ id, confidence: tags[at]!.confidence }))
  await setTags(trx, companyId, 'asset', assetId, given, 'auto')
}
