import type { SvgElement } from '@atelier/svg/tree'

/** Approximate width of a character. No font is open while documents are sanitized. */
const characterEms = 0.52
const lineEms = 1.25
/** The distance from the middle of a line to its baseline. */
const middleEms = 0.35
const ascentEms = 0.95

export type Block = {
  x: number
  y: number
  width: number
  height: number
  /** Pixels. */
  fontSize: number
  /** Whether lines that are wider than the block are broken. */
  isWrapped: boolean
  /** Whether the text is centered in both directions. Otherwise, the text starts at the top left. */
  isCentered: boolean
}

/**
 * Sets paragraphs as lines of a `text` element, which replaces an element that neither browsers nor our
 * renderer can draw.
 * @returns the number of lines.
 */
export function setLines(
  text: SvgElement,
  paragraphs: readonly { text: string; attributes?: Map<string, string> }[],
  { x, y, width, height, fontSize, isWrapped, isCentered }: Block,
): number {
  const perLine =
    isWrapped && width > 0 ? Math.max(1, Math.floor(width / (fontSize * characterEms))) : Infinity
  const lines = paragraphs.flatMap(({ text, attributes }) =>
    wrapped(text, perLine).map((line) => ({ line, attributes })),
  )
  const pitch = fontSize * lineEms
  const first = isCentered
    ? y + height / 2 - ((lines.length - 1) / 2) * pitch + fontSize * middleEms
    : y + fontSize * ascentEms
  const left = isCentered ? x + width / 2 : x
  text.name = 'text'
  if (isCentered) text.attributes.set('text-anchor', 'middle')
  text.attributes.set('x', number(left))
  text.attributes.set('y', number(first))
  text.children = lines.map(({ line, attributes = new Map() }, at) => ({
    name: 'tspan',
    attributes: new Map([...attributes, ['x', number(left)], ['y', number(first + at * pitch)]]),
    children: [line],
  }))
  return lines.length
}

const number = (value: number) => `${Math.round(value * 100) / 100}`

function wrapped(text: string, perLine: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length > perLine) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

/** The font size in pixels, from a style or an attribute. Undefined for other units. */
export function fontSizeIn(style: string | undefined, attribute?: string): number | undefined {
  const [, value, unit] =
    /(?:^|;)\s*font-size\s*:\s*([\d.]+)(px|pt|mm)?\s*(?:;|!|$)/i.exec(style ?? '') ??
    /^\s*([\d.]+)(px|pt|mm)?\s*$/.exec(attribute ?? '') ??
    []
  const pixels = Number(value) * ({ pt: 4 / 3, mm: 96 / 25.4 }[unit?.toLowerCase() ?? ''] ?? 1)
  return pixels > 0 ? pixels : undefined
}
