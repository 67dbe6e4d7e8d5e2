import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Asset, BrandPage } from '../../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany } from '../../../session.ts'

const type = 'brand_page'

/** Null if the kit has no page. */
export const pageQuery = ({ id, api }: CurrentCompany, kitId: string) =>
  queryOptions({
    queryKey: [id, type, 'of', kitId],
    queryFn: async ({ signal }): Promise<BrandPage | null> =>
      (await api.brandPages.list({ brand_kit_id: kitId }, { signal }).page()).data[0] ?? null,
  })

/** The assets that examples show, for their thumbnails. Deleted assets are missing. */
export const examplesQuery = ({ id, api }: CurrentCompany, ids: readonly string[]) =>
  queryOptions({
    queryKey: [id, 'asset', 'examples', ids],
    queryFn: async ({ signal }): Promise<Asset[]> =>
      ids.length === 0 ? [] : await api.assets.list({ ids: [...ids] }, { signal }).toArray(),
  })

type NewPage = Parameters<CurrentCompany['api']['brandPages']['create']>[0]
type PageChange = Parameters<CurrentCompany['api']['brandPages']['update']>[1]

export function usePageChanges() {
  const { id, api } = useCompany()
  const queryClient = useQueryClient()
  const changed = async <Answer>(answer: Answer) => {
    await queryClient.invalidateQueries({ queryKey: [id, type] })
    return answer
  }
  return {
    create: (body: NewPage) => api.brandPages.create(body).then(changed),
    update: (page: string, body: PageChange) => api.brandPages.update(page, body).then(changed),
  }
}
