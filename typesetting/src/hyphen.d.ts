/** Hyphenation by the patterns of TeX. */
declare module 'hyphen/hyphen.js' {
  export type Patterns = readonly [levels: unknown, trie: unknown, exceptions: Record<string, unknown>]
  export type Hyphenate = (text: string) => string
  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default function createHyphenator(
    patterns: Patterns,
    options: { hyphenChar: string; minWordLength: number },
  ): Hyphenate
}

declare module 'hyphen/patterns/*' {
  import type { Patterns } from 'hyphen/hyphen.js'

  const patterns: Patterns
  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default patterns
}
