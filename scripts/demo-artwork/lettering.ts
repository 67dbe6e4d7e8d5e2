import { accents, glyphs } from './glyphs.ts'
import { at } from './svg.ts'

export type Lettering = {
  size: number
  color: string
  /** Width of a stroke as a share of the size: 0.06 is light, 0.11 regular, 0.19 bold. */
  weight?: number
  /** Space between letters as a share of the size. */
  tracking?: number
  anchor?: 'start' | 'middle' | 'end'
  ends?: 'round' | 'butt'
}

/** Draws one line of text. `y` is the top of its capitals. */
export function write(text: string, x: number, y: number, look: Lettering): string {
  const { size, color, weight = 0.11, anchor = 'start', ends = 'round' } = look
  const { data, width } = compose(text, look)
  const start = x - { start: 0, middle: width / 2, end: width }[anchor]
  const joins = ends === 'round' ? 'round' : 'miter'
  const strokes = data.map(
    ([left, top, path]) => `<path transform="translate(${left.toFixed(2)} ${top})" d="${path}"/>`,
  )
  const look10 = `stroke="${color}" stroke-width="${weight * 10}" stroke-linecap="${ends}" stroke-linejoin="${joins}"`
  return at(start, y, size / 10, `<g fill="none" ${look10}>${strokes.join('')}</g>`)
}

/** Draws several lines. Each is `leading` times the size under the previous line. */
export function writeLines(
  lines: readonly string[],
  x: number,
  y: number,
  look: Lettering & { leading?: number },
): string {
  const { leading = 1.5 } = look
  return lines.map((text, i) => write(text, x, y + i * look.size * leading, look)).join('')
}

export function textWidth(text: string, look: Pick<Lettering, 'size' | 'weight' | 'tracking'>): number {
  return compose(text, look).width
}

/** The largest size, up to `most`, at which a line fits into the width `room`. */
export function fitSize(text: string, room: number, most: number, weight = 0.11, tracking?: number): number {
  const look = { size: 10, weight, ...(tracking === undefined ? {} : { tracking }) }
  return Math.min(most, (room / textWidth(text, look)) * 10)
}

/** Identifies a line in a drawing, regardless of its size and weight. */
export const strokesOf = (text: string): string[] =>
  compose(text, { size: 10 }).data.map(([, , path]) => path)

function compose(text: string, look: Pick<Lettering, 'size' | 'weight' | 'tracking'>) {
  const { size, weight = 0.11, tracking = 0 } = look
  const data: [left: number, top: number, path: string][] = []
  let pen = 0
  let before = ''
  for (const character of text.normalize('NFD')) {
    const accent = accents[character]
    if (accent) {
      const middle = pen - gap(weight, tracking) - glyphs[before]![0] / 2
      data.push([middle, before === before.toLowerCase() ? 0 : -3.2, accent])
      continue
    }
    const glyph = glyphs[character]
    if (!glyph) throw new Error(`No drawing for the letter "${character}" of "${text}".`)
    if (pairs.has(before + character)) pen -= 1.3
    data.push([pen, 0, glyph[1]])
    pen += glyph[0] + gap(weight, tracking)
    before = character
  }
  return { data, width: ((pen - gap(weight, tracking)) * size) / 10 }
}

// Strokes are centered on their lines, so heavy letters need more space for their thickness.
const gap = (weight: number, tracking: number) => 1.15 + weight * 10 + tracking * 10

/** These pairs of letters have a gap unless they are kerned. */
const pairs = new Set('AV AT AY AW VA TA YA WA LT LV LY PA FA Ta Te To Tr Ty Va Ve Wa We Ya Yo ry'.split(' '))
