import type { Removed } from '@atelier/svg/tree'

/** The number of kinds of elements that are counted. Real documents have fewer. */
const kindsMax = 50
const nameLengthMax = 64

/** Counts the elements that sanitization removes from a document. */
export type RemovalCounter = {
  note(element: string): void
  /** Lists the removed elements, the most frequent first. */
  list(): Removed[]
}

export function removalCounter(): RemovalCounter {
  const counts = new Map<string, number>()
  return {
    note(element) {
      const name = element.slice(0, nameLengthMax)
      if (counts.has(name) || counts.size < kindsMax) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    list: () =>
      [...counts]
        .map(([element, count]) => ({ element, count }))
        .sort((one, other) => other.count - one.count || (one.element < other.element ? -1 : 1)),
  }
}

/** Elements that describe a document and draw nothing. */
const unseen = new Set(['metadata', 'title', 'desc', 'style', 'flowRegion'])

export const isMissed = (element: string): boolean => !unseen.has(element)
