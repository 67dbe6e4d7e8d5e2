import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Asset, BrandKit, Template } from '../../../sdk/src/index.ts'
import { refused } from '../errors.ts'
import { type CurrentCompany, useCompany } from '../session.ts'
import { previewText as text } from '../strings/renders.ts'
import type { PreviewFont, PreviewSetup } from './messages.ts'

/** Maximum number of fonts, as on the server, because opening them takes time. */
const fontsMax = 64
const pageMax = 100

const documentQuery = ({ api, id }: CurrentCompany, { id: templateId, version }: Template) =>
  queryOptions({
    queryKey: [id, 'template_document', templateId, version],
    async queryFn({ signal }) {
      const { url } = await api.templates.document(templateId, { signal })
      const answer = await fetch(url, { signal })
      if (!answer.ok) throw refused(answer.status, text.noDocument)
      return answer.text()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export const wholeKitsQuery = ({ api, id }: CurrentCompany) =>
  queryOptions({
    queryKey: [id, 'brand_kit', 'whole'],
    queryFn: async ({ signal }) =>
      (await api.brandKits.list({ sort: 'created_at', per_page: pageMax }, { signal }).page()).data,
  })

const fontAssetsQuery = ({ api, id }: CurrentCompany) =>
  queryOptions({
    queryKey: [id, 'asset', 'fonts'],
    queryFn: async ({ signal }) =>
      (await api.assets.list({ type: 'font', sort: 'created_at', per_page: pageMax }, { signal }).page())
        .data,
  })

/** The kit that a render uses: the selected kit, otherwise the default kit, otherwise the oldest. */
export const kitToUse = (kits: readonly BrandKit[], kitId: string | null) =>
  kits.find(({ id }) => id === kitId) ?? kits.find((kit) => kit.is_default) ?? kits[0]

/** The input of a template's preview. Its identity changes only with its content. */
export function usePreviewSetup(template: Template, kitId: string | null) {
  const company = useCompany()
  const document = useQuery(documentQuery(company, template))
  const kits = useQuery(wholeKitsQuery(company))
  const fonts = useQuery(fontAssetsQuery(company))
  const setup = useMemo(
    () =>
      document.data === undefined || !kits.data || !fonts.data
        ? undefined
        : setupOf(document.data, kits.data, fonts.data, kitId),
    [document.data, kits.data, fonts.data, kitId],
  )
  return { setup, kits: kits.data, error: document.error ?? kits.error ?? fonts.error }
}

function setupOf(
  document: string,
  kits: readonly BrandKit[],
  fontAssets: readonly Asset[],
  kitId: string | null,
): PreviewSetup {
  const kit = kitToUse(kits, kitId)
  return {
    document,
    fonts: fontsOf(kit, kits, fontAssets),
    palette: (kit?.colors ?? []).map(({ name, hex, role, cmyk, pantone }) => ({
      name,
      hex,
      role,
      cmyk,
      pantone,
    })),
    kitFonts: (kit?.fonts ?? []).map(({ family, weight, style }) => ({ family, weight, style })),
    logos: (kit?.logos ?? []).flatMap(({ id, variant, theme, is_default, url, mime_type, width, height }) =>
      width === null || height === null
        ? []
        : [
            {
              variant,
              theme,
              isDefault: is_default,
              picture: { key: id, width, height, hasAlpha: !mime_type.endsWith('jpeg'), url },
            },
          ],
    ),
  }
}

/** The fonts of the kit, then those of other kits, then other library fonts. */
function fontsOf(
  kit: BrandKit | undefined,
  kits: readonly BrandKit[],
  assets: readonly Asset[],
): PreviewFont[] {
  const ofKits = [...(kit ? [kit] : []), ...kits.filter((one) => one !== kit)].flatMap(({ fonts }) =>
    fonts.flatMap(({ asset_id, url, family, weight, style }) =>
      asset_id === null || url === null ? [] : [{ id: asset_id, url, family, weight, style }],
    ),
  )
  const used = new Set(ofKits.map(({ id }) => id))
  const others = assets.filter(({ id }) => !used.has(id)).map(({ id, url }) => ({ id, url }))
  return [...ofKits, ...others].slice(0, fontsMax)
}
