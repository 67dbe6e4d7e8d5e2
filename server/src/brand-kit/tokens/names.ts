import { fold } from '../../db/search-terms.ts'

/**
 * Maximum length of names that work everywhere: they consist of `a` to `z`, digits, and single hyphens
 * inside.
 */
const nameLengthMax = 60

/** Letters that do not decompose into a Latin letter and an accent, in their usual ASCII spelling. */
const spelled: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i',
} // biome-ignore format: each line is one pair.

/** A name in ASCII: "Grün & Weiß" → `grun-weiss`. Empty if no character can be spelled in ASCII. */
export const slug = (text: string) =>
  fold(text)
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter]!)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, nameLengthMax)
    .replace(/-$/, '')

/** Candidates for a name: the part's name, then details that distinguish it from parts with the same name. */
type Wishes = { id: string; wishes: string[]; rank?: number }

/** The length of an ID suffix that distinguishes two parts of a kit. */
const idEndLength = 6

/**
 * Assigns unique names: the first free candidate of each part, then a number. Parts choose in the order of their ranks,
 * and among equal ranks in the order of their age, so names stay the same when parts are added or reordered. A name
 * without Latin letters or digits uses a suffix of the ID, because a number could later belong to another color.
 */
export function uniqueNames(parts: Wishes[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const inOrder = [...parts].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.id < b.id ? -1 : 1))
  const choose = ({ id }: Wishes, name: string) => {
    names.set(id, name)
    taken.add(name)
  }
  const late: { part: Wishes; last: string }[] = []
  for (const part of inOrder) {
    const slugs = part.wishes.map(slug)
    const wanted = slugs[0] ? slugs : [part.id.slice(-idEndLength)]
    const free = wanted.find((name) => !taken.has(name))
    if (free !== undefined) choose(part, free)
    else late.push({ part, last: wanted.at(-1)! })
  }
  for (const { part, last } of late) choose(part, numbered(last, taken))
  return names
}

function numbered(name: string, taken: Set<string>): string {
  for (let number = 2; ; number++) {
    const candidate = `${name}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}
