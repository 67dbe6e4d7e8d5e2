import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TemplateTag } from '../../../resources.gen.ts'
import { useCompany } from '../../../session.ts'
import { templateTagText as text } from '../../../strings/templates.ts'
import { uiText } from '../../../strings/ui.ts'
import { tagsOf } from '../../../tags/tag-queries.ts'
import { notifyDone, notifyUndoable } from '../../../ui/notify.tsx'
import { useTemplateSearch } from '../use-template-search.ts'

const { path, type } = tagsOf.template

/** What one did oneself is seen at once; what others do comes by the feed. */
export function useTagsChanged() {
  const { id } = useCompany()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([type, 'template'].map((type) => queryClient.invalidateQueries({ queryKey: [id, type] })))
}

/** Puts a tag into the trash, from where a click brings it back. */
export function useTrashTag() {
  const { api } = useCompany()
  const { search, change } = useTemplateSearch()
  const changed = useTagsChanged()
  const restore = useMutation({
    mutationFn: ({ id }: TemplateTag) => api.post<{ data: TemplateTag }>(`${path}/${id}/restoration`),
    onSuccess({ data }) {
      notifyDone(text.restored(data.name))
      return changed()
    },
  })
  return useMutation({
    mutationFn: ({ id }: TemplateTag) => api.delete(`${path}/${id}`),
    onSuccess(_, tag) {
      if (search.tag === tag.id) change({ tag: undefined }, { replace: true })
      notifyUndoable(text.trashed(tag.name), uiText.undo, () => restore.mutate(tag))
      return changed()
    },
  })
}
