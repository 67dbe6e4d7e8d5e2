import { type CssNode, generate, type Selector } from 'css-tree'
import { parse } from './css-parser.ts'
import {
  classesOf,
  type Declaration,
  declarationsOf,
  entryOf,
  keyOf,
  keysOf,
  localName,
  ownDeclarations,
  unescaped,
} from './styles.ts'
import { childElements, descendants, type SvgElement, textOf } from './tree.ts'

/** The declarations that apply to each element: from sheets, attributes and styles (CSS Cascade 4). */
export type Cascade = {
  /**
   * The winning declaration for this element alone: its own style, the sheets, or its attribute. Inheritance
   * is not applied.
   */
  own(element: SvgElement, property: string): string | undefined
  parentOf(element: SvgElement): SvgElement | undefined
  /** Whether a sheet has rules for elements of this name, or for all. */
  concerns(name: string): boolean
}

type SheetRule = { parts: CssNode[]; specificity: number; order: number; declarations: Declaration[] }
type Style = ReadonlyMap<string, { value: string; isImportant: boolean }>
type Tree = { root: SvgElement; parentOf(element: SvgElement): SvgElement | undefined }

const noStyle: Style = new Map()

/**
 * Expects a sanitized document, whose sheets have a limited size. Attributes, styles and parents can change
 * later, but the rules that apply to an element are determined once.
 */
export function readCascade(root: SvgElement, parents: ReadonlyMap<SvgElement, SvgElement>): Cascade {
  const rules = readRules(root)
  const tree: Tree = { root, parentOf: (element) => parents.get(element) }
  const known = new Map<SvgElement, Style>()

  function bySheets(element: SvgElement): Style {
    if (rules.size === 0) return noStyle
    return entryOf(known, element, () => {
      const applying = keysOf(element)
        .flatMap((key) => rules.get(key) ?? [])
        .filter(({ parts }) => matches(tree, element, parts))
        .sort((one, other) => one.specificity - other.specificity || one.order - other.order)
      return winning(applying.flatMap(({ declarations }) => declarations))
    })
  }

  return {
    parentOf: tree.parentOf,
    own(element, property) {
      const sheets = bySheets(element).get(property)
      const inline = element.attributes.has('style') ? inlineOf(element, property) : undefined
      const isSheetStronger = sheets?.isImportant && !inline?.isImportant
      return (isSheetStronger ? sheets : (inline ?? sheets))?.value ?? element.attributes.get(property)
    },
    concerns: (name) => [...rules.values()].flat().some(({ parts }) => mayEndWith(parts, name)),
  }
}

const inlineOf = (element: SvgElement, property: string) =>
  winning(ownDeclarations(element).filter(([name]) => name === property)).get(property)

/** @param declarations in ascending precedence. */
function winning(declarations: readonly Declaration[]): Style {
  const style = new Map<string, { value: string; isImportant: boolean }>()
  for (const [property, value, isImportant] of declarations)
    if (isImportant || !style.get(property)?.isImportant) style.set(property, { value, isImportant })
  return style
}

/**
 * Groups rules by the last ID, class or name of their selectors. Rules in `@media` are ignored, as in the
 * renderer.
 */
function readRules(root: SvgElement): Map<string, SheetRule[]> {
  const rules = new Map<string, SheetRule[]>()
  let order = 0
  for (const element of descendants(root)) {
    if (element.name !== 'style') continue
    const sheet = parse(textOf(element))
    if (sheet.type !== 'StyleSheet') continue
    for (const rule of sheet.children) {
      if (rule.type !== 'Rule' || rule.prelude.type !== 'SelectorList') continue
      const declarations = declarationsOf(rule.block.children.toArray())
      for (const selector of rule.prelude.children.toArray() as Selector[]) {
        const parts = selector.children.toArray()
        const one = { parts, specificity: specificityOf(parts), order: order++, declarations }
        entryOf(rules, keyOf(parts), (): SheetRule[] => []).push(one)
      }
    }
  }
  return rules
}

function mayEndWith(parts: CssNode[], name: string): boolean {
  const type = parts.findLast((part) => part.type === 'TypeSelector')
  return !type || ['*', name].includes(localName(type.name))
}

function specificityOf(parts: CssNode[]): number {
  let specificity = 0
  for (const part of parts) {
    if (part.type === 'IdSelector') specificity += 1_000_000
    else if (part.type === 'TypeSelector') specificity += localName(part.name) === '*' ? 0 : 1
    else if (part.type === 'ClassSelector' || part.type === 'AttributeSelector') specificity += 1_000
    else if (part.type === 'PseudoClassSelector' && part.name !== 'where') {
      const inner = selectorsIn(part)
      specificity += inner.length > 0 ? Math.max(...inner.map(specificityOf)) : 1_000
    }
  }
  return specificity
}

/** The parts of each selector in `:not()`, `:is()` and `:where()`. */
function selectorsIn(part: CssNode): CssNode[][] {
  if (part.type !== 'PseudoClassSelector') return []
  const lists = (part.children?.toArray() ?? []).filter((child) => child.type === 'SelectorList')
  return lists.flatMap(({ children }) =>
    (children.toArray() as Selector[]).map((one) => one.children.toArray()),
  )
}

/** Matches from the last compound selector to the first. */
function matches(tree: Tree, element: SvgElement, parts: CssNode[]): boolean {
  const at = parts.findLastIndex(({ type }) => type === 'Combinator')
  if (!parts.slice(at + 1).every((part) => matchesPart(tree, element, part))) return false
  if (at === -1) return true
  const rest = parts.slice(0, at)
  const { name } = parts[at] as { name: string }
  const parent = tree.parentOf(element)
  if (name === '>') return parent !== undefined && matches(tree, parent, rest)
  if (name === '+' || name === '~') {
    const siblings = parent ? childElements(parent) : []
    const before = siblings.slice(0, siblings.indexOf(element))
    return (name === '+' ? before.slice(-1) : before).some((one) => matches(tree, one, rest))
  }
  for (let around = parent; around; around = tree.parentOf(around))
    if (matches(tree, around, rest)) return true
  return false
}

function matchesPart(tree: Tree, element: SvgElement, part: CssNode): boolean {
  const { attributes } = element
  switch (part.type) {
    case 'TypeSelector':
      return ['*', element.name].includes(localName(part.name))
    case 'IdSelector':
      return attributes.get('id') === unescaped(part.name)
    case 'ClassSelector':
      return classesOf(element).includes(unescaped(part.name))
    case 'AttributeSelector': {
      const value = attributes.get(localName(part.name.name))
      if (value === undefined || part.matcher === null) return value !== undefined
      const wanted = part.value?.type === 'String' ? part.value.value : unescaped(part.value?.name ?? '')
      return matchesValue(value, part.matcher, wanted)
    }
    case 'PseudoClassSelector':
      return matchesPseudo(tree, element, part)
    default:
      return false
  }
}

function matchesValue(value: string, matcher: string, wanted: string): boolean {
  if (matcher === '=') return value === wanted
  if (wanted === '') return false
  if (matcher === '~=') return value.split(/\s+/).includes(wanted)
  if (matcher === '|=') return value === wanted || value.startsWith(`${wanted}-`)
  if (matcher === '^=') return value.startsWith(wanted)
  if (matcher === '$=') return value.endsWith(wanted)
  return matcher === '*=' && value.includes(wanted)
}

function matchesPseudo(
  tree: Tree,
  element: SvgElement,
  part: CssNode & { type: 'PseudoClassSelector' },
): boolean {
  if (part.name === 'root') return element === tree.root
  const isAny = () => selectorsIn(part).some((parts) => matches(tree, element, parts))
  if (part.name === 'not') return !isAny()
  if (part.name === 'is' || part.name === 'where') return isAny()
  if (part.name === 'empty') return element.children.length === 0
  const parent = tree.parentOf(element)
  const all = parent ? childElements(parent) : [element]
  const same = all.filter((one) => one.name === element.name)
  switch (part.name) {
    case 'first-child':
      return all[0] === element
    case 'last-child':
      return all.at(-1) === element
    case 'only-child':
      return all.length === 1
    case 'first-of-type':
      return same[0] === element
    case 'last-of-type':
      return same.at(-1) === element
    case 'nth-child':
      return isNth(part, all.indexOf(element) + 1)
    case 'nth-of-type':
      return isNth(part, same.indexOf(element) + 1)
    default:
      return false
  }
}

/** `odd`, `even`, `3` or `2n+1` (CSS Syntax 3 §6). */
function isNth({ children }: { children: { toArray(): CssNode[] } | null }, position: number): boolean {
  const [argument] = children?.toArray() ?? []
  const formula = argument ? generate(argument).replace(/\s/g, '') : ''
  const text = formula.replace(/^odd$/, '2n+1').replace(/^even$/, '2n')
  const found = /^([-+]?\d*)n([-+]\d+)?$/.exec(text)
  if (!found) return Number(text) === position
  const step = found[1] === '' || found[1] === '+' ? 1 : found[1] === '-' ? -1 : Number(found[1])
  const offset = position - Number(found[2] ?? 0)
  return step === 0 ? offset === 0 : offset % step === 0 && offset / step >= 0
}
