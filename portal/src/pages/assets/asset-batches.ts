import type { Asset, BatchOutcome, CreateOptions, Page } from '../../../../sdk/src/index.ts'
import type { Api } from '../../api.ts'
import { statusOf } from '../../errors.ts'
import { assetText } from '../../strings/assets.ts'
import { notifyDone, notifyError } from '../../ui/notify.tsx'
import type { GivenValues } from '../properties/values.ts'

/** Maximum number of assets per batch, as in the API. */
const idsMax = 500
/** Maximum number of IDs per list request, as in the API. */
const listIdsMax = 100

export type Work =
  | { action: 'move'; ids: string[]; folder_id: string | null }
  | { action: 'tag' | 'untag'; ids: string[]; tags: string[] }
  | { action: 'set_properties'; ids: string[]; properties: GivenValues }
  | { action: 'set_review'; ids: string[]; review: NonNullable<Asset['review']>; note?: string | null }
  | { action: 'trash' | 'restore'; ids: string[] }

/** Changes any number of assets. */
export async function inPortions(
  api: Api,
  { ids, ...work }: Work,
  options: CreateOptions = {},
): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = []
  for (let at = 0; at < ids.length; at += idsMax) {
    const body = { ...work, ids: ids.slice(at, at + idsMax) }
    outcomes.push(...(await api.assets.batch(body, options)))
  }
  return outcomes
}

/**
 * Moves, deletes or restores assets with a request for each. If a request fails for another reason than the state of
 * its asset, the others are not sent.
 */
export async function oneByOne(api: Api, work: Work): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = []
  for (const id of work.ids) {
    try {
      if (work.action === 'trash') await api.assets.delete(id)
      else if (work.action === 'restore') await api.assets.restore(id)
      else if (work.action === 'move') await api.assets.update(id, { folder_id: work.folder_id })
      else throw new Error(`${work.action} needs a batch.`)
      outcomes.push({ id, status: 200 })
    } catch (error) {
      const status = statusOf(error)
      if (status !== 404 && status !== 409) throw error
      outcomes.push({ id, status })
    }
  }
  return outcomes
}

/** Fields of any number of assets, by their IDs. */
export async function fieldsOf<Field extends keyof Asset>(
  api: Api,
  ids: readonly string[],
  fields: readonly Field[],
): Promise<Map<string, Pick<Asset, Field>>> {
  const values = new Map<string, Pick<Asset, Field>>()
  for (let at = 0; at < ids.length; at += listIdsMax) {
    const query = {
      ids: ids.slice(at, at + listIdsMax),
      per_page: listIdsMax,
      fields: ['id', ...fields].join(),
    }
    const { data } = await api.get<Page<Pick<Asset, 'id' | Field>>>('/assets', { query })
    for (const asset of data) values.set(asset.id, asset)
  }
  return values
}

/** Numbers of reverted and not reverted assets, and the first reason. */
export type Undone = { count: number; left: number; failure: unknown }

/**
 * Undoes a change of assets, one group of assets after the other. If a group fails, the others continue: for
 * example, its folder may be in the trash, or its previous values may no longer be allowed.
 * @param undo reverts the assets of a group, and returns how many it has reverted.
 */
export async function undoGroups<Group>(
  groups: Iterable<Group>,
  total: number,
  undo: (group: Group) => Promise<number>,
): Promise<Undone> {
  let count = 0
  let failure: unknown
  for (const group of groups) {
    try {
      count += await undo(group)
    } catch (error) {
      failure ??= error
    }
  }
  return { count, left: total - count, failure }
}

/** Shows the result of an undo. */
export function showUndone(
  { count, left, failure }: Undone,
  text: { done: (count: number) => string; failed: (count: number) => string },
) {
  if (count > 0) notifyDone(text.done(count))
  if (left > 0) notifyError(failure ?? new Error(assetText.someGone(left)), text.failed(left))
}

export const withStatus = (outcomes: readonly BatchOutcome[], status: BatchOutcome['status']) =>
  outcomes.filter((one) => one.status === status).map(({ id }) => id)
