import type { DemoTemplate } from '../../server/src/demo/company.ts'
import { strokesOf } from './lettering.ts'

/** A line drawn by `write`. */
type Line = {
  /** The position of the text in the drawing. */
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

/** A family and its weights in the brand kit. */
type Font = {
  family: string
  bold: number
  regular: number
  /** Returns the width of a string in ems. */
  widthOf: (text: string, weight: number) => Promise<number>
}

/** The height of capitals in most fonts, as a share of the font size. */
const capHeight = 0.7
const boldFrom = 1.5
/** Advance of a glyph, in the units of glyphs.ts. */
const glyphWidth = 6

/**
 * Returns a drawing as a design tool would export it. Variables are layers named with `$`. The rest consists
 * of outlines, or of an image that users replace.
 * @param paint renders the rest as an image and returns a `data:` URL.
 */
export async function documentOf(
  { variables, width, height, unit }: DemoTemplate,
  drawing: string,
  { font, paint }: { font: Font; paint: (drawing: string) => Promise<string> },
): Promise<string> {
  const lines = linesOf(drawing)
  const texts = variables
    .filter(({ type }) => type === 'text')
    .map((variable) => ({ ...variable, lines: linesWith(lines, String(variable.default ?? '')) }))
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
  const left = texts.flatMap(({ key, lines }) => lines.map(({ x }) => ({ key, x })))
  const written = texts.map(({ key, lines, default: words }) => {
    const isInColumn = left.some((one) => one.key !== key && Math.abs(one.x - lines[0]!.x) < 1)
    return textOf(key, words as string, lines, { font, middle: isInColumn ? undefined : middle })
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}${unit}" height="${height}${unit}" viewBox="0 0 ${size}" fill="none">`,
    ground,
    ...(await Promise.all(written)),
    '</svg>\n',
  ].join('\n')
}

/** Maximum length of path data in characters. Longer data is replaced by an image. */
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

/** Finds the lines that together contain these words. */
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

/** The text of the lines. A line that ends with a space was broken automatically. */
async function textOf(
  key: string,
  words: string,
  lines: readonly Line[],
  { font, middle }: { font: Font; middle: number | undefined },
) {
  const [{ color, isBold }] = lines as [Line]
  const written = wrapped(words, lines)
  const weight = isBold ? font.bold : font.regular
  const isCentered =
    middle !== undefined && lines.every(({ x, width }) => Math.abs(x + width / 2 - middle) < middle / 20)
  const spans = lines.map(({ x, y, width, size }, i) => {
    const text = escaped(written[i]!) + (i < lines.length - 1 ? ' ' : '')
    return `<tspan x="${round(isCentered ? x + width / 2 : x)}" y="${round(y + size)}">${text}</tspan>`
  })
  const attributes = [
    `font-family="${font.family}, sans-serif"`,
    `font-size="${round(await fontSizeOf(lines, written, (text) => font.widthOf(text, weight)))}"`,
    `font-weight="${weight}"`,
    `fill="${color}"`,
    ...(isCentered ? ['text-anchor="middle"'] : []),
  ]
  return `<text id="$${key}" ${attributes.join(' ')}>${spans.join('')}</text>`
}

/** Returns the font size of the drawing, or a smaller size if the text would be too wide. */
async function fontSizeOf(
  lines: readonly Line[],
  written: readonly string[],
  widthOf: (text: string) => Promise<number>,
): Promise<number> {
  const widths = await Promise.all(written.map(widthOf))
  return Math.min(...lines.map(({ size, width }, i) => Math.min(size / capHeight, width / widths[i]!)))
}

/** Breaks the words into lines as in the drawing. */
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
