import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BatchOutcome } from '../../../../sdk/src/index.ts'
import type { Api } from '../../api.ts'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { notifyDone, notifyError, notifyUndoable } from '../../ui/notify.tsx'

/** The API's limit per batch. */
const idsMax = 500

export type Batch =
  | { action: 'move'; ids: string[]; folder_id: string | null }
  | { action: 'tag' | 'untag'; ids: string[]; tags: string[] }
  | { action: 'trash' | 'restore'; ids: string[] }

const done = {
  move: text.moved,
  tag: text.tagged,
  untag: text.untagged,
  trash: text.trashed,
  restore: text.restored,
}

/** Changes many assets, shows the result, and offers to undo a deletion. */
export function useBatch() {
  const { api, id } = useCompany()
  const queryClient = useQueryClient()
  const batch = useMutation({
    mutationFn: (batch: Batch) => inPortions(api, batch),
    onSuccess(outcomes, { action }) {
      tell(action, outcomes)
      // Not awaited: the component may be unmounted by the time the lists are reloaded.
      for (const type of ['asset', 'folder', 'asset_tag'])
        void queryClient.invalidateQueries({ queryKey: [id, type] })
    },
  })

  function tell(action: Batch['action'], outcomes: BatchOutcome[]) {
    const with_ = (status: BatchOutcome['status']) => outcomes.filter((one) => one.status === status)
    const ids = with_(200).map(({ id }) => id)
    const message = done[action](ids.length)
    if (ids.length > 0 && action === 'trash')
      notifyUndoable(message, text.undo, () => batch.mutate({ action: 'restore', ids }))
    else if (ids.length > 0) notifyDone(message)
    if (with_(409).length > 0) notifyError(new Error(text.inUse(with_(409).length)))
    if (with_(422).length > 0) notifyError(new Error(text.fullOfTags(with_(422).length)))
    if (with_(404).length > 0) notifyError(new Error(text.someGone(with_(404).length)))
  }

  return batch
}

async function inPortions(api: Api, { ids, ...work }: Batch): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = []
  for (let at = 0; at < ids.length; at += idsMax) {
    const body = { ...work, ids: ids.slice(at, at + idsMax) }
    outcomes.push(...(await api.assets.batch(body)))
  }
  return outcomes
}
