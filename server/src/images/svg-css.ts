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

/** Deeper than any style is; the parser goes down as deep as what it reads. */
const nestingMax = 32

/** A style sheet with the rules that are safe: known properties, and references to the document's own parts. */
export function cleanSheet(css: string): string {
  const sheet = parse(flattened(balanced(css))) as StyleSheet
  sheet.children = cleanRules(sheet.children)
  return generate(sheet)
}

/** The declarations of a `style` attribute that are safe. */
export function cleanDeclarations(css: string): string {
  const list = parse(balanced(css), { context: 'declarationList' })
  if (list.type !== 'DeclarationList') return ''
  list.children = safeDeclarations(list.children)
  return generate(list)
}

/** The value of an attribute if it refers to nothing but parts of the document, in colors that can be drawn. */
export function cleanValue(css: string): string {
  // A value alone has nothing behind it where the parser could go on after a fault: there it throws.
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
 * A color that the renderer does not know gets a plain one before it, as design tools write it: the renderer takes that,
 * and browsers keep the other. One that has a plain color already keeps it.
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

/** Names with an escape in them: no tool writes them, and what follows an escape is easily read in two ways. */
const isEscaped = (node: CssNode) =>
  (node.type === 'Identifier' && node.name.includes('\\')) ||
  (node.type === 'Dimension' && node.unit.includes('\\')) ||
  (node.type === 'Hash' && node.value.includes('\\'))

/** Every node is of a kind that we know: what the parser could not read («Raw») is not safe. */
function isSafe(value: CssNode): boolean {
  return every(value, (node) => {
    if (node.type === 'Url') return node.value.startsWith('#')
    // By the name as it is written: one with an escape in it is none of ours.
    if (node.type === 'Function') return functions.has(node.name.toLowerCase())
    return safeTypes.has(node.type) && !isEscaped(node)
  })
}

/** Selectors and media queries reach nothing; they only have to be understood. */
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
 * The text without brackets that close nothing, or nothing at all when it is too deep. The parser keeps its buffers
 * from one text to the next (css-tree 3.2.1): such a bracket may meet what was left there, and it never ends.
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
  // The parser passes over a byte order mark only where a text begins.
  return deepest > nestingMax ? '' : kept.replaceAll('\ufeff', '')
}
