import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listQuery } from '../../lists.ts'
import type { TrashKind } from '../../routes/search.ts'
import type { CurrentCompany } from '../../session.ts'
import { trashText } from '../../strings/trash.ts'
import { notifyDone } from '../../ui/notify.tsx'

export type Trashed = { id: string; name: string; thumbnail_url?: string | null; deleted_at: string }

/** The type in the change feed, and the scope for restoring. */
const kinds: Record<TrashKind, { type: string; scope: string }> = {
  assets: { type: 'asset', scope: 'assets:write' },
  templates: { type: 'template', scope: 'templates:write' },
  folders: { type: 'folder', scope: 'assets:write' },
  'asset-tags': { type: 'asset_tag', scope: 'assets:write' },
  tags: { type: 'template_tag', scope: 'templates:write' },
}

export const mayRestore = (company: CurrentCompany, kind: TrashKind) => company.can(kinds[kind].scope)

export const trashQuery = (company: CurrentCompany, kind: TrashKind) =>
  listQuery<Trashed>(company, kinds[kind].type, `/${kind}`, { only_trashed: true, sort: '-updated_at' })

export function useRestore({ id, api }: CurrentCompany, kind: TrashKind) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (trashed: Trashed) => api.post(`/${kind}/${trashed.id}/restoration`),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [id, kinds[kind].type] })
      notifyDone(trashText.restored)
    },
  })
}

const dayMs = 86_400_000

/** Days until the permanent deletion, rounded up; 0 when it is due. */
export const daysLeft = (deletedAt: string, days: number) =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + days * dayMs - Date.now()) / dayMs))
