import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Render, Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { fillText as text } from '../../../strings/renders.ts'
import { notifyDone, notifyError } from '../../../ui/notify.tsx'
import { downloadRender } from '../renders/download.ts'
import { type Draft, renderBody } from './draft.ts'

export function useCreate(template: Template) {
  const { api, id: companyId } = useCompany()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsError: true },
    mutationFn: (draft: Draft) =>
      api.post<{ data: Render }>(`/templates/${template.id}/renders`, renderBody(draft)),
    async onSuccess({ data: render }) {
      void queryClient.invalidateQueries({ queryKey: [companyId, 'render'] })
      if (render.status === 'failed') return notifyError(new Error(render.failure ?? ''))
      if (render.status !== 'done') return notifyDone(text.queued)
      await downloadRender(template, render)
      notifyDone(text.created)
    },
  })
}
