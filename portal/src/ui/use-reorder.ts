import { type DragEvent, useState } from 'react'

const type = 'application/x-atelier-order'

/**
 * Reorders items by dragging. For keyboard users, callers also offer reordering in a menu.
 * @returns the props of each item's element by ID; empty if the order cannot be changed.
 */
export function useReorder<Thing extends { id: string }>(
  things: readonly Thing[],
  canMove: boolean,
  onMove: (thing: Thing, onto: Thing) => void,
) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()

  function drop(onto: Thing | undefined) {
    const thing = things.find(({ id }) => id === dragged)
    if (thing && onto && thing !== onto) onMove(thing, onto)
    end()
  }

  function end() {
    setDragged(undefined)
    setOver(undefined)
  }

  return (id: string) => {
    if (!canMove) return {}
    return {
      draggable: true,
      'data-dragged': dragged === id || undefined,
      'data-over': (over === id && dragged !== undefined && dragged !== id) || undefined,
      onDragStart(event: DragEvent) {
        event.dataTransfer.setData(type, id)
        event.dataTransfer.effectAllowed = 'move'
        setDragged(id)
      },
      onDragEnd: end,
      onDragOver(event: DragEvent) {
        if (dragged === undefined) return
        event.preventDefault()
        if (over !== id) setOver(id)
      },
      onDrop(event: DragEvent) {
        if (dragged === undefined) return
        event.preventDefault()
        drop(things.find((one) => one.id === id))
      },
    }
  }
}
