import { type CssNode, type Declaration, generate, type Rule, type Selector, walk } from 'css-tree'
import { parse } from './css-parser.ts'
import { ownDeclarations } from './styles.ts'
import { childElements, descendants, type SvgElement, textOf } from './tree.ts'

/** The result of a document's sheets, attributes and styles for each element (CSS Cascade 4). */
export type Cascade = {
  /**
   * The winning declaration for this element alone: its own style, the sheets, or its attribute. Inheritance
   * is not applied.
   */
  valueOf(element: SvgElement, property: string): string | undefined
  /** Whether a sheet has rules for elements of this name, or for all. */
  concerns(name: string): boolean
}

type Entry = { value: string; isImportant: boolean }
type SheetRule = {
  selector: Selector
  specificity: number
  declarations: Map<string, Entry>
}

const noRules: SheetRule[] = []

/** Expects a sanitized document, whose sheets have a limited size. */
export function readCascade(root: SvgElement, parents: ReadonlyMap<SvgElement, SvgElement>): Cascade {
  const rules = rulesOf(root)
  const found = new Map<SvgElement, SheetRule[]>()
  const matching = (element: SvgElement) => {
    if (rules.length === 0) return noRules
    const before = found.get(element)
    if (before) return before
    const those = rules.filter(({ selector }) => matches(element, selector, parents))
    found.set(element, those)
    return those
  }
  return {
    valueOf(element, property) {
      let sheet: Entry | undefined
      for (const { declarations } of matching(element)) {
        const entry = declarations.get(property)
        if (entry && (entry.isImportant || !sheet?.isImportant)) sheet = entry
      }
      const own = ownDeclarations(element).findLast(([name]) => name === property)?.[1]
      if (sheet?.isImportant) return sheet.value
      return own ?? sheet?.value ?? element.attributes.get(property)
    },
    concerns: (name) =>
      rules.some(({ selector }) => {
        const type = selector.children.toArray().findLast((part) => part.type === 'TypeSelector')
        return !type || /(^|\|)\*$/.test(type.name) || type.name === name
      }),
  }
}

/** In ascending precedence: the last one wins. */
function rulesOf(root: SvgElement): SheetRule[] {
  const rules: SheetRule[] = []
  for (const element of descendants(root)) {
    if (element.name !== 'style') continue
    walk(parse(textOf(element)), {
      visit: 'Rule',
      enter({ prelude, block }: Rule) {
        if (prelude.type !== 'SelectorList') return
        const declarations = declarationsIn(block.children.toArray())
        for (const selector of prelude.children)
          if (selector.type === 'Selector')
            rules.push({ selector, specificity: specificityOf(selector), declarations })
      },
    })
  }
  return rules.sort((one, other) => one.specificity - other.specificity)
}

function declarationsIn(nodes: CssNode[]): Map<string, Entry> {
  const declarations = new Map<string, Entry>()
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue
    const { property, value, important } = node as Declaration
    declarations.set(property.toLowerCase(), { value: generate(value), isImportant: Boolean(important) })
  }
  return declarations
}

function specificityOf({ children }: Selector): number {
  let specificity = 0
  for (const part of children) {
    if (part.type === 'IdSelector') specificity += 1_000_000
    else if (part.type === 'TypeSelector') specificity += part.name.endsWith('*') ? 0 : 1
    else if (part.type === 'ClassSelector' || part.type === 'AttributeSelector') specificity += 1_000
    else if (part.type === 'PseudoClassSelector' && part.name !== 'where') {
      const inner = selectorsIn(part)
      specificity += inner.length > 0 ? Math.max(...inner.map(specificityOf)) : 1_000
    }
  }
  return specificity
}

const selectorsIn = (part: CssNode): Selector[] => {
  if (part.type !== 'PseudoClassSelector' || !part.children) return []
  const [list] = part.children.toArray()
  return list?.type === 'SelectorList' ? (list.children.toArray() as Selector[]) : []
}

type Parents = ReadonlyMap<SvgElement, SvgElement>

/** From the last compound selector to the first. */
function matches(element: SvgElement, { children }: Selector, parents: Parents): boolean {
  return matchesFrom(element, children.toArray(), parents)
}

function matchesFrom(element: SvgElement, parts: CssNode[], parents: Parents): boolean {
  const at = parts.findLastIndex(({ type }) => type === 'Combinator')
  if (!parts.slice(at + 1).every((part) => matchesPart(element, part, parents))) return false
  if (at < 0) return true
  const rest = parts.slice(0, at)
  const combinator = (parts[at] as { name: string }).name
  const parent = parents.get(element)
  if (combinator === '>') return parent !== undefined && matchesFrom(parent, rest, parents)
  if (combinator === '+' || combinator === '~') {
    const siblings = parent ? childElements(parent) : []
    const before = siblings.slice(0, siblings.indexOf(element)).reverse()
    const candidates = combinator === '+' ? before.slice(0, 1) : before
    return candidates.some((one) => matchesFrom(one, rest, parents))
  }
  for (let one = parent; one; one = parents.get(one)) if (matchesFrom(one, rest, parents)) return true
  return false
}

function matchesPart(element: SvgElement, part: CssNode, parents: Parents): boolean {
  const { attributes } = element
  switch (part.type) {
    case 'TypeSelector': {
      const name = part.name.slice(part.name.lastIndexOf('|') + 1)
      return name === '*' || unescaped(name) === element.name
    }
    case 'IdSelector':
      return attributes.get('id') === unescaped(part.name)
    case 'ClassSelector':
      return (attributes.get('class') ?? '').split(/\s+/).includes(unescaped(part.name))
    case 'AttributeSelector':
      return matchesAttribute(attributes.get(part.name.name), part.matcher, valueIn(part.value))
    case 'PseudoClassSelector': {
      const siblings = () =>
        childElements(parents.get(element) ?? { name: '', attributes, children: [element] })
      if (part.name === 'root') return !parents.has(element)
      if (part.name === 'first-child') return siblings()[0] === element
      if (part.name === 'last-child') return siblings().at(-1) === element
      if (part.name === 'only-child') return siblings().length === 1
      const inner = selectorsIn(part)
      if (part.name === 'not') return !inner.some((one) => matches(element, one, parents))
      if (part.name === 'is' || part.name === 'where')
        return inner.some((one) => matches(element, one, parents))
      return false
    }
    default:
      return false
  }
}

const valueIn = (value: { type: string; name?: string; value?: string } | null) =>
  value?.value ?? value?.name ?? ''

function matchesAttribute(value: string | undefined, matcher: string | null, wanted: string): boolean {
  if (value === undefined) return false
  switch (matcher) {
    case null:
      return true
    case '=':
      return value === wanted
    case '~=':
      return value.split(/\s+/).includes(wanted)
    case '|=':
      return value === wanted || value.startsWith(`${wanted}-`)
    case '^=':
      return wanted !== '' && value.startsWith(wanted)
    case '$=':
      return wanted !== '' && value.endsWith(wanted)
    case '*=':
      return wanted !== '' && value.includes(wanted)
    default:
      return false
  }
}

/** An escaped name of CSS: `\31 0` → `10`. */
const unescaped = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex?: string, sign?: string) =>
    hex === undefined ? sign! : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  )
