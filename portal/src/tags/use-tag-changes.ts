import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCompany } from '../session.ts'
import { tagText as text } from '../strings/tags.ts'
import { uiText } from '../strings/ui.ts'
import { notifyDone, notifyUndoable } from '../ui/notify.tsx'
import { type Tagged, tagsIn, tagsOf } from './tag-queries.ts'

type Tag = { id: string; name: string }

/** The user's own changes are shown immediately; other changes arrive through the feed. */
export function useTagsChanged(noun: Tagged) {
  const { id } = useCompany()
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [tagsOf[noun].type, noun].map((type) => queryClient.invalidateQueries({ queryKey: [id, type] })),
    )
}

/** Moves a tag to the trash, with an undo action. @param onGone is called when it was deleted. */
export function useTrashTag(noun: Tagged, onGone: () => void) {
  const { api } = useCompany()
  const tags = tagsIn(api, noun)
  const changed = useTagsChanged(noun)
  const restore = useMutation({
    mutationFn: ({ id }: Tag) => tags.restore(id),
    onSuccess() {
      notifyDone(text.restored)
      return changed()
    },
  })
  return useMutation({
    mutationFn: ({ id }: Tag) => tags.delete(id),
    onSuccess(_, tag) {
      onGone()
      notifyUndoable(text.trashed[noun], uiText.undo, () => restore.mutate(tag))
      return changed()
    },
  })
}
