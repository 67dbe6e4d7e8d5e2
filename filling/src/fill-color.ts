import { hexOf } from '@atelier/svg/colors'
import { childElements, type SvgElement } from '@atelier/svg/tree'
import { type Editing, forgetPaints, paint, setStyle } from './editing.ts'
import { isShape, isText, partsOf, withoutUses } from './layers.ts'

/**
 * Colors a layer: a shape by its fill, or by its stroke if it has no fill; a gradient by its first stop. In a
 * group, colors all elements with the color of its first shape.
 */
export function fillColor(editing: Editing, layer: SvgElement, hex: string): void {
  const target = withoutUses(editing, layer)
  if (target.name === 'stop' || target.name.endsWith('Gradient')) {
    const stop = [target, ...childElements(target)].find(({ name }) => name === 'stop')
    if (stop) setStyle(stop, 'stop-color', hex)
    return
  }
  const parts = [...partsOf(target)].filter((part) => isShape(part) || isText(part))
  const first = parts.find((part) => isShape(part)) ?? parts[0]
  if (!first) return
  const former = shownBy(editing, first)
  const changes = parts.flatMap((part) =>
    propertiesToColor(editing, part, part === first, former).map((property) => ({ part, property })),
  )
  for (const { part, property } of changes) setStyle(part, property, hex)
  forgetPaints(editing)
}

function shownBy(editing: Editing, shape: SvgElement): string | undefined {
  const shown = paint(editing, shape, 'fill') ?? paint(editing, shape, 'stroke')
  return shown && 'color' in shown ? (hexOf(shown.color) ?? undefined) : undefined
}

function propertiesToColor(
  editing: Editing,
  part: SvgElement,
  isFirst: boolean,
  former: string | undefined,
): ('fill' | 'stroke')[] {
  const [fill, stroke] = [paint(editing, part, 'fill'), paint(editing, part, 'stroke')]
  const isFormer = (one: typeof fill) =>
    former !== undefined && one && 'color' in one && hexOf(one.color) === former
  if (!isFirst)
    return (['fill', 'stroke'] as const).filter((name) => isFormer(name === 'fill' ? fill : stroke))
  if (!fill) return ['stroke']
  return isFormer(stroke) ? ['fill', 'stroke'] : ['fill']
}
