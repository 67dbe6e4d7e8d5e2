/** Reads as much of PDF's syntax (ISO 32000-1 §7.3) as is needed to replace entries of a dictionary. */

export type Dictionary = {
  /** Entries by key, without its slash, as written. */
  entries: Map<string, string>
  end: number
}

const blank = /[\0\t\n\f\r ]/
const delimiter = /[\0\t\n\f\r ()<>[\]{}/%]/

/**
 * The dictionary that begins at an offset of a Latin-1 string.
 * @throws {SyntaxError}
 */
export function dictionaryAt(text: string, start: number): Dictionary {
  let at = skip(text, start)
  if (!text.startsWith('<<', at)) throw new SyntaxError('A dictionary is missing.')
  const entries = new Map<string, string>()
  at = skip(text, at + 2)
  while (!text.startsWith('>>', at)) {
    if (text[at] !== '/') throw new SyntaxError('A key is missing.')
    const keyEnd = tokenEnd(text, at + 1)
    const key = text.slice(at + 1, keyEnd)
    at = skip(text, keyEnd)
    const valueAt = at
    // A reference consists of three tokens, so everything up to the next key belongs to the value.
    do {
      const end = valueEnd(text, at)
      at = skip(text, end)
    } while (at < text.length && text[at] !== '/' && !text.startsWith('>>', at))
    entries.set(key, text.slice(valueAt, at).trim())
    if (at >= text.length) throw new SyntaxError('A dictionary has no end.')
  }
  return { entries, end: at + 2 }
}

export const dictionaryOf = (entries: ReadonlyMap<string, string>): string =>
  `<<${[...entries].map(([key, value]) => `\n/${key} ${value}`).join('')}\n>>`

/** The number of an object in a reference such as `12 0 R`. */
export function referenceIn(value: string | undefined): { number: number; generation: number } | undefined {
  const parts = /^(\d{1,10})\s+(\d{1,5})\s+R$/.exec(value ?? '')
  return parts ? { number: Number(parts[1]), generation: Number(parts[2]) } : undefined
}

/** A text as a hexadecimal string in UTF-16, which can contain any character. */
export const textString = (text: string): string =>
  `<FEFF${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex').toUpperCase()}>`

function skip(text: string, at: number): number {
  for (;;) {
    while (at < text.length && blank.test(text[at]!)) at++
    if (text[at] !== '%') return at
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  }
}

function tokenEnd(text: string, at: number): number {
  while (at < text.length && !delimiter.test(text[at]!)) at++
  return at
}

function valueEnd(text: string, at: number): number {
  const first = text[at]
  if (first === '(') return stringEnd(text, at)
  if (first === '<' || first === '[') return nestedEnd(text, at)
  if (first === '/') return tokenEnd(text, at + 1)
  const end = tokenEnd(text, at)
  if (end === at) throw new SyntaxError('A value is missing.')
  return end
}

function stringEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  throw new SyntaxError('A text has no end.')
}

/** Finds the end without recursion. */
function nestedEnd(text: string, start: number): number {
  let depth = 0
  let at = start
  while (at < text.length) {
    const two = text.slice(at, at + 2)
    if (text[at] === '(') at = stringEnd(text, at)
    else if (text[at] === '%') at = skip(text, at)
    else if (two === '<<' || text[at] === '[') {
      depth++
      at += two === '<<' ? 2 : 1
    } else if (two === '>>' || text[at] === ']') {
      depth--
      at += two === '>>' ? 2 : 1
    } else if (text[at] === '<') {
      const end = text.indexOf('>', at)
      if (end === -1) break
      at = end + 1
    } else at++
    if (depth === 0) return at
  }
  throw new SyntaxError('An array or a dictionary has no end.')
}
