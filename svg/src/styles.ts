import { type CssNode, type Declaration, generate, type Selector, walk } from 'css-tree'
import { parse } from './css-parser.ts'
import { descendants, type SvgElement, textOf } from './tree.ts'

export type Reference = { property: string; id: string }

/**
 * The rules of a document's sheets, by the last part of their selectors: `.class`, `#id`, an element's name,
 * or `*`.
 */
export type Sheets = {
  /** Rules with a selector of only that part: they certainly apply, the last one winning. */
  plain: Map<string, Map<string, string>>
  /** The elements referenced by any rule whose selector ends with that part: it may apply. */
  references: Map<string, Reference[]>
}

/** Expects a sanitized document, whose sheets have a limited size. */
export function readSheets(root: SvgElement): Sheets {
  const sheets: Sheets = { plain: new Map(), references: new Map() }
  for (const element of descendants(root)) {
    if (element.name !== 'style') continue
    walk(parse(textOf(element)), {
      visit: 'Rule',
      enter({ prelude, block }) {
        if (prelude.type !== 'SelectorList') return
        const declarations = declarationsOf(block.children.toArray())
        for (const selector of prelude.children) addRule(sheets, selector as Selector, declarations)
      },
    })
  }
  return sheets
}

function addRule({ plain, references }: Sheets, selector: Selector, declarations: [string, string][]) {
  const { key, isPlain } = lastPart(selector)
  if (isPlain) {
    const known = entryOf(plain, key, () => new Map<string, string>())
    // A wide-gamut color follows the plain one.
    for (const [property, value] of declarations)
      if (!known.has(property) || !wideColor.test(value)) known.set(property, value)
  }
  const found = referencesIn(declarations)
  if (found.length > 0) entryOf(references, key, (): Reference[] => []).push(...found)
}

/** Last year's browsers have no `Map.prototype.getOrInsert`. */
function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = create()
  map.set(key, value)
  return value
}

const wideColor = /(?:^|[\s,])(?:color|color-mix|light-dark|(?:ok)?(?:lab|lch))\(/i

/** The keys of an element's rules, in ascending precedence. */
export function keysOf({ name, attributes }: SvgElement): string[] {
  const classes = (attributes.get('class') ?? '').split(/\s+/).filter((one) => one !== '')
  return ['*', name, ...classes.map((one) => `.${one}`), `#${attributes.get('id') ?? ''}`]
}

/** The elements that declarations reference with `url(#id)`. */
export const referencesIn = (
  declarations: Iterable<readonly [property: string, value: string]>,
): Reference[] =>
  [...declarations].flatMap(([property, value]) => localUrls(value).map((id) => ({ property, id })))

type Declarations = readonly (readonly [property: string, value: string])[]

/** The last parsed style is cached, because several properties of an element are read in a row. */
let lastRead: { style: string; declarations: Declarations } | undefined

/** The declarations of an element's `style` attribute. */
export function ownDeclarations(element: SvgElement): Declarations {
  const style = element.attributes.get('style')
  if (!style) return []
  if (lastRead?.style === style) return lastRead.declarations
  const list = parse(style, { context: 'declarationList' })
  const declarations = list.type === 'DeclarationList' ? declarationsOf(list.children.toArray()) : []
  lastRead = { style, declarations }
  return declarations
}

const declarationsOf = (nodes: CssNode[]): [string, string][] =>
  nodes
    .filter((node): node is Declaration => node.type === 'Declaration')
    .map(({ property, value }) => [property.toLowerCase(), generate(value)])

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

/** By the most specific name after the last combinator. */
function lastPart({ children }: Selector): { key: string; isPlain: boolean } {
  const parts = children.toArray()
  const last = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1)
  const named = (type: string) => last.find((part) => part.type === type) as { name: string } | undefined
  const [id, className, name] = [named('IdSelector'), named('ClassSelector'), named('TypeSelector')]
  const key = id ? `#${unescaped(id.name)}` : className ? `.${unescaped(className.name)}` : nameOf(name?.name)
  return { key, isPlain: parts.length === 1 && last.length === 1 }
}

/**
 * The name of a type selector without its namespace, because the document has only one: `*|rect`, `svg|rect`.
 */
const nameOf = (name = '*') => unescaped(name.slice(name.lastIndexOf('|') + 1))

/** An escaped name of CSS: `\31 0` → `10`. */
const unescaped = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex?: string, sign?: string) =>
    hex === undefined ? sign! : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  )
