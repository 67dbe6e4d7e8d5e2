import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Page } from '../../../../sdk/src/index.ts'
import type { Api } from '../../api.ts'
import type { TrashKind } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { assetText } from '../../strings/assets.ts'
import { trashText as text } from '../../strings/trash.ts'
import { notifyAction, notifyError } from '../../ui/notify.tsx'
import { pathOf, type Trashed, typeOf } from './trash.ts'

/** Maximum number of assets per batch, as in the API. */
const batchMax = 500
/** Maximum number of IDs per list request, as in the API. */
const listIdsMax = 100

/** Restores resources of a kind and tells the user their location. */
export function useRestore(kind: TrashKind) {
  const { id: company, api, can } = useCompany()
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  function show(restored: readonly Trashed[]) {
    const params = { company }
    const [first] = restored
    if (first === undefined) return
    const ids = restored.map(({ id }) => id)
    if (kind === 'templates' && ids.length === 1)
      void navigate({ to: '/c/$company/templates/$template', params: { company, template: first.id } })
    else if (kind === 'templates') void navigate({ to: '/c/$company/templates', params })
    else if (kind === 'tags')
      void navigate({ to: '/c/$company/templates', params, search: { tag: first.id } })
    else if (kind === 'asset-tags')
      void navigate({ to: '/c/$company/assets', params, search: { tags: [first.id] } })
    else if (kind === 'folders')
      void navigate({ to: '/c/$company/assets', params, search: { folder: first.id } })
    else {
      const folder = sameOf(restored, ({ folder_id }) => folder_id) ?? undefined
      const asset = ids.length === 1 ? first.id : undefined
      void navigate({
        to: '/c/$company/assets',
        params,
        search: { ...(folder && { folder }), ...(asset && { asset }) },
      })
    }
  }

  return useMutation({
    mutationFn: (chosen: readonly Trashed[]) => {
      // Batches are not available with a folder limit.
      const isBatch = kind === 'assets' && chosen.length > 1 && can('library:write')
      return isBatch ? restoreAssets(api, chosen) : restoreEach(api, kind, chosen)
    },
    onSuccess({ restored, failure }, chosen) {
      if (restored.length > 0) notifyAction(messageOf(restored, chosen), text.show, () => show(restored))
      if (failure !== undefined) notifyError(failure)
    },
    onSettled: async () => {
      // A folder is restored with its assets.
      const types = kind === 'folders' ? ['folder', 'asset'] : [typeOf(kind)]
      await Promise.all(types.map((type) => queryClient.invalidateQueries({ queryKey: [company, type] })))
    },
  })
}

type Restored = { restored: Trashed[]; failure: unknown }

async function restoreEach(api: Api, kind: TrashKind, chosen: readonly Trashed[]): Promise<Restored> {
  const restored: Trashed[] = []
  for (const { id } of chosen) {
    try {
      restored.push((await api.post<{ data: Trashed }>(`/${kind}/${id}/restoration`)).data)
    } catch (failure) {
      return { restored, failure }
    }
  }
  return { restored, failure: undefined }
}

async function restoreAssets(api: Api, chosen: readonly Trashed[]): Promise<Restored> {
  const ids: string[] = []
  for (let at = 0; at < chosen.length; at += batchMax) {
    const some = chosen.slice(at, at + batchMax).map(({ id }) => id)
    const outcomes = await api.assets.batch({ action: 'restore', ids: some })
    ids.push(...outcomes.filter(({ status }) => status === 200).map(({ id }) => id))
  }
  const restored: Trashed[] = []
  for (let at = 0; at < ids.length; at += listIdsMax) {
    const query = { ids: ids.slice(at, at + listIdsMax), per_page: listIdsMax }
    restored.push(...(await api.get<Page<Trashed>>('/assets', { query })).data)
  }
  const gone = chosen.length - ids.length
  return { restored, failure: gone > 0 ? new Error(assetText.someGone(gone)) : undefined }
}

function messageOf(restored: readonly Trashed[], chosen: readonly Trashed[]): string {
  const path = sameOf(restored, pathOf)
  const [first] = restored
  const isRenamed =
    restored.length === 1 && chosen.some((one) => one.id === first!.id && one.name !== first!.name)
  if (isRenamed) return text.restoredAs(first!.name, path)
  if (restored.length === 1) return text.restoredTo(path)
  const isApart = path === undefined && restored.some((one) => pathOf(one) !== undefined)
  return isApart ? text.restoredApart(restored.length) : text.restoredMany(restored.length, path)
}

/** The value that all resources share. Undefined if the values differ. */
function sameOf<Value>(all: readonly Trashed[], fieldOf: (one: Trashed) => Value): Value | undefined {
  const value = fieldOf(all[0]!)
  return all.every((one) => fieldOf(one) === value) ? value : undefined
}
