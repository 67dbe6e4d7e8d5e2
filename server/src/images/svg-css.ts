import { parse } from '@atelier/svg/css-parser'
import {
  type CssNode,
  type Declaration,
  generate,
  List,
  type StyleSheet,
  tokenize,
  tokenTypes,
  walk,
} from 'css-tree'
import { inPlainColors } from './svg-color-spaces.ts'
import { flattened } from './svg-css-nesting.ts'
import { functions, properties } from './svg-vocabulary.ts'

/** Maximum nesting, which is deeper than any real style. The parser recurses as deep as its input. */
const nestingMax = 32

/**
 * A style sheet reduced to safe rules, which contain known properties and references within the document.
 * @param onRemoved is called for each rule that would load a font or another sheet.
 */
export function cleanSheet(css: string, onRemoved: (rule: string) => void = () => {}): string {
  const sheet = parse(flattened(balanced(css))) as StyleSheet
  for (const rule of sheet.children)
    if (rule.type === 'Atrule' && ['font-face', 'import'].includes(rule.name)) onRemoved(`@${rule.name}`)
  sheet.children = cleanRules(sheet.children)
  return generate(sheet)
}

/** The safe declarations of a `style` attribute. */
export function cleanDeclarations(css: string): string {
  const list = parse(balanced(css), { context: 'declarationList' })
  if (list.type !== 'DeclarationList') return ''
  list.children = safeDeclarations(list.children)
  return generate(list)
}

/**
 * The value of an attribute, if it references nothing outside the document, with colors that can be drawn.
 */
export function cleanValue(css: string): string {
  // The parser cannot recover from an error in a single value, so it throws.
  try {
    if (balanced(css) !== css) return ''
    const value = parse(css, { context: 'value' })
    if (!isSafe(value)) return ''
    const plain = value.type === 'Value' ? inPlainColors(value) : undefined
    return plain ? generate(plain) : css
  } catch {
    return ''
  }
}

function cleanRules(rules: List<CssNode>): List<CssNode> {
  const kept = new List<CssNode>()
  for (const rule of rules) {
    if (rule.type === 'Rule' && isKnown(rule.prelude)) {
      rule.block.children = safeDeclarations(rule.block.children)
      if (!rule.block.children.isEmpty) kept.appendData(rule)
    } else if (rule.type === 'Atrule' && rule.name === 'media' && rule.block && isKnown(rule.prelude)) {
      rule.block.children = cleanRules(rule.block.children)
      if (!rule.block.children.isEmpty) kept.appendData(rule)
    }
  }
  return kept
}

function isSafeDeclaration(node: CssNode): node is Declaration {
  return node.type === 'Declaration' && properties.has(node.property.toLowerCase()) && isSafe(node.value)
}

/**
 * Adds a plain color before a color that the renderer does not know, as design tools do. The renderer uses the plain
 * color, and browsers use the other color. An existing plain color is kept.
 */
function safeDeclarations(nodes: List<CssNode>): List<CssNode> {
  const kept = new List<CssNode>()
  const stated = new Set<string>()
  for (const node of nodes) {
    if (!isSafeDeclaration(node)) continue
    const property = node.property.toLowerCase()
    const plain = node.value.type === 'Value' ? inPlainColors(node.value) : undefined
    if (plain && !stated.has(property)) kept.appendData({ ...node, value: plain })
    stated.add(property)
    kept.appendData(node)
  }
  return kept
}

const safeTypes = new Set(
  'Value Identifier Number Dimension Percentage Hash String Operator Parentheses'.split(' '),
)

/**
 * Whether a name contains an escape. No tool writes such names, and parsers disagree on the characters after
 * an escape.
 */
const isEscaped = (node: CssNode) =>
  (node.type === 'Identifier' && node.name.includes('\\')) ||
  (node.type === 'Dimension' && node.unit.includes('\\')) ||
  (node.type === 'Hash' && node.value.includes('\\'))

/** Whether every node has a known type. Text that the parser could not read ("Raw") is not safe. */
function isSafe(value: CssNode): boolean {
  return every(value, (node) => {
    if (node.type === 'Url') return node.value.startsWith('#')
    // Compared as written, because a name with an escape is not accepted.
    if (node.type === 'Function') return functions.has(node.name.toLowerCase())
    return safeTypes.has(node.type) && !isEscaped(node)
  })
}

/** Whether a selector or media query is valid. Neither can reference anything. */
const isKnown = (prelude: CssNode | null) =>
  prelude !== null && every(prelude, ({ type }) => type !== 'Raw' && type !== 'Url')

function every(node: CssNode, holds: (node: CssNode) => boolean): boolean {
  let all = true
  walk(node, (one) => {
    if (holds(one)) return
    all = false
    return walk.break
  })
  return all
}

const closers: Record<number, number> = {
  [tokenTypes.Function]: tokenTypes.RightParenthesis,
  [tokenTypes.LeftParenthesis]: tokenTypes.RightParenthesis,
  [tokenTypes.LeftSquareBracket]: tokenTypes.RightSquareBracket,
  [tokenTypes.LeftCurlyBracket]: tokenTypes.RightCurlyBracket,
}
const isCloser = new Set(Object.values(closers))

/**
 * The text without unmatched closing brackets, or empty if it is nested too deeply. The parser keeps its
 * buffers between texts (css-tree 3.2.1), so such a bracket can match remaining text, and parsing never ends.
 */
function balanced(css: string): string {
  const open: number[] = []
  let deepest = 0
  let kept = ''
  tokenize(css, (type, start, end) => {
    const closer = closers[type]
    if (closer !== undefined) deepest = Math.max(deepest, open.push(closer))
    else if (type === open.at(-1)) open.pop()
    else if (isCloser.has(type)) return
    kept += css.slice(start, end)
  })
  // The parser skips a byte order mark only at the start of a style sheet.
  return deepest > nestingMax ? '' : kept.replaceAll('\ufeff', '')
}
