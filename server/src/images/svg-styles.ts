import { type CssNode, type Declaration, generate, parse, type Selector, walk } from 'css-tree'
import { descendants, type SvgElement, textOf } from './svg-tree.ts'

/** A rule of a style sheet, for what the last part of its selector names. */
export type StyleRule = {
  /** Whether the selector is one class, id or element name and nothing else. */
  isPlain: boolean
  /** 2 for an id, 1 for a class, 0 for a name: what wins over what came before. */
  weight: number
  declarations: [property: string, value: string][]
}

/** The rules of all sheets in a document: under `.class`, `#id`, the name of an element, or `*` for any. */
export type StyleRules = Map<string, StyleRule[]>

/** Expects a cleaned document: its sheets are small enough to be read. */
export function styleRules(root: SvgElement): StyleRules {
  const rules: StyleRules = new Map()
  for (const element of descendants(root)) {
    if (element.name !== 'style') continue
    walk(parse(textOf(element)), {
      visit: 'Rule',
      enter({ prelude, block }) {
        if (prelude.type !== 'SelectorList') return
        const declarations = declarationsOf(block.children.toArray())
        for (const selector of prelude.children) {
          const { key, isPlain } = lastPart(selector as Selector)
          const rule = { isPlain, weight: weightOf(key), declarations }
          rules.set(key, [...(rules.get(key) ?? []), rule])
        }
      },
    })
  }
  return rules
}

/** The rules whose selector ends with something that the element is. A plain one surely applies, another perhaps. */
export function rulesFor({ name, attributes }: SvgElement, rules: StyleRules): StyleRule[] {
  if (rules.size === 0) return []
  const classes = (attributes.get('class') ?? '').split(/\s+/).filter((one) => one !== '')
  const keys = ['*', name, ...classes.map((one) => `.${one}`), `#${attributes.get('id') ?? ''}`]
  return keys.flatMap((key) => rules.get(key) ?? [])
}

/** What the `style` attribute of an element says. */
export const ownDeclarations = (element: SvgElement): [property: string, value: string][] => {
  const style = element.attributes.get('style')
  if (!style) return []
  const list = parse(style, { context: 'declarationList' })
  return list.type === 'DeclarationList' ? declarationsOf(list.children.toArray()) : []
}

const declarationsOf = (nodes: CssNode[]): [string, string][] =>
  nodes
    .filter((node): node is Declaration => node.type === 'Declaration')
    .map(({ property, value }) => [property.toLowerCase(), generate(value)])

/** The parts of the document that a value names with `url(#id)`. */
export function localUrls(value: string): string[] {
  const simple = /^url\(#([^\s"'()\\]+)\)$/.exec(value)
  if (simple) return [simple[1]!]
  if (!/url\(/i.test(value)) return []
  const found: string[] = []
  walk(parse(value, { context: 'value' }), {
    visit: 'Url',
    enter: (node) => {
      found.push(node.value.slice(1))
    },
  })
  return found
}

/** By the most telling name in what stands after the last combinator. */
function lastPart({ children }: Selector): { key: string; isPlain: boolean } {
  const parts = children.toArray()
  const last = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1)
  const named = (type: string) => last.find((part) => part.type === type) as { name: string } | undefined
  const [id, className, name] = [named('IdSelector'), named('ClassSelector'), named('TypeSelector')]
  const key = id
    ? `#${unescaped(id.name)}`
    : className
      ? `.${unescaped(className.name)}`
      : (name?.name ?? '*')
  return { key, isPlain: parts.length === 1 && last.length === 1 }
}

const weightOf = (key: string) => (key.startsWith('#') ? 2 : key.startsWith('.') ? 1 : 0)

/** An escaped name of CSS: `\31 0` → `10`. */
const unescaped = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex?: string, sign?: string) =>
    hex === undefined ? sign! : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  )
