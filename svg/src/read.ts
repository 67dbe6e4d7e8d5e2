import { SaxesParser } from 'saxes'
import type { SvgElement } from './tree.ts'

/**
 * Parses a document that the server has sanitized. Text is kept unchanged, and nothing is checked.
 * @throws {Error} if the document is not well-formed.
 */
export function readCleanSvg(text: string): SvgElement {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const open: SvgElement[] = []
  let root: SvgElement | undefined
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: SvgElement = { name, attributes: new Map(), children: [] }
    for (const [key, value] of Object.entries(attributes))
      if (!key.startsWith('xmlns')) element.attributes.set(key, value)
    root ??= element
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const addText = (text: string) => {
    const parent = open.at(-1)
    if (!parent || text === '') return
    const last = parent.children.at(-1)
    if (typeof last === 'string') parent.children[parent.children.length - 1] = last + text
    else parent.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  if (root?.name !== 'svg') throw new Error('The document has no svg element.')
  return root
}
