import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isSameName } from '../../../sdk/src/index.ts'
import type { Api } from '../api.ts'
import { useCompany } from '../session.ts'
import { type Tagged, tagsIn, tagsOf } from './tag-queries.ts'

/** Finds tag IDs by tag names. @param makesNew whether to create missing tags. */
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
  const ids: string[] = []
  for (const name of names) {
    const tagId =
      (await tagNamed(api, noun, name)) ??
      (makesNew ? (await tagsIn(api, noun).create({ name })).id : undefined)
    if (tagId !== undefined) ids.push(tagId)
  }
  return ids
}

async function tagNamed(api: Api, noun: Tagged, name: string) {
  const { data } = await tagsIn(api, noun).list({ search: name, per_page: 100 }).page()
  return data.find((tag) => isSameName(tag.name, name))?.id
}
