/** A shipped font file: its path among the packages, weights, style, and ranges of code points. */
export type ShippedFace = [path: string, weightMin: number, weightMax: number, style: string, ranges: string]

export type ShippedFamily = { family: string; faces: ShippedFace[] }

/** The location of the shipped fonts: files on a server, URLs in a browser. */
export type ShippedFonts = {
  families: ShippedFamily[]
  /** @param path the path of a {@link ShippedFace}. */
  read(path: string): Promise<Uint8Array>
}

/**
 * Families that documents often name without including them, each with shipped families of the same widths or
 * kind.
 */
export const aliases: Readonly<Record<string, string>> = {
  'sans-serif': 'Noto Sans',
  serif: 'Noto Serif',
  monospace: 'Noto Sans Mono',
  'system-ui': 'Noto Sans',
  'ui-sans-serif': 'Noto Sans',
  'ui-serif': 'Noto Serif',
  'ui-monospace': 'Noto Sans Mono',
  'ui-rounded': 'Noto Sans',
  cursive: 'Noto Sans',
  fantasy: 'Noto Sans',
  math: 'Noto Sans Math',
  emoji: 'Noto Color Emoji',
  sans: 'Noto Sans',
  arial: 'Arimo',
  helvetica: 'Arimo',
  'helvetica neue': 'Arimo',
  arialmt: 'Arimo',
  'liberation sans': 'Arimo',
  verdana: 'Noto Sans',
  tahoma: 'Noto Sans',
  'segoe ui': 'Noto Sans',
  'trebuchet ms': 'Noto Sans',
  'dejavu sans': 'Noto Sans',
  times: 'Tinos',
  'times new roman': 'Tinos',
  timesnewromanpsmt: 'Tinos',
  'liberation serif': 'Tinos',
  georgia: 'Gelasio',
  garamond: 'Noto Serif',
  palatino: 'Noto Serif',
  'book antiqua': 'Noto Serif',
  cambria: 'Noto Serif',
  courier: 'Cousine',
  'courier new': 'Cousine',
  couriernewpsmt: 'Cousine',
  'liberation mono': 'Cousine',
  consolas: 'Noto Sans Mono',
  menlo: 'Noto Sans Mono',
  monaco: 'Noto Sans Mono',
  'apple color emoji': 'Noto Color Emoji',
  'segoe ui emoji': 'Noto Color Emoji',
}

/** Generic family names. */
export const generics: ReadonlySet<string> = new Set(
  'sans-serif serif monospace system-ui ui-sans-serif ui-serif ui-monospace ui-rounded cursive fantasy math emoji sans'.split(
    ' ',
  ),
)

/** The family for Han characters of each language. */
export const hanFamilies: Readonly<Record<string, string>> = {
  ja: 'Noto Sans JP',
  ko: 'Noto Sans KR',
  'zh-hant': 'Noto Sans TC',
  zh: 'Noto Sans SC',
}

/** Whether a family covers only Han text. Such a family is tried after the general families. */
export const isForHan = (family: string) => /^Noto Sans (JP|KR|SC|TC)$/.test(family)

/** Flattened ranges: from, to, from, to, … in ascending order. */
export function rangesOf(text: string): Uint32Array {
  const pairs = text.split(',').map((range) => {
    const [from, to = from] = range.split('-')
    return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)] as const
  })
  return Uint32Array.from(pairs.sort(([one], [other]) => one - other).flat())
}

export function isInRanges(ranges: Uint32Array, codePoint: number): boolean {
  let [low, high] = [0, ranges.length / 2 - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (codePoint < ranges[2 * middle]!) high = middle - 1
    else if (codePoint > ranges[2 * middle + 1]!) low = middle + 1
    else return true
  }
  return false
}
