export type Heap<Item> = {
  /** The largest item, or one of several largest items. */
  largest(): Item | undefined
  add(item: Item): void
  /** Call this for each item whose size has changed. */
  moved(item: Item): void
  delete(item: Item): void
}

export type Placed = { place: number }

/**
 * A binary heap. An update of one of `n` items compares it with about `log2(n)` other items.
 * @param sizeOf called for each compared item.
 */
export function heap<Item extends Placed>(sizeOf: (item: Item) => number): Heap<Item> {
  const items: Item[] = []

  function put(item: Item, place: number) {
    items[place] = item
    item.place = place
  }

  function rise(item: Item) {
    const size = sizeOf(item)
    let { place } = item
    while (place > 0) {
      const above = items[(place - 1) >> 1]!
      if (sizeOf(above) >= size) break
      const { place: next } = above
      put(above, place)
      place = next
    }
    put(item, place)
  }

  function sink(item: Item) {
    const size = sizeOf(item)
    let { place } = item
    while (true) {
      const [left, right] = [items[2 * place + 1], items[2 * place + 2]]
      const below = right && sizeOf(right) > sizeOf(left!) ? right : left
      if (!below || sizeOf(below) <= size) break
      const { place: next } = below
      put(below, place)
      place = next
    }
    put(item, place)
  }

  function moved(item: Item) {
    rise(item)
    sink(item)
  }

  return {
    largest: () => items[0],
    moved,
    add(item) {
      put(item, items.length)
      rise(item)
    },
    delete(item) {
      const last = items.pop()!
      if (last === item) return
      put(last, item.place)
      moved(last)
    },
  }
}
