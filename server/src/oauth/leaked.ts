import {
  accessTokenPrefix,
  clientSecretPrefix,
  hashOf,
  isWellFormed,
  lengthBehindPrefix,
} from '../secrets/tokens.ts'

/** A leak has a few; a text with more of them is another file than was meant. */
export const leakedMax = 100_000

/** Something that looks like a token or a client secret of ours. From here on it is known by its hash alone. */
export type Leaked = {
  kind: 'access_token' | 'client_secret'
  hash: Buffer
  /** Whether its checksum is right: else it was cut, changed, or never ours. */
  isWellFormed: boolean
  /** Where it stands first, from 1. */
  line: number
  /** How often it is there. */
  times: number
}

export class TooManyLeakedError extends Error {
  override name = 'TooManyLeakedError'
}

const prefixLength = accessTokenPrefix.length
const anyPrefix = `(?:${accessTokenPrefix}|${clientSecretPrefix})`
/** With fewer characters behind its prefix nothing of a token is left: so pages and programs speak of tokens. */
const lengthMin = 6

/** Wherever it stands: in a header, a URL, between quotes. Of one that was cut off, where another begins, all is taken. */
const form = new RegExp(
  `${anyPrefix}(?:(?!${anyPrefix})[0-9A-Za-z]){${lengthMin},${lengthBehindPrefix}}`,
  'g',
)
/** Shorter than one: more than what is cut off at the end of a chunk can't be its beginning. */
const beginningMax = prefixLength + lengthMin - 1

/**
 * What of that kind stands in a text, in the order in which it stands there, each once. The text is read chunk by chunk,
 * however long it or its lines are.
 * @throws {TooManyLeakedError} past `leakedMax`.
 */
export async function leakedIn(text: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Leaked[]> {
  const found = new Map<string, Leaked>()
  let rest = ''
  let line = 1

  /** @returns what may go on in the next chunk. */
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

  // A byte is a character: tokens are ASCII, whatever the rest is written in.
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
