import type { Embedded } from '../db/schema.ts'
import { textsOf } from '../images/metadata.ts'
import type { Fields } from './fields.ts'

/** Blocks of a file that state the same as its XMP packet. */
export type Blocks = { xmp?: Buffer | undefined; iptc?: Buffer | undefined }

/** As the library calls them. */
const embeddedNames = {
  title: 'title',
  description: 'description',
  creators: 'creators',
  credit: 'credit',
  copyright: 'copyright',
  usageTerms: 'usage_terms',
  altText: 'alt_text',
  rightsExpireAt: 'rights_expire_at',
} as const satisfies Partial<Record<keyof Fields, keyof Embedded>>

const names = Object.entries(embeddedNames) as [keyof typeof embeddedNames, keyof Embedded][]

/**
 * The fields as they are written. The library keeps long texts and lists of a file in part: a field that says the same as
 * that part was not changed, so the file keeps the whole.
 * @returns also the properties of its packet that can stay as they are, with all their languages.
 */
export function withWholeTexts(fields: Fields, blocks: Blocks): { fields: Fields; same: Set<keyof Fields> } {
  const { kept, whole, inXmp } = textsOf(blocks)
  const written: Fields = { ...fields, keywords: keywordsOf(fields.keywords, kept.keywords, whole.keywords) }
  const same = new Set<keyof Fields>()
  for (const [field, name] of names) {
    if (kept[name] === undefined || !isPartOf(fields[field], kept[name])) continue
    if (isSame(inXmp[name], whole[name])) same.add(field)
    else Object.assign(written, { [field]: whole[name] })
  }
  return { fields: written, same }
}

/** Some fields of the library hold less than what is read of a file, but all of them hold so much. */
const cutLengthMin = 500

const isPartOf = (given: unknown, kept: unknown): boolean =>
  isSame(given, kept) ||
  (typeof given === 'string' &&
    typeof kept === 'string' &&
    given.length >= cutLengthMin &&
    kept.startsWith(given))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Those of the file, and tags that are not among them. Tags that were made of long keywords are. */
function keywordsOf(
  given: readonly string[],
  kept: readonly string[] = [],
  whole: readonly string[] = [],
): string[] {
  const known = new Set([...kept, ...whole])
  return [...whole, ...given.filter((keyword) => !known.has(keyword))]
}
