import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { templateText as text } from '../../../strings/templates.ts'
import { uiText } from '../../../strings/ui.ts'
import { notifyDone, notifyUndoable } from '../../../ui/notify.tsx'

type Named = Pick<Template, 'id' | 'name'>

function useTemplatesChanged() {
  const { id } = useCompany()
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['template', 'template_tag'].map((type) => queryClient.invalidateQueries({ queryKey: [id, type] })),
    )
}

export function useRestoreTemplate() {
  const { api } = useCompany()
  const changed = useTemplatesChanged()
  return useMutation({
    mutationFn: ({ id }: Named) => api.templates.restore(id),
    onSuccess() {
      notifyDone(text.restored)
      return changed()
    },
  })
}

/** Moves a template to the trash, with an undo action, and leaves its page. */
export function useTrashTemplate() {
  const { id: company, api } = useCompany()
  const changed = useTemplatesChanged()
  const navigate = useNavigate()
  const { template: open } = useParams({ strict: false })
  const restore = useRestoreTemplate()
  return useMutation({
    mutationFn: ({ id }: Named) => api.templates.delete(id),
    async onSuccess(_, template) {
      notifyUndoable(text.trashed, uiText.undo, () => restore.mutate(template))
      // In the gallery, filters stay.
      if (template.id === open) await navigate({ to: '/c/$company/templates', params: { company } })
      await changed()
    },
  })
}
