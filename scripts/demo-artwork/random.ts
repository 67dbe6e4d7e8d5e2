export type Random = {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  between(from: number, to: number): number
  pick<T>(list: readonly T[]): T
}

/** The same seed produces the same numbers on every machine, so drawings are reproducible. */
export function createRandom(seed: string): Random {
  let state = hash(seed)
  const next = () => {
    // mulberry32: 32 bits of state are enough for an image.
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    pick: (list) => list[Math.floor(next() * list.length)]!,
  }
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let h = 0x811c9dc5
  for (const character of text) h = Math.imul(h ^ character.codePointAt(0)!, 0x01000193)
  return h >>> 0
}
