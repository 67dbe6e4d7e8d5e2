import { heap, type Placed } from './heap.ts'

export type FairCache<Value> = {
  get(key: string): Value | undefined
  /**
   * @param owner the tenant whose share it counts towards.
   * @param bytes the size of the value. The size of the key is added.
   */
  set(key: string, owner: string, value: Value, bytes: number): void
  delete(key: string): void
  /** Deletes the values for which `isOver` returns true. */
  sweep(isOver: (value: Value) => boolean): void
  readonly bytes: number
  readonly entries: number
  /** Maximum size of a cached entry. */
  readonly entryBytesMax: number
}

/** The overhead of an entry in addition to its key and value, including its owner. */
const entryBytes = 250
/** Maximum share of the cache for one entry. */
const entryPart = 1 / 64
/** Maximum number of entries that are spared before one is evicted anyway. This limits the search. */
const sparedMax = 16

type Entry<Value> = {
  key: string
  value: Value
  bytes: number
  shelf: Shelf<Value>
  isUsed: boolean
  older: Entry<Value> | undefined
  newer: Entry<Value> | undefined
}

type Shelf<Value> = Placed & {
  owner: string
  bytes: number
  oldest: Entry<Value> | undefined
  newest: Entry<Value> | undefined
}

const bytesOf = ({ bytes }: { bytes: number }) => bytes

/**
 * A cache with a limit in bytes. When the cache is full, the owner that uses the most memory loses an entry
 * that was not used since the last check. An owner that requests everything therefore evicts only its own
 * entries.
 * @param sizeOf called for each compared owner, so that a test can count the cost of a `set`.
 */
export function fairCache<Value>(bytesMax: number, sizeOf = bytesOf): FairCache<Value> {
  const all = new Map<string, Entry<Value>>()
  const shelves = new Map<string, Shelf<Value>>()
  const bySize = heap<Shelf<Value>>(sizeOf)
  const entryBytesMax = bytesMax * entryPart
  let bytes = 0

  function shelfOf(owner: string): Shelf<Value> {
    const known = shelves.get(owner)
    if (known) return known
    const shelf = { owner, bytes: 0, oldest: undefined, newest: undefined, place: 0 }
    shelves.set(owner, shelf)
    bySize.add(shelf)
    return shelf
  }

  function remove(entry: Entry<Value>) {
    const { key, shelf } = entry
    all.delete(key)
    takeDown(entry)
    bytes -= entry.bytes
    shelf.bytes -= entry.bytes
    if (shelf.oldest) return bySize.moved(shelf)
    bySize.delete(shelf)
    shelves.delete(shelf.owner)
  }

  /** An entry that was used since the last check is spared once. */
  function removeOneOf(shelf: Shelf<Value>) {
    for (let spared = 0; shelf.oldest!.isUsed && spared < sparedMax; spared++) {
      const entry = shelf.oldest!
      entry.isUsed = false
      takeDown(entry)
      putUp(entry)
    }
    remove(shelf.oldest!)
  }

  return {
    get(key) {
      const entry = all.get(key)
      if (entry) entry.isUsed = true
      return entry?.value
    },
    set(key, owner, value, valueBytes) {
      const size = valueBytes + 2 * key.length + entryBytes
      const before = all.get(key)
      if (before) remove(before)
      if (size > entryBytesMax) return
      while (bytes + size > bytesMax) removeOneOf(bySize.largest()!)
      const shelf = shelfOf(owner)
      const entry = { key, value, bytes: size, shelf, isUsed: false, older: undefined, newer: undefined }
      putUp(entry)
      shelf.bytes += size
      bySize.moved(shelf)
      all.set(key, entry)
      bytes += size
    },
    delete(key) {
      const entry = all.get(key)
      if (entry) remove(entry)
    },
    sweep(isOver) {
      for (const entry of all.values()) if (isOver(entry.value)) remove(entry)
    },
    entryBytesMax,
    get bytes() {
      return bytes
    },
    get entries() {
      return all.size
    },
  }
}

/** Adds an entry as the newest of its owner. */
function putUp<Value>(entry: Entry<Value>) {
  const { shelf } = entry
  entry.older = shelf.newest
  entry.newer = undefined
  if (shelf.newest) shelf.newest.newer = entry
  else shelf.oldest = entry
  shelf.newest = entry
}

function takeDown<Value>({ shelf, older, newer }: Entry<Value>) {
  if (older) older.newer = newer
  else shelf.oldest = newer
  if (newer) newer.older = older
  else shelf.newest = older
}
