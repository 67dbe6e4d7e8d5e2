import { childElements, descendants, type SvgElement, textOf } from '@atelier/svg/tree'
import { UnsafeSvgError } from './svg-errors.ts'
import { fontSizeIn, setLines } from './svg-lines.ts'

/** Flowed text of SVG 1.2, which no browser draws. Inkscape up to 0.92 wrote it for text in a frame. */
export const flowElements: ReadonlySet<string> = new Set(
  'flowRoot flowRegion flowPara flowDiv flowSpan flowTspan flowLine'.split(' '),
)

/** The font size that CSS defines if none is set. */
const defaultFontSize = 16

/** Maximum number of lines in all flowed texts of a document. */
const linesMax = 10_000

/**
 * Converts each `flowRoot` to a `text` with its lines, at the position of its frame. A `flowRoot` without
 * text is removed.
 * @throws {UnsafeSvgError} if there are too many lines.
 */
export function resolveFlowedTexts(root: SvgElement): void {
  let lines = 0
  for (const parent of [...descendants(root)]) {
    if (!parent.children.some((child) => typeof child !== 'string' && flowElements.has(child.name))) continue
    parent.children = parent.children.filter((child) => {
      if (typeof child === 'string' || !flowElements.has(child.name)) return true
      const count = child.name === 'flowRoot' ? becomesText(child) : 0
      lines += count
      if (lines > linesMax)
        throw new UnsafeSvgError(`An SVG must not have more than ${linesMax} lines of flowed text.`)
      return count > 0
    })
  }
}

function becomesText(flow: SvgElement): number {
  const paragraphs = childElements(flow)
    .filter(({ name }) => name !== 'flowRegion')
    .map((one) => ({ text: textOf(one), attributes: ofParagraph(one) }))
    .filter(({ text }) => text.trim() !== '')
  if (paragraphs.length === 0) return 0
  const sizes = [...descendants(flow)].map(({ attributes }) =>
    fontSizeIn(attributes.get('style'), attributes.get('font-size')),
  )
  const style = flow.attributes.get('style') ?? ''
  const frame = frameOf(flow)
  const lines = setLines(flow, paragraphs, {
    ...frame,
    fontSize: sizes.findLast((size) => size !== undefined) ?? defaultFontSize,
    isWrapped: true,
    isCentered: false,
  })
  // When a template is filled, the new text stays within the frame.
  const before = style === '' ? '' : `${style.replace(/;\s*$/, '')};`
  if (frame.width > 0) flow.attributes.set('style', `${before}inline-size:${frame.width}px`)
  return lines
}

/** The attributes of a paragraph without its ID, which would name only one of the paragraph's lines. */
function ofParagraph({ attributes }: SvgElement): Map<string, string> {
  return new Map([...attributes].filter(([name]) => name === 'style' || name === 'class'))
}

function frameOf(flow: SvgElement) {
  const region = childElements(flow).find(({ name }) => name === 'flowRegion')
  const shape = region && [...descendants(region)].find(({ name }) => name === 'rect' || name === 'path')
  const of = (name: string) => Number(shape?.attributes.get(name)) || 0
  if (shape?.name !== 'path') return { x: of('x'), y: of('y'), width: of('width'), height: of('height') }
  return boundsOf(shape.attributes.get('d') ?? '')
}

/** The bounding box of a frame that was drawn as a polygon with absolute coordinates. */
function boundsOf(path: string) {
  const numbers = [...path.matchAll(/-?[\d.]+(?:e-?\d+)?/gi)].map(([text]) => Number(text))
  const [xs, ys] = [numbers.filter((_, at) => at % 2 === 0), numbers.filter((_, at) => at % 2 === 1)]
  const isAbsolute = /^[\sMLZ\d.,e-]*$/i.test(path) && !/[a-df-z]/.test(path)
  if (!isAbsolute || xs.length === 0) return { x: xs[0] ?? 0, y: ys[0] ?? 0, width: 0, height: 0 }
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
