import type { DemoTemplate } from '../../server/src/demo/company.ts'
import { strokesOf } from './lettering.ts'

/** A line that `write` drew. */
type Line = {
  /** Where it is in the drawing. */
  start: number
  end: number
  x: number
  y: number
  width: number
  /** Height of a capital letter. */
  size: number
  color: string
  isBold: boolean
  strokes: string[]
}

/** Capitals are so high in most fonts, as a share of the font's size. */
const capHeight = 0.7
/** No letter is wider on average, in the fonts that stand in for one that is not there. */
const letterWidth = { bold: 0.72, regular: 0.62 }
const boldFrom = 1.5
/** Of a glyph, in the units of glyphs.ts. */
const glyphWidth = 6

/**
 * A drawing as a design tool would export it: what users fill in are layers named with `$`, the rest is outlines, or
 * the picture that users replace.
 * @param paint makes a picture of the rest: a `data:` URL.
 */
export async function documentOf(
  { variables, width, height, unit }: DemoTemplate,
  drawing: string,
  { font, paint }: { font: string; paint: (drawing: string) => Promise<string> },
): Promise<string> {
  const lines = linesOf(drawing)
  const texts = variables
    .filter(({ type }) => type === 'text')
    .map((variable) => ({ ...variable, lines: linesWith(lines, variable.default ?? '') }))
  const outlines = without(
    drawing,
    texts.flatMap(({ lines }) => lines),
  )
  const [, size, body] = /^<svg [^>]*viewBox="0 0 ([\d. ]+)"[^>]*>(.*)<\/svg>\s*$/s.exec(outlines)!
  const middle = Number.parseFloat(size!) / 2
  const picture = variables.find(({ type }) => type === 'image')
  const isHeavy = outlines.length > outlinesMax
  const ground =
    picture || isHeavy
      ? `<image id="${picture ? `$${picture.key}` : 'ground'}" ${sizeOf(size!)} href="${await paint(outlines)}"/>`
      : colored(body!, variables)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}${unit}" height="${height}${unit}" viewBox="0 0 ${size}" fill="none">`,
    ground,
    ...texts.map(({ key, lines, default: words }) => textOf(key, words ?? '', lines, { font, middle })),
    '</svg>\n',
  ].join('\n')
}

/** Longer ones become a picture, characters. */
const outlinesMax = 50_000

const sizeOf = (size: string) => {
  const [width, height] = size.split(' ')
  return `width="${width}" height="${height}"`
}

const pattern =
  /<g transform="translate\((\S+) (\S+)\) scale\((\S+)\)"><g fill="none" stroke="([^"]*)" stroke-width="([^"]*)"[^>]*>((?:<path transform="[^"]*" d="[^"]*"\/>)*)<\/g><\/g>/g

function linesOf(drawing: string): Line[] {
  return [...drawing.matchAll(pattern)].map((match) => {
    const [all, x, y, scale, color, weight, paths] = match
    return {
      start: match.index,
      end: match.index + all.length,
      x: Number(x),
      y: Number(y),
      width:
        (Math.max(...[...paths!.matchAll(/translate\((\S+) /g)].map(([, left]) => Number(left))) +
          glyphWidth) *
        Number(scale),
      size: Number(scale) * 10,
      color: color!,
      isBold: Number(weight) >= boldFrom,
      strokes: [...paths!.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path!),
    }
  })
}

/** The lines that say these words together. */
function linesWith(lines: readonly Line[], words: string): Line[] {
  const wanted = strokesOf(words).join('|')
  const blank = strokesOf(' ')
  for (const [from] of lines.entries()) {
    const strokes: string[] = []
    for (let to = from; to < lines.length && strokes.join('|').length < wanted.length; to++) {
      strokes.push(...(to > from ? blank : []), ...lines[to]!.strokes)
      if (strokes.join('|') === wanted) return lines.slice(from, to + 1)
    }
  }
  throw new Error(`Nothing in the drawing says "${words}".`)
}

const without = (drawing: string, lines: readonly Line[]) =>
  lines
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), drawing)

/** Names the first shape of each color that is a variable. */
function colored(body: string, variables: DemoTemplate['variables']): string {
  return variables
    .filter(({ type }) => type === 'color')
    .reduce((body, { key, default: color }) => {
      const named = body.replace(new RegExp(`<(\\w+) ([^>]*fill="${color}")`, 'i'), `<$1 id="$$${key}" $2`)
      if (named === body) throw new Error(`Nothing in the drawing has the color ${color}.`)
      return named
    }, body)
}

/** A line that ends with a blank was broken for want of room. */
function textOf(key: string, words: string, lines: readonly Line[], look: { font: string; middle: number }) {
  const [{ color, isBold }] = lines as [Line]
  const written = wrapped(words, lines)
  const isCentered = lines.every(({ x, width }) => Math.abs(x + width / 2 - look.middle) < look.middle / 20)
  const spans = lines.map(({ x, y, width, size }, i) => {
    const text = escaped(written[i]!) + (i < lines.length - 1 ? ' ' : '')
    return `<tspan x="${round(isCentered ? x + width / 2 : x)}" y="${round(y + size)}">${text}</tspan>`
  })
  const attributes = [
    `font-family="${look.font}, sans-serif"`,
    `font-size="${round(fontSizeOf(lines, written))}"`,
    `font-weight="${isBold ? 700 : 400}"`,
    `fill="${color}"`,
    ...(isCentered ? ['text-anchor="middle"'] : []),
  ]
  return `<text id="$${key}" ${attributes.join(' ')}>${spans.join('')}</text>`
}

/** As large as it is drawn, as long as it fits in any font. */
function fontSizeOf(lines: readonly Line[], written: readonly string[]): number {
  const sizes = lines.map(({ size, width, isBold }, i) =>
    Math.min(size / capHeight, width / (written[i]!.length * letterWidth[isBold ? 'bold' : 'regular'])),
  )
  return Math.min(...sizes)
}

/** The words as the drawing breaks them. */
function wrapped(words: string, lines: readonly Line[]): string[] {
  const letters = [...words.normalize('NFD')]
  let at = 0
  return lines.map(({ strokes }) => {
    const line = letters.slice(at, at + strokes.length).join('')
    at += strokes.length + 1
    return line.normalize('NFC')
  })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const round = (value: number) => Math.round(value * 100) / 100
