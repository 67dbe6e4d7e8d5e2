import {
  accessTokenPrefix,
  clientSecretPrefix,
  hashOf,
  isWellFormed,
  lengthBehindPrefix,
} from '../secrets/tokens.ts'

/** Maximum number of tokens in a file. No leak has more, so a larger file is probably the wrong file. */
export const leakedMax = 100_000

/** A string that looks like a token or client secret of Atelier. Only its hash is stored. */
export type Leaked = {
  kind: 'access_token' | 'client_secret'
  hash: Buffer
  /** Whether the checksum is correct. Otherwise, the string was truncated, changed, or never issued. */
  isWellFormed: boolean
  /** The first line that contains it, from 1. */
  line: number
  /** How often it occurs. */
  times: number
}

export class TooManyLeakedError extends Error {
  override name = 'TooManyLeakedError'
}

const prefixLength = accessTokenPrefix.length
const anyPrefix = `(?:${accessTokenPrefix}|${clientSecretPrefix})`
/**
 * Minimum number of characters after the prefix. Fewer characters do not identify a token, because web pages
 * and programs mention tokens in that form.
 */
const lengthMin = 6

/**
 * Matches anywhere: in a header, in a URL, or between quotes. If the start of another token cuts off a token,
 * both are matched.
 */
const form = new RegExp(
  `${anyPrefix}(?:(?!${anyPrefix})[0-9A-Za-z]){${lengthMin},${lengthBehindPrefix}}`,
  'g',
)
/** The longest text at the end of a chunk that can be the start of a token. */
const beginningMax = prefixLength + lengthMin - 1

/**
 * The tokens and secrets in a string, in order and without duplicates. The string is read in chunks, whatever the
 * length of the text or its lines.
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
      if (!isLast && end > whole.length - prefixLength) {
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

  // Decoded with one byte per character, because tokens are ASCII, whatever the encoding of the text.
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
  const isAccessToken = token.startsWith(accessTokenPrefix)
  found.set(key, {
    kind: isAccessToken ? 'access_token' : 'client_secret',
    hash,
    isWellFormed: isWellFormed(isAccessToken ? accessTokenPrefix : clientSecretPrefix, token),
    line,
    times: 1,
  })
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
