import { type CredentialKind, credentialPrefixes } from '../secrets/credential-prefixes.ts'
import { hashOf, isWellFormed, lengthBehindPrefix } from '../secrets/tokens.ts'

/** Maximum number of tokens in a file. No leak has more, so a larger file is probably the wrong file. */
export const leakedMax = 100_000

/** A string that looks like a credential of Atelier. Only its hash is stored. */
export type Leaked = {
  kind: CredentialKind
  hash: Buffer
  /** Whether the checksum is correct, if its kind has one. Otherwise, the string was truncated, changed, or never issued. */
  isWellFormed: boolean
  line: number
  times: number
}

export class TooManyLeakedError extends Error {
  override name = 'TooManyLeakedError'
}

const kinds = Object.entries(credentialPrefixes) as [CredentialKind, string][]
/** The kinds without a checksum, with the form behind the prefix. Only a whole secret is recognized. */
const unchecked: Partial<Record<CredentialKind, string>> = {
  render_link_secret: '[\\w-]{43}(?![\\w-])',
  webhook_secret: '[A-Za-z0-9+/]{43}=',
}
const prefixLengthMax = Math.max(...kinds.map(([, prefix]) => prefix.length))
const anyPrefix = `(?:${kinds
  .filter(([kind]) => !unchecked[kind])
  .map(([, prefix]) => prefix)
  .join('|')})`
/**
 * Minimum number of characters after the prefix. Fewer characters do not identify a token, because web pages
 * and programs mention tokens in that form.
 */
const lengthMin = 6

/**
 * Matches anywhere: in a header, in a URL, or between quotes. If another token begins inside a truncated token, both
 * are matched.
 */
const form = new RegExp(
  [
    `${anyPrefix}(?:(?!${anyPrefix})[0-9A-Za-z]){${lengthMin},${lengthBehindPrefix}}`,
    ...kinds.filter(([kind]) => unchecked[kind]).map(([kind, prefix]) => prefix + unchecked[kind]),
  ].join('|'),
  'g',
)
/** The longest end of a chunk that can be the start of a credential. No kind is longer than a token. */
const beginningMax = prefixLengthMax + lengthBehindPrefix - 1

/**
 * The credentials in a string, in order and without duplicates. The text is read in chunks, so it and its
 * lines can have any length.
 * @throws {TooManyLeakedError} above `leakedMax`.
 */
export async function leakedIn(text: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Leaked[]> {
  const found = new Map<string, Leaked>()
  let rest = ''
  let line = 1

  /** @returns the part that may continue in the next chunk. */
  function read(whole: string, isLast: boolean): string {
    let seen = 0
    let kept = whole.length - beginningMax
    for (const { 0: token, index } of whole.matchAll(form)) {
      const end = index + token.length
      if (!isLast && end > whole.length - prefixLengthMax) {
        kept = index
        break
      }
      line += linesIn(whole, seen, index)
      note(found, token, line)
      seen = end
    }
    kept = Math.max(seen, kept)
    line += linesIn(whole, seen, kept)
    return whole.slice(kept)
  }

  // Decoded with one byte per character: tokens are ASCII in every encoding of the text.
  for await (const chunk of text) rest = read(rest + chunk.toString('latin1'), false)
  read(rest, true)
  return [...found.values()]
}

function note(found: Map<string, Leaked>, token: string, line: number) {
  const hash = hashOf(token)
  const key = hash.toString('latin1')
  const known = found.get(key)
  if (known) {
    known.times++
    return
  }
  if (found.size === leakedMax) throw new TooManyLeakedError()
  const [kind, prefix] = kinds.find(([, one]) => token.startsWith(one))!
  const isWhole = unchecked[kind] !== undefined || isWellFormed(prefix, token)
  found.set(key, { kind, hash, isWellFormed: isWhole, line, times: 1 })
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
