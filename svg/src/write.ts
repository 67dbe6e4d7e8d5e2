import { isElement, type SvgElement } from './tree.ts'

/** Serializes only the tree of the document, without declarations, comments or other namespaces. */
export function writeSvg(root: SvgElement): string {
  const parts: string[] = []
  write(parts, root, ' xmlns="http://www.w3.org/2000/svg"')
  const text = parts.join('')
  if (!text.includes(' xlink:')) return text
  return text.replace('<svg', '<svg xmlns:xlink="http://www.w3.org/1999/xlink"')
}

function write(parts: string[], { name, attributes, children }: SvgElement, namespace = '') {
  parts.push('<', name, namespace)
  for (const [key, value] of attributes) parts.push(' ', key, '="', escapeValue(value), '"')
  if (children.length === 0) {
    parts.push('/>')
    return
  }
  parts.push('>')
  for (const child of children) {
    if (isElement(child)) write(parts, child)
    else parts.push(escapeText(child))
  }
  parts.push('</', name, '>')
}

/** References for characters that must be escaped, including those that a parser would normalize. */
const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

const escapeText = (text: string) => text.replace(/[&<>\r]/g, (sign) => references[sign]!)
const escapeValue = (text: string) => text.replace(/[&<>"\t\n\r]/g, (sign) => references[sign]!)
