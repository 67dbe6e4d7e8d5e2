import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Query } from '../../../sdk/src/http/query.ts'
import type { AssetTag, Page, TemplateTag } from '../../../sdk/src/index.ts'
import type { Api } from '../api.ts'
import { tagsBy } from '../query-parameters.ts'
import type { CurrentCompany } from '../session.ts'

type Tags = { asset: AssetTag; template: TemplateTag }
/** The API path of each kind of tag, and its type in the change feed. */
export type Tagged = keyof Tags
export type TagOf<Noun extends Tagged> = Tags[Noun]

/** Undefined for readers. */
export const tagsOf = {
  asset: { path: '/asset-tags', type: 'asset_tag' },
  template: { path: '/tags', type: 'template_tag' },
} as const

type Named = { id: string; name: string }

type TagCalls = {
  list(query: { search: string; per_page: number }): { page(): Promise<{ data: Named[] }> }
  create(body: { name: string }): Promise<Named>
  update(id: string, body: { name: string }): Promise<Named>
  delete(id: string): Promise<void>
  restore(id: string): Promise<Named>
  merge(id: string, body: { tags: string[] }): Promise<Named>
}

export const tagsIn = (api: Api, noun: Tagged): TagCalls =>
  noun === 'asset' ? api.assetTags : api.templateTags

/** Tags that match the search terms, by name. Without terms, the first tags. */
export const tagsQuery = <Noun extends Tagged>(company: CurrentCompany, noun: Noun, words: string) =>
  listOf(company, noun, ['list', words], tagsBy(words))

export const tagsByIdQuery = <Noun extends Tagged>(company: CurrentCompany, noun: Noun, ids: string[]) => ({
  ...listOf(company, noun, ['ids', ids], { ids: ids.join(','), per_page: 100 }),
  enabled: ids.length > 0,
})

const listOf = <Noun extends Tagged>(
  { api, id }: CurrentCompany,
  noun: Noun,
  key: readonly unknown[],
  query: Query,
) =>
  queryOptions({
    queryKey: [id, tagsOf[noun].type, ...key],
    queryFn: async ({ signal }) =>
      (await api.get<Page<Tags[Noun]>>(tagsOf[noun].path, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
