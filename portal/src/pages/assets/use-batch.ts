import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BatchOutcome } from '../../../../sdk/src/index.ts'
import { statusOf } from '../../errors.ts'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { reviewsText } from '../../strings/reviews.ts'
import { notifyDone, notifyError, notifyUndoable } from '../../ui/notify.tsx'
import {
  fieldsOf,
  inPortions,
  oneByOne,
  showUndone,
  undoGroups,
  type Work,
  withStatus,
} from './asset-batches.ts'

/** Change of many assets, except their custom properties, which have their own form (use-set-properties.ts). */
export type Batch = Exclude<Work, { action: 'set_properties' }>

const done = {
  move: text.moved,
  tag: text.tagged,
  untag: text.untagged,
  set_review: reviewsText.changed,
  trash: text.trashed,
  restore: text.restored,
}

export function useBatch() {
  const { api, id, can } = useCompany()
  // Batches are not available with a folder limit.
  const change = can('library:write') ? inPortions : oneByOne
  const queryClient = useQueryClient()
  const batch = useMutation({
    async mutationFn(batch: Batch) {
      const before: Origins =
        batch.action === 'move' ? foldersIn(await fieldsOf(api, batch.ids, ['folder_id'])) : new Map()
      return { outcomes: await change(api, batch), before }
    },
    onSuccess({ outcomes, before }, { action }) {
      tell(action, outcomes, before)
      showChanges()
    },
  })
  const moveBack = useMutation({
    mutationFn: (before: Origins) =>
      undoGroups(byFolder(before), before.size, async ([folder_id, ids]) => {
        const outcomes = await change(api, { action: 'move', ids, folder_id }).catch((error) => {
          throw statusOf(error) === 422 ? new Error(text.originGone) : error
        })
        return withStatus(outcomes, 200).length
      }),
    onSuccess: (undone) => showUndone(undone, { done: text.movedBack, failed: text.notMovedBack }),
    onSettled: () => showChanges(),
  })

  // This is not awaited, because the component may be unmounted by the time the lists are reloaded.
  function showChanges() {
    for (const type of ['asset', 'folder', 'asset_tag'])
      void queryClient.invalidateQueries({ queryKey: [id, type] })
  }

  function tell(action: Batch['action'], outcomes: BatchOutcome[], before: Origins) {
    const ids = withStatus(outcomes, 200)
    const inUse = withStatus(outcomes, 409).length
    const full = withStatus(outcomes, 422).length
    const gone = withStatus(outcomes, 404).length
    const message = done[action](ids.length)
    if (ids.length > 0 && action === 'trash')
      notifyUndoable(message, text.undo, () => batch.mutate({ action: 'restore', ids }))
    else if (ids.length > 0 && action === 'move') {
      const changed = new Set(ids)
      const moved = new Map([...before].filter(([id]) => changed.has(id)))
      notifyUndoable(message, text.undo, () => moveBack.mutate(moved))
    } else if (ids.length > 0) notifyDone(message)
    if (inUse > 0) notifyError(new Error(text.inUse(inUse)), text.notAllChanged)
    if (full > 0) notifyError(new Error(text.fullOfTags(full)), text.notAllChanged)
    if (gone > 0) notifyError(new Error(text.someGone(gone)), text.notAllChanged)
  }

  return batch
}

/** The folder of each asset before a move; null is the root. */
type Origins = ReadonlyMap<string, string | null>

const foldersIn = (assets: ReadonlyMap<string, { folder_id: string | null }>): Origins =>
  new Map([...assets].map(([id, { folder_id }]) => [id, folder_id]))

function byFolder(before: Origins): Map<string | null, string[]> {
  const groups = new Map<string | null, string[]>()
  for (const [id, folder] of before) groups.set(folder, [...(groups.get(folder) ?? []), id])
  return groups
}
