import { variableName } from '@atelier/svg/layer-names'
import { identity, type Rectangle, transformBox } from '@atelier/svg/transforms'
import { childElements, descendants, type SvgElement } from '@atelier/svg/tree'
import { independentCopy } from './copies.ts'
import type { VariableDefinition } from './definition.ts'
import { append, type Editing, element, matrixOf, remove, replace, written } from './editing.ts'
import type { Filling } from './filling.ts'
import { boxOf } from './layer-box.ts'
import { isShape, isText } from './layers.ts'
import { listGrid } from './list-grid.ts'

/**
 * Repeats the designer's row once per row of the list, in one row, in one column, or in a grid.
 * @param keys the keys of the variables in the rows.
 * @param fillRow receives each row with its index.
 * @returns the number of rows in the document, which is lower if the document would become too large, and how many of
 *   them leave the page.
 */
export function fillList(
  filling: Filling,
  layer: SvgElement,
  keys: ReadonlySet<string>,
  definition: VariableDefinition,
  count: number,
  fillRow: (row: SvgElement, at: number) => void,
): { shown: number; outside: number } {
  const { editing } = filling
  const rows = rowsIn(editing, layer, keys)
  const [first] = rows
  if (!first) return { shown: count, outside: 0 }
  const boxes = rows.map((row) => boundsIn(filling, row) ?? noBox)
  const isOutside = leavesPage(filling, first)
  const { columns, column_gap: columnGap, row_gap: rowGap } = definition
  const [scaleX, scaleY] = scaleAround(editing, first)
  const offsetOf = listGrid(boxes, {
    columns,
    columnGap: columnGap && columnGap / scaleX,
    rowGap: rowGap && rowGap / scaleY,
  })
  const copies = Array.from({ length: Math.min(count, copiesOf(first)) }, (_, at) => {
    // The first row keeps its IDs.
    const row = at === 0 ? first : independentCopy(first, `-row-${at + 1}`)
    const { x, y } = offsetOf(at)
    const move = `translate(${written(x)} ${written(y)})`
    return at === 0 ? row : element('g', { transform: move }, [row])
  })
  for (const row of rows.slice(1)) remove(editing, row)
  // With an empty list, the first row is removed.
  replace(editing, first, ...copies)
  for (const [at, row] of copies.entries()) fillRow(row, at)
  return { shown: copies.length, outside: copies.filter((_, at) => isOutside(offsetOf(at))).length }
}

/** The share of a row's width or height that can be outside the page, because boxes of rows are approximate. */
const outsideShareMax = 0.1

/**
 * Returns whether a copy of the row leaves the page. Edges at which the row leaves the page in the design are ignored.
 * @returns a function that receives the offset of the copy, in units of the row's parent.
 */
function leavesPage(filling: Filling, row: SvgElement): (offset: { x: number; y: number }) => boolean {
  const { editing, viewport } = filling
  const box = documentBounds(filling, row)
  if (!box) return () => false
  const around = editing.parents.get(row)
  const [a, b, c, d] = around ? matrixOf(editing, around) : identity
  const outsideAt = (x: number, y: number) => [
    x < viewport.x - box.width * outsideShareMax,
    y < viewport.y - box.height * outsideShareMax,
    x + box.width > viewport.x + viewport.width + box.width * outsideShareMax,
    y + box.height > viewport.y + viewport.height + box.height * outsideShareMax,
  ]
  const designed = outsideAt(box.x, box.y)
  return ({ x, y }) =>
    outsideAt(box.x + a * x + c * y, box.y + b * x + d * y).some((isOut, edge) => isOut && !designed[edge])
}

/** Maximum number of elements in all rows. */
const elementsMax = 50_000

const copiesOf = (row: SvgElement) => Math.max(1, Math.floor(elementsMax / [...descendants(row)].length))

/** Children with variables are rows. If the children are variables themselves, all of them form one row. */
function rowsIn(editing: Editing, layer: SvgElement, keys: ReadonlySet<string>): SvgElement[] {
  const children = childElements(layer)
  const isVariable = (one: SvgElement) => {
    const key = variableName(one)?.key
    return key !== undefined && (keys.has(key) || keys.has(key.replace(/[_-]\d{1,4}$/, '')))
  }
  const holds = (one: SvgElement): boolean => isVariable(one) || childElements(one).some(holds)
  if (children.length === 1 && !isVariable(children[0]!)) {
    const inner = childElements(children[0]!)
    // A nested group, which some tools write.
    if (inner.filter((one) => !isVariable(one) && holds(one)).length > 1)
      return rowsIn(editing, children[0]!, keys)
  }
  if (!children.some(isVariable)) return children.filter(holds)
  const row = element('g')
  row.children = layer.children
  layer.children = []
  append(editing, layer, row)
  return [row]
}

/** The box of a row without shapes, images and texts. */
const noBox: Rectangle = { x: 0, y: 0, width: 0, height: 0 }

/** The approximate position of a row, in units of its parent. Only lengths matter, so the parent's position is ignored. */
function boundsIn(filling: Filling, row: SvgElement): Rectangle | undefined {
  const box = documentBounds(filling, row)
  if (!box) return undefined
  const [scaleX, scaleY] = scaleAround(filling.editing, row)
  return { x: box.x / scaleX, y: box.y / scaleY, width: box.width / scaleX, height: box.height / scaleY }
}

/**
 * The approximate position of a row, in units of the document. A text is measured by its first baseline and its
 * size.
 */
function documentBounds(filling: Filling, row: SvgElement): Rectangle | undefined {
  const { editing } = filling
  const boxes: Rectangle[] = []
  const visit = (one: SvgElement) => {
    const box =
      isShape(one) || one.name === 'image'
        ? boxOf(filling, one)
        : one.name === 'text'
          ? textBox(filling, one)
          : undefined
    if (box) boxes.push(transformBox(matrixOf(editing, one), box))
    if (!isText(one)) childElements(one).forEach(visit)
  }
  visit(row)
  if (boxes.length === 0) return undefined
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The scale of the parent of a row, relative to the document. */
function scaleAround(editing: Editing, row: SvgElement): [x: number, y: number] {
  const around = editing.parents.get(row)
  const outer = around && matrixOf(editing, around)
  return outer ? [Math.hypot(outer[0], outer[1]) || 1, Math.hypot(outer[2], outer[3]) || 1] : [1, 1]
}

function textBox({ editing: { cascade } }: Filling, text: SvgElement): Rectangle {
  const at = (name: string) => {
    const own = text.attributes.get(name) ?? childElements(text)[0]?.attributes.get(name)
    return Number.parseFloat(own ?? '0') || 0
  }
  const size = Number.parseFloat(cascade.own(text, 'font-size') ?? '16') || 16
  return { x: at('x'), y: at('y') - size, width: 0, height: size * 1.2 }
}
