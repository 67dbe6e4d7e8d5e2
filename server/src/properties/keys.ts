import { fold } from '../db/search-terms.ts'

const keyLengthMax = 63

/**
 * Makes a key from a label: `Market region` becomes `market_region`, with a number if that key is taken.
 * @param fallback the key of a label without Latin letters and digits, and the start of a key that would
 * begin with a digit.
 */
export function keyFrom(label: string, fallback: string, isTaken: (key: string) => boolean): string {
  const words = fold(label).match(/[a-z0-9]+/g) ?? []
  const made = words.join('_').slice(0, keyLengthMax)
  const key = /^[a-z]/.test(made) ? made : `${fallback}${made && `_${made}`}`.slice(0, keyLengthMax)
  let free = key
  for (let number = 2; isTaken(free); number++) {
    const end = `_${number}`
    free = `${key.slice(0, keyLengthMax - end.length)}${end}`
  }
  return free
}
