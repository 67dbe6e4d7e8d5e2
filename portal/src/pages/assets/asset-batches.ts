import type { Asset, BatchOutcome, CreateOptions, Page } from '../../../../sdk/src/index.ts'
import type { Api } from '../../api.ts'
import type { GivenValues } from '../properties/values.ts'

/** Maximum number of assets per batch, as in the API. */
const idsMax = 500
/** Maximum number of IDs per list request, as in the API. */
const listIdsMax = 100

export type Work =
  | { action: 'move'; ids: string[]; folder_id: string | null }
  | { action: 'tag' | 'untag'; ids: string[]; tags: string[] }
  | { action: 'set_properties'; ids: string[]; properties: GivenValues }
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

/** A field of any number of assets, by their IDs. */
export async function fieldOf<Field extends keyof Asset>(
  api: Api,
  ids: readonly string[],
  field: Field,
): Promise<Map<string, Asset[Field]>> {
  const values = new Map<string, Asset[Field]>()
  for (let at = 0; at < ids.length; at += listIdsMax) {
    const query = { ids: ids.slice(at, at + listIdsMax), per_page: listIdsMax, fields: `id,${field}` }
    const { data } = await api.get<Page<Pick<Asset, 'id' | Field>>>('/assets', { query })
    for (const asset of data) values.set(asset.id, asset[field])
  }
  return values
}

export const withStatus = (outcomes: readonly BatchOutcome[], status: BatchOutcome['status']) =>
  outcomes.filter((one) => one.status === status).map(({ id }) => id)
