import type { DragEvent } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { areAssets, droppedIn } from '../dragging.ts'
import { type Place, type Step, stepFrom } from './ordered-ids.ts'
import { useMoveItems } from './use-collection-changes.ts'

export type Ordering = {
  /** Moves assets together by `distance` places. */
  step(ids: ReadonlySet<string>, step: Step, distance?: number): void
  /** The handlers for dropping assets onto an asset. */
  dropOn(asset: Asset): { [Name in 'onDragOver' | 'onDragLeave' | 'onDrop']: (event: DragEvent) => void }
}

/** @param rows in the order of the collection. */
export function useOrdering(collectionId: string, rows: readonly Asset[]): Ordering {
  const move = useMoveItems(collectionId)
  const inOrder = (ids: ReadonlySet<string>) => rows.filter(({ id }) => ids.has(id)).map(({ id }) => id)

  function step(ids: ReadonlySet<string>, step: Step, distance?: number) {
    const place = stepFrom(rows, ids, step, distance)
    if (place) move.mutate({ ids: inOrder(ids), place })
  }

  return {
    step,
    dropOn: ({ id }) => ({
      onDragOver(event) {
        if (!areAssets(event)) return
        event.preventDefault()
        mark(event, sideOf(event))
      },
      onDragLeave: (event) => mark(event, undefined),
      onDrop(event) {
        mark(event, undefined)
        if (!areAssets(event)) return
        event.preventDefault()
        event.stopPropagation()
        const ids = inOrder(new Set(droppedIn(event).assetIds))
        const place: Place = sideOf(event) === 'before' ? { before_asset_id: id } : { after_asset_id: id }
        if (ids.length > 0 && !ids.includes(id)) move.mutate({ ids, place })
      },
    }),
  }
}

type Side = 'before' | 'after'

function sideOf({ clientX, currentTarget }: DragEvent): Side {
  const { left, width } = currentTarget.getBoundingClientRect()
  return clientX < left + width / 2 ? 'before' : 'after'
}

/** Marks the element itself, because rendering the list again for each mouse movement would be slow. */
function mark({ currentTarget }: DragEvent, side: Side | undefined) {
  if (side) currentTarget.setAttribute('data-drop', side)
  else currentTarget.removeAttribute('data-drop')
}
