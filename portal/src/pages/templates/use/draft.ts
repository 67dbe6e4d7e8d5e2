import type { GivenValues, PictureFit } from '@atelier/filling'
import { useCallback, useEffect, useState } from 'react'
import type { Template } from '../../../../../sdk/src/index.ts'

export const formats = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf'] as const
export type Format = (typeof formats)[number]

export type Output = {
  format: Format
  /** The factor of the document's size. Null for a width in pixels. */
  scale: number | null
  width: number | null
  quality: number | null
  background: string | null
  bleed: string | null
  hasMarks: boolean
  color: 'rgb' | 'cmyk'
  conformance: 'none' | 'PDF/X-4' | 'PDF/A-2b'
  isStrict: boolean
}

/** A variable without a value keeps the document's own content. */
export type Draft = {
  values: GivenValues
  language: string | null
  brandKitId: string | null
  output: Output
}

export type ImageDraft = { asset_id: string; fit?: PictureFit; focal_point?: { x: number; y: number } }

const emptyDraft = (template: Template): Draft => ({
  values: {},
  language: null,
  brandKitId: null,
  output: outputOf(template),
})

export const outputOf = ({ unit }: Pick<Template, 'unit'>): Output => ({
  // A document in millimeters or inches is for print.
  format: unit === 'px' ? 'png' : 'pdf',
  scale: 1,
  width: null,
  quality: null,
  background: null,
  bleed: null,
  hasMarks: false,
  color: 'rgb',
  conformance: 'none',
  isStrict: false,
})

const keyOf = (templateId: string) => `atelier-use-${templateId}`

/** The draft of a template, which survives a reload of the window. */
export function useDraft(template: Template) {
  const [draft, setDraft] = useState(() => stored(template))
  useEffect(() => sessionStorage.setItem(keyOf(template.id), JSON.stringify(draft)), [template.id, draft])

  const setValue = useCallback(
    (key: string, value: unknown) =>
      setDraft((draft) => {
        const { [key]: _, ...others } = draft.values
        return { ...draft, values: value === undefined ? others : { ...others, [key]: value } }
      }),
    [],
  )
  const change = useCallback((part: Partial<Draft>) => setDraft((draft) => ({ ...draft, ...part })), [])
  const changeOutput = useCallback(
    (part: Partial<Output>) => setDraft((draft) => ({ ...draft, output: { ...draft.output, ...part } })),
    [],
  )
  return { draft, setValue, change, changeOutput }
}

function stored(template: Template): Draft {
  const empty = emptyDraft(template)
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(template.id)) ?? '{}') as Partial<Draft>
    const known = new Set(template.variables.map(({ key }) => key))
    // A newer version of the document can have other variables.
    const values = Object.entries(kept.values ?? {}).filter(([key]) => known.has(key))
    return {
      ...empty,
      ...kept,
      values: Object.fromEntries(values),
      output: { ...empty.output, ...kept.output },
    }
  } catch {
    return empty
  }
}

/** CSS pixels (96 to the inch). */
const pixelsPer = { px: 1, mm: 96 / 25.4, in: 96 }

/** The size of the template in pixels at scale 1. */
export const naturalSize = ({ width, height, unit }: Pick<Template, 'width' | 'height' | 'unit'>) => ({
  width: Math.max(1, Math.round(width * pixelsPer[unit])),
  height: Math.max(1, Math.round(height * pixelsPer[unit])),
})

export const isLossy = (format: Format) => format === 'jpeg' || format === 'webp' || format === 'avif'
export const isVector = (format: Format) => format === 'svg' || format === 'pdf'

/** The size of the finished image in pixels, for the preview. Null for vectors. */
export const pixelsOf = ({ format, scale, width }: Output) =>
  isVector(format) ? null : { width: scale === null ? width : null, height: null, scale: scale ?? 1 }

/** The body of `POST /templates/{id}/renders`. Omits fields with their default value. */
export function renderBody({ values, language, brandKitId, output }: Draft) {
  const { format, scale, width, quality, background, bleed, hasMarks, color, conformance } = output
  const pdf = {
    ...(bleed !== null && { bleed }),
    ...(hasMarks && { marks: ['crop' as const] }),
    ...(color !== 'rgb' && { color }),
    ...(conformance !== 'none' && { conformance }),
  }
  return {
    ...(Object.keys(values).length > 0 && { variables: values }),
    format,
    ...(!isVector(format) && scale === null && width !== null && { width }),
    ...(!isVector(format) && scale !== null && scale !== 1 && { scale }),
    ...(isLossy(format) && quality !== null && { quality }),
    ...(background !== null && { background }),
    ...(language !== null && { language }),
    ...(brandKitId !== null && { brand_kit_id: brandKitId }),
    ...(output.isStrict && { check: 'strict' as const }),
    ...(format === 'pdf' && Object.keys(pdf).length > 0 && { pdf }),
  }
}

/** IDs of the assets in values, including the rows of lists. */
export function assetIdsIn(values: unknown): string[] {
  if (Array.isArray(values)) return [...new Set(values.flatMap(assetIdsIn))]
  if (typeof values !== 'object' || values === null) return []
  const { asset_id: id } = values as { asset_id?: unknown }
  return [...new Set([...(isAssetId(id) ? [id] : []), ...Object.values(values).flatMap(assetIdsIn)])]
}

/** A cell of a table can contain any value. */
const isAssetId = (id: unknown): id is string => typeof id === 'string' && /^ast_[0-9a-z]{26}$/.test(id)
