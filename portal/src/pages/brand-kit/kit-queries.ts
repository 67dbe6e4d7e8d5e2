import { queryOptions } from '@tanstack/react-query'
import type {
  BrandKit,
  BrandKitColor,
  BrandKitFont,
  BrandKitLogo,
  ContrastPair,
} from '../../../../sdk/src/index.ts'
import type { Tagged } from '../../api.ts'
import type { CurrentCompany } from '../../session.ts'

/** The maximum page size, which is more kits than a menu can show. */
const kitsMax = 100

export type KitName = Pick<BrandKit, 'id' | 'name' | 'is_default'>

export const kitsQuery = ({ api, id }: CurrentCompany) =>
  queryOptions({
    queryKey: [id, 'brand_kit', 'list'],
    queryFn: async ({ signal }) => {
      const names = { fields: ['id', 'name', 'is_default'], sort: 'name', per_page: kitsMax } as const
      return (await api.brandKits.list(names, { signal }).page()).data
    },
  })

export type OneKit = Tagged<{ data: BrandKit }>

export const kitQuery = ({ api, id }: CurrentCompany, kitId: string) =>
  queryOptions({
    queryKey: [id, 'brand_kit', 'one', kitId],
    queryFn: ({ signal }) => api.get<OneKit>(`/brand-kit/${kitId}`, { signal }),
  })

/** The parts of a kit, by their API paths and fields. */
export type Parts = { logos: BrandKitLogo; colors: BrandKitColor; fonts: BrandKitFont }
export type PartKind = keyof Parts

export type OnePart<Kind extends PartKind> = Tagged<{ data: Parts[Kind] }>

/**
 * Fetched when a form opens, but not while it is open, even if the feed reports a change, because the form must update
 * the state that it started with.
 */
export const partQuery = <Kind extends PartKind>({ api, id }: CurrentCompany, kind: Kind, partId: string) =>
  queryOptions({
    queryKey: [id, 'brand_kit_form', partId],
    queryFn: ({ signal }) => api.get<OnePart<Kind>>(`/brand-kit/${kind}/${partId}`, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Contrast = {
  colors: Pick<BrandKitColor, 'id' | 'name' | 'hex' | 'opacity'>[]
  pairs: ContrastPair[]
}

export const contrastQuery = ({ api, id }: CurrentCompany, kitId: string) =>
  queryOptions({
    queryKey: [id, 'brand_kit', 'contrast', kitId],
    queryFn: ({ signal }) => api.brandKits.contrast(kitId, { signal }),
  })

export type TokenFormat = 'css' | 'scss' | 'tailwind' | 'dtcg' | 'json' | 'gpl' | 'ase'

export const tokenFile = (
  { api }: Pick<CurrentCompany, 'api'>,
  kitId: string,
  format: TokenFormat,
  signal: AbortSignal,
) => api.file(`/brand-kit/${kitId}/tokens`, { query: { format }, signal })

export const tokensQuery = (company: CurrentCompany, kitId: string, format: TokenFormat) =>
  queryOptions({
    queryKey: [company.id, 'brand_kit', 'tokens', kitId, format],
    queryFn: async ({ signal }) => {
      const file = await tokenFile(company, kitId, format, signal)
      return { file, code: await file.text() }
    },
    structuralSharing: false,
  })
