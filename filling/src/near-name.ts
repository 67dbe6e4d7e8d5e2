/** Maximum length of a name that is compared, which bounds the cost. No known name is longer. */
const lengthMax = 40
/** The number of wrong, missing, extra or swapped characters. */
const editsMax = 2

/**
 * The known name that was probably meant. At most a third of its characters can differ. Undefined if no known
 * name is that similar.
 */
export function nearName(name: string, known: readonly string[]): string | undefined {
  if (name.length > lengthMax) return undefined
  let near: string | undefined
  let fewest = Math.min(editsMax, Math.floor(name.length / 3)) + 1
  for (const one of known) {
    if (Math.abs(one.length - name.length) >= fewest) continue
    const edits = editsBetween(name, one)
    if (edits < fewest) [near, fewest] = [one, edits]
  }
  return near
}

export const didYouMean = (near: string | undefined) => (near === undefined ? '' : ` Did you mean ${near}?`)

/** The optimal string alignment distance. */
function editsBetween(one: string, other: string): number {
  let last: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) next[j] = Math.min(next[j]!, last[j - 2]! + 1)
    }
    last = row
    row = next
  }
  return row[other.length]!
}
