import { parse } from '@atelier/svg/css-parser'
import { childElements, descendants, type SvgElement, textOf } from '@atelier/svg/tree'
import { type CssNode, generate, type Rule, type Selector, type SelectorList } from 'css-tree'

/** The specified properties of each element: by attributes, style sheets and styles (CSS Cascade 3 §8). */
export type Cascade = {
  parentOf(element: SvgElement): SvgElement | undefined
  /** The element's own value, without inheritance. */
  own(element: SvgElement, property: string): string | undefined
}

type Declared = { value: string; isImportant: boolean }
type Style = Map<string, Declared>
type SheetRule = { selector: CssNode[]; weight: number; order: number; style: Style }

export function cascadeOf(root: SvgElement): Cascade {
  const parents = new Map<SvgElement, SvgElement>()
  for (const element of descendants(root))
    for (const child of childElements(element)) parents.set(child, element)
  const rules = readRules(root)
  const known = new Map<SvgElement, Style>()
  const tree = { root, parentOf: (element: SvgElement) => parents.get(element) }

  function styleOf(element: SvgElement): Style {
    const found = known.get(element)
    if (found) return found
    const style: Style = new Map()
    const put = (property: string, declared: Declared) => {
      if (declared.isImportant || !style.get(property)?.isImportant) style.set(property, declared)
    }
    const applying = keysOf(element)
      .flatMap((key) => rules.get(key) ?? [])
      .filter(({ selector }) => matches(tree, element, selector))
      .sort((one, other) => one.weight - other.weight || one.order - other.order)
    for (const rule of applying) for (const [property, declared] of rule.style) put(property, declared)
    for (const [property, declared] of inlineStyle(element)) put(property, declared)
    known.set(element, style)
    return style
  }

  return {
    parentOf: tree.parentOf,
    own(element, property) {
      if (rules.size === 0 && !element.attributes.has('style')) return element.attributes.get(property)
      return styleOf(element).get(property)?.value ?? element.attributes.get(property)
    },
  }
}

function inlineStyle({ attributes }: SvgElement): Style {
  const text = attributes.get('style')
  if (!text) return new Map()
  const list = parse(text, { context: 'declarationList' })
  return list.type === 'DeclarationList' ? styleIn(list.children.toArray()) : new Map()
}

/** A wide-gamut color after a plain fallback is ignored, as in the renderer. */
const wideColor = /(?:^|[\s,])(?:color|color-mix|light-dark|(?:ok)?(?:lab|lch)|hwb)\(/i

function styleIn(nodes: CssNode[]): Style {
  const style: Style = new Map()
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue
    const property = node.property.toLowerCase()
    const value = generate(node.value)
    if (style.has(property) && wideColor.test(value)) continue
    style.set(property, { value, isImportant: node.important !== false })
  }
  return style
}

/**
 * Rules by the last name, class or ID of their selectors. Rules in `@media` are ignored, as in the renderer.
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
      const style = styleIn((rule as Rule).block.children.toArray())
      for (const selector of (rule.prelude as SelectorList).children) {
        const parts = (selector as Selector).children.toArray()
        const sheetRule = { selector: parts, weight: specificity(parts), order: order++, style }
        rules.getOrInsertComputed(keyOf(parts), () => []).push(sheetRule)
      }
    }
  }
  return rules
}

const unescaped = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex?: string, sign?: string) =>
    hex === undefined ? sign! : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  )

const localName = (name: string) => unescaped(name.slice(name.lastIndexOf('|') + 1))

function keyOf(parts: CssNode[]): string {
  const last = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1)
  for (const [type, sign] of [
    ['IdSelector', '#'],
    ['ClassSelector', '.'],
    ['TypeSelector', ''],
  ] as const) {
    const found = last.find((part) => part.type === type) as { name: string } | undefined
    if (found) return sign + (type === 'TypeSelector' ? localName(found.name) : unescaped(found.name))
  }
  return '*'
}

function keysOf({ name, attributes }: SvgElement): string[] {
  const keys = ['*', name]
  for (const one of classesOf(attributes)) keys.push(`.${one}`)
  const id = attributes.get('id')
  if (id !== undefined) keys.push(`#${id}`)
  return keys
}

const classesOf = (attributes: Map<string, string>) =>
  (attributes.get('class') ?? '').split(/\s+/).filter((one) => one !== '')

function specificity(parts: CssNode[]): number {
  let weight = 0
  for (const { type, ...part } of parts) {
    if (type === 'IdSelector') weight += 1_000_000
    else if (type === 'ClassSelector' || type === 'AttributeSelector' || type === 'PseudoClassSelector')
      weight += 1_000
    else if (type === 'TypeSelector' && (part as { name: string }).name !== '*') weight += 1
  }
  return weight
}

type Tree = { root: SvgElement; parentOf(element: SvgElement): SvgElement | undefined }

/** Matches from the last part of the selector to the first. */
function matches(tree: Tree, element: SvgElement, parts: CssNode[]): boolean {
  const at = parts.findLastIndex(({ type }) => type === 'Combinator')
  if (!parts.slice(at + 1).every((part) => matchesPart(tree, element, part))) return false
  if (at === -1) return true
  const rest = parts.slice(0, at)
  const { name } = parts[at] as { name: string }
  const parent = tree.parentOf(element)
  if (name === '>') return parent !== undefined && matches(tree, parent, rest)
  if (name === '+' || name === '~') {
    const before = parent ? siblingsBefore(parent, element) : []
    return (name === '+' ? before.slice(-1) : before).some((one) => matches(tree, one, rest))
  }
  for (let around = parent; around; around = tree.parentOf(around))
    if (matches(tree, around, rest)) return true
  return false
}

function siblingsBefore(parent: SvgElement, element: SvgElement): SvgElement[] {
  const all = childElements(parent)
  return all.slice(0, all.indexOf(element))
}

function matchesPart(tree: Tree, element: SvgElement, part: CssNode): boolean {
  const { attributes } = element
  switch (part.type) {
    case 'TypeSelector': {
      const name = localName(part.name)
      return name === '*' || name === element.name
    }
    case 'ClassSelector':
      return classesOf(attributes).includes(unescaped(part.name))
    case 'IdSelector':
      return attributes.get('id') === unescaped(part.name)
    case 'AttributeSelector': {
      const has = attributes.get(localName(part.name.name))
      if (has === undefined || part.matcher === null) return has !== undefined
      const wanted = part.value?.type === 'String' ? part.value.value : unescaped(part.value?.name ?? '')
      return matchesValue(has, part.matcher, wanted)
    }
    case 'PseudoClassSelector':
      return matchesPseudo(tree, element, part.name.toLowerCase(), part.children?.toArray() ?? [])
    default:
      return false
  }
}

function matchesValue(has: string, matcher: string, wanted: string): boolean {
  if (matcher === '=') return has === wanted
  if (wanted === '') return false
  if (matcher === '~=') return has.split(/\s+/).includes(wanted)
  if (matcher === '|=') return has === wanted || has.startsWith(`${wanted}-`)
  if (matcher === '^=') return has.startsWith(wanted)
  if (matcher === '$=') return has.endsWith(wanted)
  return matcher === '*=' && has.includes(wanted)
}

function matchesPseudo(tree: Tree, element: SvgElement, name: string, children: CssNode[]): boolean {
  if (name === 'root') return element === tree.root
  const parent = tree.parentOf(element)
  const all = parent ? childElements(parent) : [element]
  const same = all.filter((one) => one.name === element.name)
  if (name === 'first-child') return all[0] === element
  if (name === 'last-child') return all.at(-1) === element
  if (name === 'only-child') return all.length === 1
  if (name === 'first-of-type') return same[0] === element
  if (name === 'last-of-type') return same.at(-1) === element
  if (name === 'empty') return element.children.length === 0
  if (name === 'nth-child' || name === 'nth-of-type') {
    const position = (name === 'nth-child' ? all : same).indexOf(element) + 1
    return isNth(generate(children[0]!), position)
  }
  const lists = children.flatMap((child) => (child.type === 'SelectorList' ? child.children.toArray() : []))
  const isAny = lists.some((one) => matches(tree, element, (one as Selector).children.toArray()))
  if (name === 'not') return !isAny
  return (name === 'is' || name === 'where') && isAny
}

function isNth(formula: string, position: number): boolean {
  const text = formula
    .replace(/\s/g, '')
    .replace(/^odd$/, '2n+1')
    .replace(/^even$/, '2n')
  const found = /^([-+]?\d*)n([-+]\d+)?$/.exec(text)
  if (!found) return Number(text) === position
  const step = found[1] === '' || found[1] === '+' ? 1 : found[1] === '-' ? -1 : Number(found[1])
  const offset = position - Number(found[2] ?? 0)
  return step === 0 ? offset === 0 : offset % step === 0 && offset / step >= 0
}
