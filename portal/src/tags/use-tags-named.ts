import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api, Page } from '../api.ts'
import { isSameName } from '../same-name.ts'
import { useCompany } from '../session.ts'
import { type Tagged, tagsOf } from './tag-queries.ts'

type Tag = { id: string; name: string }

/** The ids of tags by their names. @param makesNew whether those that are not there are made. */
export function useTagsNamed(noun: Tagged, makesNew: boolean) {
  const { api, id } = useCompany()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (names: string[]) => idsOfTags(api, noun, names, makesNew),
    meta: { showsError: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [id, tagsOf[noun].type] }),
  })
}

export async function idsOfTags(
  api: Api,
  noun: Tagged,
  names: readonly string[],
  makesNew = true,
): Promise<string[]> {
  const { path } = tagsOf[noun]
  const ids: string[] = []
  for (const name of names) {
    const tagId = (await tagNamed(api, path, name)) ?? (makesNew ? await makeTag(api, path, name) : undefined)
    if (tagId !== undefined) ids.push(tagId)
  }
  return ids
}

async function tagNamed(api: Api, path: string, name: string) {
  const { data } = await api.get<Page<Tag>>(path, { query: { search: name, per_page: 100 } })
  return data.find((tag) => isSameName(tag.name, name))?.id
}

const makeTag = async (api: Api, path: string, name: string) =>
  (await api.post<{ data: Tag }>(path, { name })).data.id
