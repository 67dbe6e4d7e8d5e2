import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Asset, Collection, Page } from '../../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany } from '../../../session.ts'
import { collectionText as text } from '../../../strings/collections.ts'
import { notifyAction, notifyDone, notifyUndoable } from '../../../ui/notify.tsx'
import { assetsQuery } from '../asset-queries.ts'
import { collectionType } from './collection-queries.ts'
import { chunksAt, movedTo, type Place, type Target } from './ordered-ids.ts'

/** The user's own changes are shown immediately; other changes arrive through the feed. */
export function useCollectionsChanged() {
  const { id } = useCompany()
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [id, collectionType] }),
      queryClient.invalidateQueries({ queryKey: [id, 'asset'] }),
    ])
  }
}

/** The target is a collection or the name of a new collection. */
export type Added = { collection: Collection | { name: string }; ids: readonly string[] }

/** Adds assets to the end of a collection and offers to open it. */
export function useAddToCollection() {
  const { api, id: company } = useCompany()
  const changed = useCollectionsChanged()
  const navigate = useNavigate()
  return useMutation({
    async mutationFn({ collection, ids }: Added) {
      const before = 'id' in collection ? collection.items_count : 0
      let chunks = chunksAt(ids, {})
      let filled: Collection
      if ('id' in collection) filled = collection
      else {
        const [asset_ids = [], ...rest] = chunks
        filled = await api.collections.create({ name: collection.name, asset_ids })
        chunks = rest
      }
      for (const asset_ids of chunks) filled = await api.collections.addItems(filled.id, { asset_ids })
      return { filled, count: Math.max(filled.items_count - before, 0) }
    },
    onSuccess({ filled: { id, name }, count }) {
      const open = () =>
        navigate({ to: '/c/$company/assets', params: { company }, search: { collection: id } })
      notifyAction(text.added(count, name), text.open, () => void open())
    },
    onSettled: changed,
  })
}

/** A run of removed assets, and the position to restore them to. */
type Run = { ids: string[]; place: Place }

/** Removes assets from a collection and offers to put them back. */
export function useTakeOut(collectionId: string) {
  const { api } = useCompany()
  const changed = useCollectionsChanged()
  const putBack = useMutation({
    async mutationFn(runs: readonly Run[]) {
      for (const { ids, place } of runs)
        for (const asset_ids of chunksAt(ids, place))
          await api.collections.addItems(collectionId, { asset_ids, ...place })
    },
    onSettled: changed,
  })
  return useMutation({
    async mutationFn({ ids, rows }: { ids: readonly string[]; rows: readonly Asset[] }) {
      for (const asset_ids of chunksAt(ids, {}))
        await api.collections.removeItems(collectionId, { asset_ids })
      return runsOf(rows, new Set(ids))
    },
    onSuccess(runs, { ids }) {
      notifyUndoable(text.takenOut(ids.length), text.undo, () => putBack.mutate(runs))
    },
    onSettled: changed,
  })
}

function runsOf(rows: readonly Asset[], ids: ReadonlySet<string>): Run[] {
  const runs: Run[] = []
  const following = rows.find(({ id }) => !ids.has(id))
  let before: string | undefined
  for (const { id } of rows) {
    if (!ids.has(id)) {
      before = id
      continue
    }
    const last = runs.at(-1)
    if (last && (last.place.after_asset_id === before || before === undefined)) last.ids.push(id)
    else runs.push({ ids: [id], place: placeAt(before, following?.id) })
  }
  return runs
}

const placeAt = (before: string | undefined, following: string | undefined): Place => {
  if (before !== undefined) return { after_asset_id: before }
  return following === undefined ? {} : { before_asset_id: following }
}

export type Moved = { ids: readonly string[]; place: Target }

/** Moves assets within a collection. The new order is shown immediately, and further moves start from it. */
export function useMoveItems(collectionId: string) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const changed = useCollectionsChanged()
  const { queryKey } = assetsQuery(company, { collection_id: collectionId })
  const scope = { id: `order of ${collectionId}` }
  return useMutation({
    scope,
    meta: { showsError: true },
    async mutationFn({ ids, place }: Moved) {
      const at = place === 'start' ? await startOf(company, collectionId, ids) : place
      if (at === undefined) return
      for (const asset_ids of chunksAt(ids, at))
        await company.api.collections.moveItems(collectionId, { asset_ids, ...at })
    },
    async onMutate({ ids, place }) {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<InfiniteData<Page<Asset>>>(
        queryKey,
        (list) => list && inOrder(list, ids, place),
      )
    },
    // A later move is already shown, and the response to this move would revert it.
    onSettled: () => (queryClient.isMutating({ predicate: isOfScope(scope.id) }) > 1 ? undefined : changed()),
  })
}

/** The position before the first asset that is not moved. Undefined if the whole collection is moved. */
async function startOf(
  { api }: CurrentCompany,
  collectionId: string,
  moved: readonly string[],
): Promise<Place | undefined> {
  for await (const { id } of api.collections.items(collectionId, { fields: 'id', per_page: 100 }))
    if (!moved.includes(id)) return { before_asset_id: id }
  return undefined
}

const isOfScope = (id: string) => (mutation: { options: { scope?: { id: string } } }) =>
  mutation.options.scope?.id === id

/** The loaded pages with their assets in a new order. */
function inOrder<Params>(
  list: InfiniteData<Page<Asset>, Params>,
  ids: readonly string[],
  place: Target,
): InfiniteData<Page<Asset>, Params> {
  const rows = movedTo(
    list.pages.flatMap(({ data }) => data),
    ids,
    place,
  )
  let at = 0
  const pages = list.pages.map((page) => {
    const data = rows.slice(at, at + page.data.length)
    at += page.data.length
    return { ...page, data }
  })
  return { ...list, pages }
}

/** Null means the first asset. */
export function useSetCover(collectionId: string) {
  const { api } = useCompany()
  const changed = useCollectionsChanged()
  return useMutation({
    mutationFn: (cover_asset_id: string | null) => api.collections.update(collectionId, { cover_asset_id }),
    onSuccess() {
      notifyDone(text.coverSet)
      return changed()
    },
  })
}
