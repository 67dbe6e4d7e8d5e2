import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api, Page } from '../../api.ts'
import type { AssetTag } from '../../resources.gen.ts'
import { useCompany } from '../../session.ts'

/** The ids of tags by their names. @param makesNew whether those that are not there are made. */
export function useTagsNamed(makesNew: boolean) {
  const { api, id } = useCompany()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (names: string[]) => {
      const ids: string[] = []
      for (const name of names) {
        const tagId = (await tagNamed(api, name)) ?? (makesNew ? await makeTag(api, name) : undefined)
        if (tagId !== undefined) ids.push(tagId)
      }
      return ids
    },
    meta: { showsError: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [id, 'asset_tag'] }),
  })
}

const sameName = new Intl.Collator('en', { sensitivity: 'base' })

async function tagNamed(api: Api, name: string) {
  const { data } = await api.get<Page<AssetTag>>('/asset-tags', { query: { search: name, per_page: 100 } })
  return data.find((tag) => sameName.compare(tag.name, name) === 0)?.id
}

const makeTag = async (api: Api, name: string) =>
  (await api.post<{ data: AssetTag }>('/asset-tags', { name })).data.id
