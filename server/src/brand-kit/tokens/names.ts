import { fold } from '../../db/words.ts'

/** No program has trouble with a name of these: `a` to `z`, digits, and single hyphens inside. */
const nameLengthMax = 60

/** Letters that are no letter with an accent, as people write them without their keyboard. */
const spelled: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i',
} // biome-ignore format: pairs.

/** «Grün & Weiß» → `grun-weiss`. Empty when nothing of it can be written so. */
export const slug = (text: string) =>
  fold(text)
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter]!)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, nameLengthMax)
    .replace(/-$/, '')

/** What it is called, and then what tells it apart from its namesakes. */
type Wishes = { id: string; wishes: string[] }

/** Of an id this much tells two parts of a kit apart. */
const idEndLength = 6

/**
 * A name for each, no two alike: the first of its wishes that is free, then numbers. The oldest chooses first, so
 * that names stay when parts are put into another order or more are added. What has no Latin letter or digit in its
 * name gets one from its id: a number there would pass to another color when one is deleted.
 */
export function uniqueNames(parts: Wishes[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const byAge = [...parts].sort((a, b) => (a.id < b.id ? -1 : 1))
  const choose = ({ id }: Wishes, name: string) => {
    names.set(id, name)
    taken.add(name)
  }
  const late: { part: Wishes; last: string }[] = []
  for (const part of byAge) {
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
