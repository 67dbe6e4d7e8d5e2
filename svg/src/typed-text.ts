import { childElements, isElement, type SvgElement } from './tree.ts'

/**
 * The text of a `text` element, as a person would type it. Design tools write each line as a `tspan` with a
 * `y`. A line that ends with a space was wrapped automatically; the designer broke all others.
 */
export function typedText(text: SvgElement): string {
  const lines: string[] = ['']
  const baseline = { y: text.attributes.get('y') }
  const add = (element: SvgElement) => {
    if (lines.at(-1) !== '' && beginsLine(element, baseline)) lines.push('')
    baseline.y = element.attributes.get('y') ?? baseline.y
    for (const child of element.children) {
      if (isElement(child)) add(child)
      else lines[lines.length - 1] += child
    }
  }
  add(text)
  return joined(lines)
}

function beginsLine({ name, attributes }: SvgElement, baseline: { y: string | undefined }): boolean {
  if (name !== 'tspan') return false
  const y = attributes.get('y')
  if (y !== undefined && y !== baseline.y) return true
  // A manual line break moves back to the left and down by one or more lines.
  return attributes.has('x') && Number.parseFloat(attributes.get('dy') ?? '0') !== 0
}

function joined(lines: string[]): string {
  return lines
    .map((line, at) => {
      const isLast = at === lines.length - 1
      const blanks = line.slice(line.trimEnd().length)
      const isWrapped = blanks !== '' && !blanks.includes('\n')
      const end = isLast ? '' : isWrapped ? ' ' : '\n'
      return line.replace(/\s+/g, ' ').trim() + end
    })
    .join('')
    .trim()
}

/** Every text in an element, as lines. */
export function typedTexts(element: SvgElement): string {
  if (element.name === 'text' || element.name === 'tspan' || element.name === 'textPath')
    return typedText(element)
  return childElements(element)
    .map(typedTexts)
    .filter((text) => text !== '')
    .join('\n')
}
