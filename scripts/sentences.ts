// Finds the sentences that people read in sources, Markdown and the OpenAPI document.

/** A text and its offset in the file. */
export type Fragment = { at: number; text: string }

/** Minimum number of words. Shorter texts are labels, which have no grammar to review. */
const wordsMin = 3

export function sentencesOf(text: string): string[] {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain
    .split(/(?<=[.?!]["`»)]?) (?=[A-Z«`"*[])/)
    .filter((sentence) => (sentence.replace(/`[^`]*`/g, '').match(/\p{L}{2,}/gu)?.length ?? 0) >= wordsMin)
}

/** Enough of TypeScript's grammar to tell strings and comments from code. A regular expression is skipped. */
const token =
  /(?<comment>(?:(?:^|(?<=\s))\/\/[^\n]*\n?[ \t]*)+|\/\*[\s\S]*?\*\/)|(?<=[(,=:[!&|?{};\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+\/|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`)/gm

function tokens(source: string, kind: 'comment' | 'string'): Fragment[] {
  return [...source.matchAll(token)]
    .filter(({ groups }) => groups?.[kind])
    .map(({ index, groups }) => ({ at: index, text: groups![kind]! }))
}

/**
 * Returns strings that look like a sentence. A string without a space, such as a class or a path, is not
 * text.
 */
export function strings(source: string): Fragment[] {
  return tokens(source, 'string')
    .map(({ at, text }) => ({
      at,
      text: text.slice(1, -1).replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign)),
    }))
    .filter(({ text }) => /^[\p{L}$]\S* /u.test(text))
}

export function comments(source: string): Fragment[] {
  return tokens(source, 'comment')
    .map(({ at, text }) => ({ at, text: text.replace(/^\s*(?:\/\/|\/?\*+\/?)|\*\/$/gm, '') }))
    .filter(({ text }) => !/biome-ignore|@ts-expect-error/.test(text))
}

export function docstrings(source: string): Fragment[] {
  return comments(source).filter(({ at }) => source.startsWith('/**', at))
}

export function testNames(source: string): Fragment[] {
  const named = /^\s*(?:test|it|describe)\(\s*(['"`])((?:\\.|(?!\1).)+)\1/gm
  return [...source.matchAll(named)].map(({ index, 2: text }) => ({ at: index, text: text! }))
}

export function descriptions(source: string): Fragment[] {
  const described = /"(?:summary|description)": "((?:\\.|[^"\\])*)"/g
  return [...source.matchAll(described)].map(({ index, 1: text }) => ({
    at: index,
    text: JSON.parse(`"${text}"`),
  }))
}

/** Paragraphs, list items and table cells, without code blocks and without the test names of promise tables. */
export function prose(source: string): Fragment[] {
  const text = source.replace(/^ *```[\s\S]*?^ *```|<!--[\s\S]*?-->/gm, (code) => code.replace(/[^\n]/g, ' '))
  const block = /^(?: *[-*] | *\d+\. |#+ |\|)?[^\n]+(?:\n(?! *[-*] | *\d+\. |#|\||\s*\n)[^\n]+)*/gm
  return [...text.matchAll(block)].flatMap(({ index, 0: found }) =>
    found.startsWith('|')
      ? found
          .replace(/[^|]*\.test\.ts.*/, '')
          .split(/(?<!\\)\|/)
          .map((cell) => ({ at: index, text: cell }))
      : [{ at: index, text: found.replace(/^ *(?:[-*]|\d+\.|#+) /, '') }],
  )
}
