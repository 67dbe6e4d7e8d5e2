import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Asset, BatchOutcome, Page } from '../../../../sdk/src/index.ts'
import type { Api } from '../../api.ts'
import { statusOf } from '../../errors.ts'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { notifyDone, notifyError, notifyUndoable } from '../../ui/notify.tsx'

/** The API's limit per batch. */
const idsMax = 500
/** The API's limit per list. */
const listIdsMax = 100

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
    async mutationFn(batch: Batch) {
      const before = batch.action === 'move' ? await foldersOf(api, batch.ids) : new Map<string, null>()
      return { outcomes: await inPortions(api, batch), before }
    },
    onSuccess({ outcomes, before }, { action }) {
      tell(action, outcomes, before)
      showChanges()
    },
  })
  const moveBack = useMutation({
    async mutationFn(before: Origins) {
      let count = 0
      let failure: unknown
      // Assets of one folder do not wait for assets of another folder, which may be in the trash.
      for (const [folder_id, ids] of byFolder(before)) {
        try {
          const outcomes = await inPortions(api, { action: 'move', ids, folder_id })
          count += outcomes.filter(({ status }) => status === 200).length
        } catch (error) {
          failure ??= statusOf(error) === 422 ? new Error(text.originGone) : error
        }
      }
      return { count, left: before.size - count, failure }
    },
    onSuccess({ count, left, failure }) {
      if (count > 0) notifyDone(text.movedBack(count))
      if (left > 0) notifyError(failure ?? new Error(text.someGone(left)), text.notMovedBack(left))
    },
    onSettled: () => showChanges(),
  })

  // This is not awaited, because the component may be unmounted by the time the lists are reloaded.
  function showChanges() {
    for (const type of ['asset', 'folder', 'asset_tag'])
      void queryClient.invalidateQueries({ queryKey: [id, type] })
  }

  function tell(action: Batch['action'], outcomes: BatchOutcome[], before: Origins) {
    const with_ = (status: BatchOutcome['status']) => outcomes.filter((one) => one.status === status)
    const ids = with_(200).map(({ id }) => id)
    const message = done[action](ids.length)
    if (ids.length > 0 && action === 'trash')
      notifyUndoable(message, text.undo, () => batch.mutate({ action: 'restore', ids }))
    else if (ids.length > 0 && action === 'move') {
      const changed = new Set(ids)
      const moved = new Map([...before].filter(([id]) => changed.has(id)))
      notifyUndoable(message, text.undo, () => moveBack.mutate(moved))
    } else if (ids.length > 0) notifyDone(message)
    if (with_(409).length > 0) notifyError(new Error(text.inUse(with_(409).length)))
    if (with_(422).length > 0) notifyError(new Error(text.fullOfTags(with_(422).length)))
    if (with_(404).length > 0) notifyError(new Error(text.someGone(with_(404).length)))
  }

  return batch
}

/** The folder of each asset before a move; null is the root. */
type Origins = ReadonlyMap<string, string | null>

async function foldersOf(api: Api, ids: readonly string[]): Promise<Origins> {
  const folders = new Map<string, string | null>()
  for (let at = 0; at < ids.length; at += listIdsMax) {
    const query = { ids: ids.slice(at, at + listIdsMax), per_page: listIdsMax, fields: 'id,folder_id' }
    const { data } = await api.get<Page<Pick<Asset, 'id' | 'folder_id'>>>('/assets', { query })
    for (const asset of data) folders.set(asset.id, asset.folder_id)
  }
  return folders
}

function byFolder(before: Origins): Map<string | null, string[]> {
  const groups = new Map<string | null, string[]>()
  for (const [id, folder] of before) groups.set(folder, [...(groups.get(folder) ?? []), id])
  return groups
}

async function inPortions(api: Api, { ids, ...work }: Batch): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = []
  for (let at = 0; at < ids.length; at += idsMax) {
    const body = { ...work, ids: ids.slice(at, at + idsMax) }
    outcomes.push(...(await api.assets.batch(body)))
  }
  return outcomes
}
