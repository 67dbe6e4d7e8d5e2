/** The font properties as text. Undefined if the element does not set the property. */
export type FontProperties = {
  families: readonly string[] | undefined
  size: string | undefined
  weight: string | undefined
  style: string | undefined
  width: string | undefined
  lineHeight: string | undefined
}

const shorthand =
  /^(.*?)((?:[+-]?(?:\d+\.?\d*|\.\d+)(?:px|pt|pc|in|cm|mm|q|em|rem|ex|ch|%)|xx-small|x-small|small|medium|large|x-large|xx-large|xxx-large|smaller|larger))(?:\s*\/\s*([\w.%]+?))?(?:\s+|(?=["']))(.+)$/i

/**
 * Longhand properties of an element override its `font`. Style sheets that set both are rare and consistent.
 */
export function readFontShorthand(get: (property: string) => string | undefined): FontProperties {
  const own = {
    families: familiesOf(get('font-family')),
    size: get('font-size'),
    weight: get('font-weight'),
    style: get('font-style'),
    width: get('font-stretch') ?? get('font-width'),
    lineHeight: undefined,
  }
  const [, before = '', size, lineHeight, families] = shorthand.exec(get('font') ?? '') ?? []
  if (size === undefined) return own
  const words = before.trim().split(/\s+/)
  return {
    families: own.families ?? familiesOf(families),
    size: own.size ?? size,
    weight: own.weight ?? words.find((word) => /^(bold|bolder|lighter|\d{1,4})$/.test(word)) ?? 'normal',
    style: own.style ?? words.find((word) => /^(italic|oblique)/.test(word)) ?? 'normal',
    width: own.width ?? words.find((word) => /(condensed|expanded)$/.test(word)) ?? 'normal',
    lineHeight,
  }
}

/** Parses families. Figma writes them with and without quotes; Illustrator writes the quoted PostScript name. */
function familiesOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const names = [...text.matchAll(/\s*(?:"([^"]*)"|'([^']*)'|([^,]+))\s*,?/g)]
    .map(([, double, single, bare]) => (double ?? single ?? bare ?? '').trim().replace(/\\(.)/g, '$1'))
    .filter((name) => name !== '')
  return names.slice(0, 16)
}
