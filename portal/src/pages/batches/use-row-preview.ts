import type { GivenValues } from '@atelier/filling'
import { useMemo } from 'react'
import type { Template } from '../../../../sdk/src/index.ts'
import { usePreviewSetup } from '../../preview/preview-setup.ts'
import { pictureOf, useAssets } from '../../preview/use-pictures.ts'
import { usePreview } from '../../preview/use-preview.ts'
import { assetIdsIn } from '../templates/use/draft.ts'

/** @param values must keep their identity while they are the same. */
export function useRowPreview(
  template: Template,
  values: Record<string, unknown>,
  language: string | null,
  brandKitId: string | null,
) {
  const assets = useAssets(useMemo(() => assetIdsIn(values), [values]))
  const { setup, error } = usePreviewSetup(template, brandKitId)
  const { variables } = template
  const request = useMemo(() => {
    const found = assets.flatMap((asset) => pictureOf(asset) ?? []).map((one) => [one.key, one])
    return {
      variables,
      values: values as GivenValues,
      language,
      pictures: Object.fromEntries(found),
      output: null,
      background: null,
    }
  }, [variables, values, language, assets])
  return { previewing: usePreview(setup, request), assets, palette: setup?.palette ?? [], error }
}
