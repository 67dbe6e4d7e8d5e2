import type { SvgElement } from '@atelier/svg/tree'
import { fontSizeIn, setLines } from './svg-lines.ts'

const xhtmlNamespace = 'http://www.w3.org/1999/xhtml'

/** The elements that labels of diagrams consist of. A table or an image is not part of a label. */
const inline = new Set('span b strong i em u s small sub sup font code a label'.split(' '))
const blocks = new Set('div p br center body section li ul h1 h2 h3 h4 h5 h6'.split(' '))

const lengthMax = 2_000
const linesMax = 40
const defaultFontSize = 16

/**
 * Reads the label in a `foreignObject`, which Mermaid and draw.io write as HTML with plain text. The renderer
 * does not draw HTML, and HTML could contain scripts, so only the text is kept, as a `text`.
 */
export type LabelReader = {
  open(uri: string, name: string, style: string | undefined): void
  text(text: string): void
  /**
   * The label as a text element at the position of its box. Undefined if the label is empty or contains more than
   * text.
   */
  end(): SvgElement | undefined
  isEmpty(): boolean
}

/** @param box the sanitized attributes of the `foreignObject`. */
export function labelReader(box: Map<string, string>, htmlNamespaces: readonly string[]): LabelReader {
  const lines = ['']
  const styles: string[] = []
  let isSimple = true
  let isEmpty = true

  return {
    open(uri, name, style) {
      const isHtml = uri === xhtmlNamespace || htmlNamespaces.includes(uri)
      if (blocks.has(name)) {
        if (lines.at(-1) !== '' || name === 'br') lines.push('')
      } else if (!inline.has(name)) isEmpty = false
      if (!isHtml || !(inline.has(name) || blocks.has(name))) isSimple = false
      if (style) styles.push(style)
    },
    text(text) {
      if (text.trim() !== '') isEmpty = false
      lines[lines.length - 1] += text.replace(/\s+/g, ' ')
    },
    isEmpty: () => isEmpty,
    end() {
      const texts = lines.map((line) => line.trim()).filter(Boolean)
      const length = texts.reduce((sum, line) => sum + line.length, 0)
      if (!isSimple || length === 0 || length > lengthMax || texts.length > linesMax) return undefined
      return labelOf(box, texts, styles)
    },
  }
}

function labelOf(box: Map<string, string>, texts: string[], styles: string[]): SvgElement {
  const side = (name: string) => Number.parseFloat(box.get(name) ?? '') || 0
  const kept = ['id', 'class', 'transform', 'data-name'].flatMap((name) => {
    const value = box.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const label: SvgElement = { name: 'text', attributes: new Map(kept), children: [] }
  const css = styles.join(';')
  const fontSize = valueIn(styles, 'font-size')
  // A box that shrank to its text has no space to the left or right of it.
  const isShrunk = /white-space\s*:\s*nowrap/i.test(css)
  setLines(
    label,
    texts.map((text) => ({ text })),
    {
      x: side('x'),
      y: side('y'),
      width: side('width'),
      height: side('height'),
      fontSize: fontSizeIn(`font-size:${fontSize ?? ''}`) ?? defaultFontSize,
      isWrapped: !isShrunk,
      isCentered: isShrunk || /text-align\s*:\s*center/i.test(css),
    },
  )
  const look = [
    ['fill', valueIn(styles, 'color')],
    ['font-size', fontSize],
    ['font-family', valueIn(styles, 'font-family')],
    ['font-weight', valueIn(styles, 'font-weight')],
  ] as const
  for (const [name, value] of look) if (value !== undefined) label.attributes.set(name, value)
  return label
}

/**
 * The value in the innermost style that sets it. Only plain values, because they become attributes unchanged.
 */
function valueIn(styles: readonly string[], property: string): string | undefined {
  const pattern = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i')
  const value = styles.map((style) => pattern.exec(style)?.[1]?.trim()).findLast((one) => one !== undefined)
  const isPlain = value !== undefined && /^(?:rgba?\([\d\s,.%]+\)|[\w#.,%\s"'-]+)$/.test(value)
  return isPlain ? value : undefined
}
