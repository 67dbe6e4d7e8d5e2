/** A position in a collection: before or after an asset, or at the end. */
export type Place = { before_asset_id?: string; after_asset_id?: string }

/** Position in a collection. `start` is before its first asset, which may not be loaded. */
export type Target = Place | 'start'

/** Maximum number of IDs per request, as in the API. */
const idsMax = 100

/**
 * Splits the IDs into requests, in the order of sending. Each request inserts its IDs directly at the
 * position, so for a position after an asset, the last IDs are sent first.
 */
export function chunksAt(ids: readonly string[], place: Place): string[][] {
  const chunks: string[][] = []
  for (let at = 0; at < ids.length; at += idsMax) chunks.push(ids.slice(at, at + idsMax))
  return place.after_asset_id === undefined ? chunks : chunks.reverse()
}

/** Moves these IDs to the position in the list. The start is before all loaded rows. */
export function movedTo<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
  target: Target,
): Row[] {
  const others = rows.filter(({ id }) => !ids.includes(id))
  const moved = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  if (target === 'start') return [...moved, ...others]
  const { before_asset_id, after_asset_id } = target
  const anchor = others.findIndex(({ id }) => id === (before_asset_id ?? after_asset_id))
  const at = anchor < 0 ? others.length : before_asset_id === undefined ? anchor + 1 : anchor
  return others.toSpliced(at, 0, ...moved)
}

export type Step = 'earlier' | 'later'

/**
 * The position to which these IDs are moved together, `distance` places away. Undefined if they are already there. If
 * the target is beyond the loaded rows, the position is the start or the end of the collection, which can have more
 * rows.
 */
export function stepFrom<Row extends { id: string }>(
  rows: readonly Row[],
  ids: ReadonlySet<string>,
  step: Step,
  distance = 1,
): Target | undefined {
  const others = rows.filter(({ id }) => !ids.has(id))
  const moved = rows.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  const first = rows.findIndex(({ id }) => ids.has(id))
  const last = rows.findLastIndex(({ id }) => ids.has(id))
  if (first < 0 || others.length === 0) return undefined
  if (distance >= rows.length) return step === 'later' ? {} : 'start'
  const before = others[Math.max(first - distance, 0)]
  const after = others[Math.min(last + 1 - moved.length + distance, others.length) - 1]
  const place: Place = step === 'earlier' ? { before_asset_id: before!.id } : { after_asset_id: after!.id }
  const isThere = movedTo(rows, moved, place).every((row, at) => row === rows[at])
  return isThere ? undefined : place
}
