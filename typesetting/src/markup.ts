import type { SvgElement } from '@atelier/svg/tree'
import type { Span } from './text-content.ts'
import type { TextStyle } from './text-style.ts'

export type Block = {
  text: string
  spans: Span[]
  indent: number
  /** The marker in the indent of the first line. */
  bullet?: string
  /** Space above the block, in line heights. */
  gap: number
}

const bulletIndent = 1
const paragraphGap = 0.5
const boldWeight = 700

/** One paragraph per line of the text. */
export function plainBlocks(text: string, style: TextStyle, element: SvgElement): Block[] {
  return text.split('\n').map((line) => ({
    text: line,
    spans: [{ start: 0, end: line.length, style, element }],
    indent: 0,
    gap: 0,
  }))
}

/**
 * Parses simple markup: `**bold**`, lines that start with `- ` or `* ` as bullets, and blank lines between
 * paragraphs. Unmatched asterisks stay.
 */
export function markedBlocks(text: string, style: TextStyle, element: SvgElement): Block[] {
  const blocks: Block[] = []
  let isAfterBlank = false
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isAfterBlank = blocks.length > 0
      continue
    }
    const [, item] = /^\s*[-*•]\s+(.*)$/u.exec(line) ?? []
    blocks.push({
      ...emphasized(item ?? line, style, element),
      indent: item === undefined ? 0 : bulletIndent,
      ...(item !== undefined && { bullet: '•' }),
      gap: isAfterBlank ? paragraphGap : 0,
    })
    isAfterBlank = false
  }
  return blocks.length > 0 ? blocks : plainBlocks('', style, element)
}

function emphasized(line: string, style: TextStyle, element: SvgElement): Pick<Block, 'text' | 'spans'> {
  const bold = { ...style, weight: Math.max(boldWeight, style.weight) }
  const spans: Span[] = []
  let text = ''
  const add = (part: string, look: TextStyle) => {
    if (part === '') return
    spans.push({ start: text.length, end: text.length + part.length, style: look, element })
    text += part
  }
  let at = 0
  for (const match of line.matchAll(/\*\*(?=\S)(.+?)(?<=\S)\*\*/gu)) {
    add(line.slice(at, match.index), style)
    add(match[1]!, bold)
    at = match.index + match[0].length
  }
  add(line.slice(at), style)
  if (spans.length === 0) spans.push({ start: 0, end: 0, style, element })
  return { text, spans }
}
