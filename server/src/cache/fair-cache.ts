import { heap, type Placed } from './heap.ts'

export type FairCache<Value> = {
  get(key: string): Value | undefined
  /**
   * @param owner who pays for it.
   * @param bytes of the value; the key is counted beside it.
   */
  set(key: string, owner: string, value: Value, bytes: number): void
  delete(key: string): void
  /** Deletes what answers true. */
  sweep(isOver: (value: Value) => boolean): void
  readonly bytes: number
  readonly entries: number
  /** What takes more is not kept. */
  readonly entryBytesMax: number
}

/** What an entry costs beside its key and value, its owner included. */
const entryBytes = 250
/** Of the whole cache, for one entry. */
const entryPart = 1 / 64
/** Entries that are spared before one goes all the same: nobody waits for a look at all of them. */
const sparedMax = 16

type Entry<Value> = {
  key: string
  value: Value
  bytes: number
  shelf: Shelf<Value>
  isUsed: boolean
  /** On the shelf. */
  older: Entry<Value> | undefined
  newer: Entry<Value> | undefined
}

/** What one owner has. */
type Shelf<Value> = Placed & {
  owner: string
  bytes: number
  oldest: Entry<Value> | undefined
  newest: Entry<Value> | undefined
}

const bytesOf = ({ bytes }: { bytes: number }) => bytes

/**
 * Keeps values up to so many bytes. When there is no room, whoever has most gives up what was not used since it was
 * last looked at: an owner that asks for everything takes from itself, and never pushes out one that has little.
 * @param sizeOf is asked for each owner that is looked at: so what a `set` costs is counted.
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

  /** One that was used since is spared once. */
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

/** As the newest of its owner. */
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
