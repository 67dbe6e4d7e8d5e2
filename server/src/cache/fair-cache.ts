export type FairCache<Value> = {
  get(key: string): Value | undefined
  /**
   * @param owner who pays for it.
   * @param bytes of the value; the key is counted beside it.
   */
  set(key: string, owner: string, value: Value, bytes: number): void
  delete(key: string): void
  readonly bytes: number
  readonly entries: number
}

/** What an entry costs beside its key and value: measured, as the heap grew by a million small ones. */
const entryBytes = 250
/** Room is made for more than what is asked, so that the largest owner is not looked for each time. */
const roomPart = 1 / 64

type Entry<Value> = { shelf: Shelf<Value>; value: Value; bytes: number; isUsed: boolean }

/** What one owner has, the oldest first. */
type Shelf<Value> = { owner: string; entries: Map<string, Entry<Value>>; bytes: number }

/**
 * Keeps values up to so many bytes. When there is no room, whoever has most gives up what was not used since it was
 * last looked at: an owner that asks for everything takes from itself, and never pushes out one that has little.
 */
export function fairCache<Value>(bytesMax: number): FairCache<Value> {
  const all = new Map<string, Entry<Value>>()
  const shelves = new Map<string, Shelf<Value>>()
  let bytes = 0

  function remove(key: string) {
    const entry = all.get(key)
    if (!entry) return
    all.delete(key)
    bytes -= entry.bytes
    const { shelf } = entry
    shelf.entries.delete(key)
    shelf.bytes -= entry.bytes
    if (shelf.entries.size === 0) shelves.delete(shelf.owner)
  }

  function makeRoom(wanted: number) {
    const target = bytesMax - Math.max(wanted, bytesMax * roomPart)
    while (bytes > target) {
      const [first, second] = largest()
      shrink(first!, Math.max(second?.bytes ?? 0, first!.bytes - (bytes - target)))
    }
  }

  function largest(): Shelf<Value>[] {
    let first: Shelf<Value> | undefined
    let second: Shelf<Value> | undefined
    for (const shelf of shelves.values()) {
      if (!first || shelf.bytes > first.bytes) [second, first] = [first, shelf]
      else if (!second || shelf.bytes > second.bytes) second = shelf
    }
    return [first, second].filter((shelf) => shelf !== undefined)
  }

  /** Takes one away at least. One that was used since is spared once. */
  function shrink(shelf: Shelf<Value>, bytesLeft: number) {
    for (const [key, entry] of shelf.entries) {
      if (entry.isUsed) {
        entry.isUsed = false
        shelf.entries.delete(key)
        shelf.entries.set(key, entry)
        continue
      }
      remove(key)
      if (shelf.bytes <= bytesLeft) return
    }
  }

  return {
    get(key) {
      const entry = all.get(key)
      if (entry) entry.isUsed = true
      return entry?.value
    },
    set(key, owner, value, valueBytes) {
      const size = valueBytes + 2 * key.length + entryBytes
      remove(key)
      if (size > bytesMax * roomPart) return
      if (bytes + size > bytesMax) makeRoom(size)
      const shelf = shelves.get(owner) ?? { owner, entries: new Map(), bytes: 0 }
      const entry = { shelf, value, bytes: size, isUsed: false }
      shelves.set(owner, shelf)
      shelf.entries.set(key, entry)
      shelf.bytes += size
      all.set(key, entry)
      bytes += size
    },
    delete: remove,
    get bytes() {
      return bytes
    },
    get entries() {
      return all.size
    },
  }
}
