import { type CssNode, generate, type Selector, walk } from 'css-tree'
import { parse } from './css-parser.ts'
import { descendants, type SvgElement, textOf } from './tree.ts'

export type Reference = { property: string; id: string }

/**
 * The rules of a document's sheets, by the last part of their selectors: `.class`, `#id`, an element's name,
 * or `*`.
 */
export type Sheets = {
  /** Rules whose selector consists only of that part. They always apply, and the last rule wins. */
  plain: Map<string, Map<string, string>>
  /** Elements that a rule references if its selector ends with that part. The rule may not apply. */
  references: Map<string, Reference[]>
  matching: Matching
}

export type Matching = {
  selectors: number
  /** The number of parts in all selectors: names, pseudo-classes with their content, and combinators. */
  parts: number
  /**
   * The number of combinators, by the last part of their selector. For an element with that part, a renderer
   * searches its ancestors.
   */
  combinators: Map<string, number>
  /** The number of `~` combinators, for which a renderer searches all earlier siblings. */
  siblings: Map<string, number>
}

/** Expects a sanitized document, whose sheets have a limited size. */
export function readSheets(root: SvgElement): Sheets {
  const sheets: Sheets = {
    plain: new Map(),
    references: new Map(),
    matching: { selectors: 0, parts: 0, combinators: new Map(), siblings: new Map() },
  }
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

function addRule(
  { plain, references, matching }: Sheets,
  selector: Selector,
  declarations: readonly Declaration[],
) {
  const { key, isPlain } = lastPart(selector)
  addSelector(matching, key, selector)
  if (isPlain) {
    const known = entryOf(plain, key, () => new Map<string, string>())
    // A wide-gamut color can also follow the plain color in another rule.
    for (const [property, value] of declarations)
      if (!known.has(property) || !wideColor.test(value)) known.set(property, value)
  }
  const found = referencesIn(declarations)
  if (found.length > 0) entryOf(references, key, (): Reference[] => []).push(...found)
}

function addSelector(matching: Matching, key: string, selector: Selector) {
  let [combinators, siblings] = [0, 0]
  walk(selector, (part) => {
    matching.parts++
    if (part.type !== 'Combinator') return
    combinators++
    if (part.name === '~') siblings++
  })
  matching.selectors++
  const add = (to: Map<string, number>, count: number) => count > 0 && to.set(key, (to.get(key) ?? 0) + count)
  add(matching.combinators, combinators)
  add(matching.siblings, siblings)
}

/** Browsers of last year do not have `Map.prototype.getOrInsert`. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = create()
  map.set(key, value)
  return value
}

/** The keys of an element's rules, in ascending precedence. */
export const keysOf = (element: SvgElement): string[] => [
  '*',
  element.name,
  ...classesOf(element).map((one) => `.${one}`),
  `#${element.attributes.get('id') ?? ''}`,
]

export const classesOf = ({ attributes }: SvgElement): string[] =>
  (attributes.get('class') ?? '').split(/\s+/).filter((one) => one !== '')

export const referencesIn = (
  declarations: Iterable<readonly [property: string, value: string, ...rest: unknown[]]>,
): Reference[] =>
  [...declarations].flatMap(([property, value]) => localUrls(value).map((id) => ({ property, id })))

export type Declaration = readonly [property: string, value: string, isImportant: boolean]

/** The last parsed style is cached, because several properties of an element are read in a row. */
let lastRead: { style: string; declarations: readonly Declaration[] } | undefined

export function ownDeclarations(element: SvgElement): readonly Declaration[] {
  const style = element.attributes.get('style')
  if (!style) return []
  if (lastRead?.style === style) return lastRead.declarations
  const list = parse(style, { context: 'declarationList' })
  const declarations = list.type === 'DeclarationList' ? declarationsOf(list.children.toArray()) : []
  lastRead = { style, declarations }
  return declarations
}

const wideColor = /(?:^|[\s,])(?:color|color-mix|light-dark|(?:ok)?(?:lab|lch)|hwb)\(/i

/** The declarations of a block. A wide-gamut color after a plain color is ignored, as in the renderer. */
export function declarationsOf(nodes: CssNode[]): Declaration[] {
  const declarations: Declaration[] = []
  const seen = new Set<string>()
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue
    const property = node.property.toLowerCase()
    const value = generate(node.value)
    if (seen.has(property) && wideColor.test(value)) continue
    seen.add(property)
    declarations.push([property, value, node.important !== false])
  }
  return declarations
}

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

function lastPart({ children }: Selector): { key: string; isPlain: boolean } {
  const parts = children.toArray()
  return { key: keyOf(parts), isPlain: parts.length === 1 }
}

/** The key of a rule: the most specific name after the last combinator of its selector. */
export function keyOf(parts: CssNode[]): string {
  const last = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1)
  const named = (type: string) => last.find((part) => part.type === type) as { name: string } | undefined
  const [id, className, name] = [named('IdSelector'), named('ClassSelector'), named('TypeSelector')]
  if (id) return `#${unescaped(id.name)}`
  return className ? `.${unescaped(className.name)}` : localName(name?.name ?? '*')
}

/** A name without its namespace, because the document has only one: `*|rect`, `svg|rect`. */
export const localName = (name: string) => unescaped(name.slice(name.lastIndexOf('|') + 1))

/** The name that an escaped CSS name stands for: `\31 0` → `10`. */
export const unescaped = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex?: string, sign?: string) =>
    hex === undefined ? sign! : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  )
