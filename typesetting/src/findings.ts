import type { FittedLines } from './fit.ts'
import type { Paragraph } from './paragraph.ts'
import type { Finding } from './results.ts'
import type { TextContent } from './text-content.ts'
import { textLengthMax } from './text-content.ts'

const charactersNamed = 10

export function findingsOf(
  paragraphs: readonly Paragraph[],
  { omitted }: Pick<TextContent, 'omitted'>,
  variable?: string,
): Finding[] {
  const findings: Finding[] = []
  const named = variable !== undefined && { variable }
  const missing = [...new Set(paragraphs.flatMap(missingIn))]
  if (missing.length > 0) {
    const codePoints = missing.map(nameOf)
    findings.push({
      type: 'glyph_missing',
      ...named,
      message: `No font has ${codePoints.slice(0, charactersNamed).join(', ')}.`,
      data: {
        code_points: codePoints.slice(0, charactersNamed),
        characters: missing.slice(0, charactersNamed),
      },
    })
  }
  if (omitted > 0)
    findings.push({
      type: 'text_truncated',
      ...named,
      message: `The text is longer than ${textLengthMax} characters.`,
      data: { characters_omitted: omitted },
    })
  for (const { substitutes, missingStyles } of new Set(paragraphs.flatMap((paragraph) => paragraph.stacks))) {
    for (const { family, used } of substitutes)
      findings.push({
        type: 'font_not_in_kit',
        ...named,
        message: `The font ${family} is not in the brand kit: ${used} is used.`,
        data: { family, used },
      })
    for (const { family, weight, italic, usedWeight, usedItalic } of missingStyles)
      findings.push({
        type: 'font_not_in_kit',
        ...named,
        message: `${styleName(family, weight, italic)} is not in the brand kit: ${styleName(family, usedWeight, usedItalic)} is used.`,
        data: { family, weight, style: italic ? 'italic' : 'normal', used_weight: usedWeight },
      })
  }
  return findings
}

const styleName = (family: string, weight: number, italic: boolean) =>
  `${family} ${weight}${italic ? ' italic' : ''}`

function missingIn({ text, missing }: Paragraph): string[] {
  const chars = missing.flatMap(({ start, end }) => [...text.slice(start, end)])
  return [...new Set(chars)]
}

const nameOf = (char: string) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** Reports the changes that were needed to fit text into its box. */
export function fitFindings(
  variable: string,
  { fontSize, isShrunk, isTruncated, isOverflowing, lines }: FittedLines,
  designed: { fontSize: number; lines: number },
): Finding[] {
  const rows = lines.filter(({ isMarker }) => !isMarker).length
  const found: [boolean, Finding['type'], string, Record<string, unknown>][] = [
    [
      isShrunk,
      'text_shrunk',
      `The text was set in ${rounded(fontSize)} instead of ${rounded(designed.fontSize)}.`,
      { font_size: rounded(fontSize), designed_font_size: rounded(designed.fontSize) },
    ],
    [
      rows > Math.max(1, designed.lines),
      'text_wrapped',
      `The text takes ${rows} lines instead of ${Math.max(1, designed.lines)}.`,
      { lines: rows, designed_lines: Math.max(1, designed.lines) },
    ],
    [isTruncated, 'text_truncated', 'The end of the text was cut off.', {}],
    [isOverflowing, 'text_overflow', 'The text is larger than its box.', { font_size: rounded(fontSize) }],
  ]
  return found.filter(([isSo]) => isSo).map(([, type, message, data]) => ({ type, variable, message, data }))
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** Keeps one finding per variable and type. */
export function unique(findings: Finding[]): Finding[] {
  const known = new Map(
    findings.map((finding) => [`${finding.type} ${finding.variable} ${finding.message}`, finding]),
  )
  return [...known.values()]
}
