import type { Removed } from '@atelier/svg/tree'

/** The number of kinds of elements that are counted. Real documents have fewer. */
const kindsMax = 50
const nameLengthMax = 64

/** Counts what cleaning takes out of a document, by element. */
export type RemovalCounter = {
  note(element: string): void
  /** The most frequent first. */
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

/** What describes a document and draws nothing. */
const unseen = new Set(['metadata', 'title', 'desc', 'style', 'flowRegion'])

/** Whether somebody would miss an element of SVG. */
export const isMissed = (element: string): boolean => !unseen.has(element)
