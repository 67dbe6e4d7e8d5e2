/** A place in a collection: before or after an asset, or at the end. */
export type Place = { before_asset_id?: string; after_asset_id?: string }

/** The API takes as many in a request. */
const idsMax = 100

/**
 * The IDs as many at a time as the API takes, in the order of sending: each request puts its IDs next to the place, so
 * that after an asset the last ones go first.
 */
export function chunksAt(ids: readonly string[], place: Place): string[][] {
  const chunks: string[][] = []
  for (let at = 0; at < ids.length; at += idsMax) chunks.push(ids.slice(at, at + idsMax))
  return place.after_asset_id === undefined ? chunks : chunks.reverse()
}

/** The list with these IDs at the place. */
export function movedTo<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
  { before_asset_id, after_asset_id }: Place,
): Row[] {
  const others = rows.filter(({ id }) => !ids.includes(id))
  const moved = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  const anchor = others.findIndex(({ id }) => id === (before_asset_id ?? after_asset_id))
  const at = anchor < 0 ? others.length : before_asset_id === undefined ? anchor + 1 : anchor
  return others.toSpliced(at, 0, ...moved)
}

export type Step = 'earlier' | 'later'

/**
 * The place to which a step moves these IDs together, past as many others as `distance` says. Undefined if they are
 * there already. Past all loaded rows is the end of the collection, which can have more.
 */
export function stepFrom<Row extends { id: string }>(
  rows: readonly Row[],
  ids: ReadonlySet<string>,
  step: Step,
  distance = 1,
): Place | undefined {
  const others = rows.filter(({ id }) => !ids.has(id))
  const moved = rows.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  const first = rows.findIndex(({ id }) => ids.has(id))
  const last = rows.findLastIndex(({ id }) => ids.has(id))
  if (first < 0 || others.length === 0) return undefined
  if (step === 'later' && distance >= rows.length) return {}
  const before = others[Math.max(first - distance, 0)]
  const after = others[Math.min(last + 1 - moved.length + distance, others.length) - 1]
  const place: Place = step === 'earlier' ? { before_asset_id: before!.id } : { after_asset_id: after!.id }
  const isThere = movedTo(rows, moved, place).every((row, at) => row === rows[at])
  return isThere ? undefined : place
}
