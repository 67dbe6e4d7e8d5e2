import { localUrls } from '@atelier/svg/styles'
import { invert, type Rectangle, transformBox } from '@atelier/svg/transforms'
import { descendants, type SvgElement } from '@atelier/svg/tree'
import type { GlyphRun } from '@atelier/typesetting'
import { type Editing, matrixOf, written } from './editing.ts'
import { lengthIn } from './outline.ts'

/**
 * Enlarges filter regions around texts that are longer than the designer's text. Figma writes the region of a
 * shadow for the original text, so a longer text would be clipped.
 */
export function growFilters(
  editing: Editing,
  texts: readonly { element: SvgElement; variable: string | undefined }[],
  runs: readonly GlyphRun[],
): void {
  const byId = new Map(runs.map((run) => [String(run.id), run]))
  for (const { element, variable } of texts) {
    if (variable === undefined) continue
    const filtered = aroundIn(editing, element).flatMap((one) => filterOf(editing, one))
    if (filtered.length === 0) continue
    const parts = [...descendants(element)].flatMap(
      (part) => byId.get(part.attributes.get('data-run') ?? '') ?? [],
    )
    const box = union(parts.map(boxOf))
    if (!box) continue
    for (const { element: around, filter } of filtered) grow(editing, around, filter, box)
  }
}

function aroundIn({ parents }: Editing, element: SvgElement): SvgElement[] {
  const around: SvgElement[] = []
  for (let at: SvgElement | undefined = element; at; at = parents.get(at)) around.push(at)
  return around
}

function filterOf({ cascade, byId }: Editing, element: SvgElement) {
  const value = cascade.own(element, 'filter')
  const filter = value === undefined ? undefined : byId.get(localUrls(value)[0] ?? '')
  return filter?.attributes.get('filterUnits') === 'userSpaceOnUse' ? [{ element, filter }] : []
}

/** User units of the document. */
function grow(editing: Editing, element: SvgElement, filter: SvgElement, box: Rectangle): void {
  const toLocal = invert(matrixOf(editing, element))
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
    filter.attributes.get(name)?.endsWith('%') ? undefined : lengthIn(filter.attributes.get(name), 0),
  )
  if (!toLocal || x === undefined || y === undefined || width === undefined || height === undefined) return
  const reach = reachOf(filter)
  const inside = transformBox(toLocal, box)
  const needed = {
    x: inside.x - reach,
    y: inside.y - reach,
    width: inside.width + 2 * reach,
    height: inside.height + 2 * reach,
  }
  const region = union([{ x, y, width, height }, needed])!
  for (const name of ['x', 'y', 'width', 'height'] as const)
    filter.attributes.set(name, written(region[name]))
}

/** How far the filter draws beyond its element. A blur is visible up to three standard deviations. */
function reachOf(filter: SvgElement): number {
  let reach = 0
  for (const { attributes } of descendants(filter)) {
    const numbers = (name: string) =>
      (attributes.get(name) ?? '').split(/[\s,]+/).map((one) => Math.abs(Number.parseFloat(one)) || 0)
    reach += 3 * Math.max(...numbers('stdDeviation')) + Math.max(...numbers('dx'), ...numbers('dy'))
  }
  return reach
}

function boxOf({ glyphs, size, transform }: GlyphRun): Rectangle {
  const xs = glyphs.flatMap(({ x, advance }) => [x, x + advance])
  const ys = glyphs.flatMap(({ y }) => [y - size * 1.1, y + size * 0.4])
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return transformBox(transform, { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y })
}

function union(boxes: readonly Rectangle[]): Rectangle | undefined {
  if (boxes.length === 0) return undefined
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
