import type { SvgElement } from '@atelier/svg/tree'
import { type Editing, remove, setStyle } from './editing.ts'

/**
 * Shows or hides a layer. A hidden layer is removed from the document, so that it is not typeset, drawn or
 * checked.
 */
export function fillBoolean(editing: Editing, layer: SvgElement, isShown: boolean): void {
  if (!isShown) {
    remove(editing, layer)
    return
  }
  const { cascade } = editing
  if (cascade.own(layer, 'display') === 'none') setStyle(layer, 'display', 'inline')
  if (cascade.own(layer, 'visibility') === 'hidden') setStyle(layer, 'visibility', 'visible')
  if (Number(cascade.own(layer, 'opacity') ?? '1') === 0) setStyle(layer, 'opacity', '1')
}
