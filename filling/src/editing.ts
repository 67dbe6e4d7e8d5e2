import { type Cascade, readCascade } from '@atelier/svg/cascade'
import { indexSvg, type Paint, paintOf, type SvgIndex } from '@atelier/svg/document-index'
import { type Matrix, matrixToRoot } from '@atelier/svg/transforms'
import { descendants, type SvgElement } from '@atelier/svg/tree'

/** A document that is being filled: parents and computed styles stay correct when it changes. */
export type Editing = {
  root: SvgElement
  parents: Map<SvgElement, SvgElement>
  byId: Map<string, SvgElement>
  cascade: Cascade
  index: SvgIndex
  /** The remaining number of elements that copies can add. */
  copiesLeft: number
  withImage: Map<SvgElement, boolean>
}

/** Maximum number of copied elements that replace `use` elements. */
const copiedMax = 50_000

export function edit(root: SvgElement): Editing {
  const index = indexSvg(root)
  const parents = index.parents as Map<SvgElement, SvgElement>
  return {
    root,
    parents,
    byId: index.byId as Map<string, SvgElement>,
    cascade: readCascade(root, parents),
    index,
    copiesLeft: copiedMax,
    withImage: new Map(),
  }
}

export function paint({ index }: Editing, element: SvgElement, property: 'fill' | 'stroke' | 'color'): Paint {
  return paintOf(index, element, property)
}

/** Call this after changing a paint, because results are cached. */
export function forgetPaints({ index: { paints } }: Editing): void {
  paints.fill.clear()
  paints.stroke.clear()
  paints.color.clear()
}

/** A property that applies to an element, inherited or set on the element. */
export function inherited(
  { cascade, parents }: Editing,
  element: SvgElement,
  property: string,
): string | undefined {
  for (let at: SvgElement | undefined = element; at; at = parents.get(at)) {
    const value = cascade.own(at, property)
    if (value !== undefined && value !== 'inherit') return value
  }
  return undefined
}

export const matrixOf = ({ parents, cascade }: Editing, element: SvgElement): Matrix =>
  matrixToRoot(parents, element, (one) => cascade.own(one, 'transform'))

export function replace(editing: Editing, element: SvgElement, ...others: SvgElement[]): void {
  const parent = editing.parents.get(element)
  if (!parent) return
  parent.children.splice(parent.children.indexOf(element), 1, ...others)
  editing.parents.delete(element)
  for (const other of others) adopt(editing, parent, other)
}

export const remove = (editing: Editing, element: SvgElement) => replace(editing, element)

/** Removes many elements at once, because removing them one by one would take quadratic time. */
export function removeAll({ parents }: Editing, elements: Iterable<SvgElement>): void {
  const gone = new Set(elements)
  const around = new Set([...gone].flatMap((one) => parents.get(one) ?? []))
  for (const parent of around)
    parent.children = parent.children.filter((child) => typeof child === 'string' || !gone.has(child))
  for (const one of gone) parents.delete(one)
}

export function append(editing: Editing, parent: SvgElement, ...children: SvgElement[]): void {
  parent.children.push(...children)
  for (const child of children) adopt(editing, parent, child)
}

/** Records an element as the parent of a new element and its descendants. */
function adopt({ parents, byId }: Editing, parent: SvgElement, element: SvgElement): void {
  parents.set(element, parent)
  for (const one of descendants(element)) {
    const id = one.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, one)
    for (const child of one.children) if (typeof child !== 'string') parents.set(child, one)
  }
}

export const element = (
  name: string,
  attributes: Record<string, string | number> = {},
  children: SvgElement['children'] = [],
): SvgElement => ({
  name,
  attributes: new Map(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
  children,
})

/** Adds an element to the document's `defs` and returns its new ID. */
export function define(editing: Editing, stem: string, one: SvgElement): string {
  const { root, byId } = editing
  let number = byId.size
  while (byId.has(`${stem}-${number}`)) number++
  const id = `${stem}-${number}`
  one.attributes.set('id', id)
  let definitions = root.children.find(
    (child) => typeof child !== 'string' && child.attributes.has('data-filling'),
  )
  if (typeof definitions !== 'object') {
    definitions = element('defs', { 'data-filling': '' })
    root.children.unshift(definitions)
    editing.parents.set(definitions, root)
  }
  append(editing, definitions, one)
  return id
}

/** Sets a property with precedence over attributes and style sheets. */
export function setStyle({ attributes }: SvgElement, property: string, value: string): void {
  attributes.delete(property)
  const others = declarationsIn(attributes.get('style') ?? '').filter(
    (one) => one.slice(0, one.indexOf(':')).trim().toLowerCase() !== property,
  )
  attributes.set('style', [...others, `${property}:${value}`].join(';'))
}

/** Splits at semicolons outside quotes and brackets. */
function declarationsIn(style: string): string[] {
  const parts =
    style.match(/(?:[^;"'()]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*'|\([^()]*\))*\))+/g) ?? []
  return parts.map((part) => part.trim()).filter((part) => part.includes(':'))
}

/** The rounding error is less than a pixel. */
export const written = (value: number) => String(Math.round(value * 10_000) / 10_000)
