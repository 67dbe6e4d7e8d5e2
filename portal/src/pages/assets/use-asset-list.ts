import { useWindowEvent } from '@mantine/hooks'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'
import type { Stretch } from '../../lists.ts'
import type { RowMenu } from '../../ui/context-menu.tsx'
import type { GridRows } from '../../ui/grid-rows.ts'
import { isMac } from '../../ui/is-mac.ts'
import { useOrdering } from './collections/use-ordering.ts'
import { dragAssets } from './dragging.ts'
import { isOrdered } from './search.ts'
import { useAssetSearch } from './use-asset-search.ts'
import { useBatch } from './use-batch.ts'
import type { Selection } from './use-selection.ts'

/** Time after a click in which a second click can follow. Longer than the double-click interval of any system. */
const doubleClickMs = 1_000

/** Number of rows by which Page Up and Page Down move. */
const pageRows = 4

/** A click on this part of a cell selects the asset. A click elsewhere opens it. */
export const checkMark = { 'data-check': true } as const

export const domId = (assetId: string) => `in-list-${assetId}`

const domElement = (id: string | undefined) => (id === undefined ? null : document.getElementById(domId(id)))

/** A Mac keyboard has one key for both, which browsers report as Backspace. */
const isDeleteKey = ({ key }: KeyboardEvent) => key === 'Delete' || (isMac && key === 'Backspace')

/** Returns the focus to the list after a dialog or a menu. */
export const focusList = () =>
  document
    .querySelector<HTMLElement>(`[id^="${domId('')}"]`)
    ?.closest<HTMLElement>('[tabindex="0"]')
    ?.focus()

export type AssetActions = {
  onDragOver(event: DragEvent, asset: Asset): void
  onDragLeave(event: DragEvent, asset: Asset): void
  onDrop(event: DragEvent, asset: Asset): void
  onClick(event: MouseEvent, asset: Asset): void
  onDragStart(event: DragEvent, asset: Asset): void
}

export function useAssetList(
  { rows: assets, start }: Stretch<Asset>,
  selection: Selection,
  canWrite: boolean,
  openMenu: RowMenu<string>['open'],
) {
  const { search, change } = useAssetSearch()
  const batch = useBatch()
  const ordering = useOrdering(search.collection ?? '', assets)
  const canOrder = canWrite && isOrdered(search)
  const [activeId, setActiveId] = useState<string>()
  const at = assets.findIndex(({ id }) => id === activeId)

  const open = (asset: Asset) => change({ asset: asset.id }, { replace: search.asset !== undefined })
  /** The last asset that a click opened, and when. */
  const pressed = useRef<{ id: string; at: number }>(undefined)

  /**
   * The second click of a double-click can hit another asset or a button of the details, because the details open after
   * the first click. Only the full view opens.
   */
  function onSecondClick(event: globalThis.MouseEvent) {
    const { id, at } = pressed.current ?? {}
    if (event.detail < 2 || at === undefined || event.timeStamp - at >= doubleClickMs) return
    event.preventDefault()
    event.stopPropagation()
    pressed.current = undefined
    change({ asset: id, full: true }, { replace: true })
  }
  useWindowEvent('click', onSecondClick, { capture: true })

  function onClick(event: MouseEvent, asset: Asset) {
    pressed.current = undefined
    setActiveId(asset.id)
    const isCheck = (event.target as Element).closest('[data-check]') !== null
    if (event.shiftKey) selection.extendTo(asset.id, assets)
    else if (isCheck || event.metaKey || event.ctrlKey || selection.ids.size > 0) selection.toggle(asset.id)
    else {
      pressed.current = { id: asset.id, at: event.timeStamp }
      open(asset)
    }
  }

  /** Opens the menu of the selection. An asset that is not selected becomes the selection. */
  function onContextMenu(event: MouseEvent) {
    // For the menu key, the event's target is the list, which has the focus.
    const cell = (event.target as Element).closest(`[id^="${domId('')}"]`) ?? domElement(activeId)
    const asset = assets.find(({ id }) => cell?.id === domId(id))
    if (!cell || !asset) return
    setActiveId(asset.id)
    if (!selection.ids.has(asset.id)) selection.only(asset.id)
    openMenu(event, asset.id, cell)
  }

  /** Moves the selection, or else the active asset, to the trash. The next asset becomes active. */
  function trash() {
    const ids = selection.ids.size > 0 ? selection.ids : new Set(activeId === undefined ? [] : [activeId])
    if (!canWrite || ids.size === 0 || batch.isPending) return
    const next = assets.slice(at).find(({ id }) => !ids.has(id))
    batch.mutate(
      { action: 'trash', ids: [...ids] },
      {
        onSuccess() {
          selection.clear()
          setActiveId(next?.id)
        },
      },
    )
  }

  const latest = useRef<AssetActions>(undefined)
  latest.current = {
    onClick,
    onDragStart: (event, asset) => dragAssets(event, asset, selection.ids),
    onDragOver: (event, asset) => ordering.dropOn(asset).onDragOver(event),
    onDragLeave: (event, asset) => ordering.dropOn(asset).onDragLeave(event),
    onDrop: (event, asset) => ordering.dropOn(asset).onDrop(event),
  }
  // Stable, so that memoized cells are not rendered again.
  const actions = useMemo<AssetActions>(
    () => ({
      onClick: (event, asset) => latest.current?.onClick(event, asset),
      onDragStart: (event, asset) => latest.current?.onDragStart(event, asset),
      onDragOver: (event, asset) => latest.current?.onDragOver(event, asset),
      onDragLeave: (event, asset) => latest.current?.onDragLeave(event, asset),
      onDrop: (event, asset) => latest.current?.onDrop(event, asset),
    }),
    [],
  )

  /**
   * @param grid the rows of a grid; a table has one asset per row.
   * @returns the index to scroll to, if the focus moved.
   */
  function onKeyDown(event: KeyboardEvent, grid?: GridRows): number | undefined {
    if (event.target !== event.currentTarget) return undefined
    const rows = (count: number) =>
      grid && at >= 0 ? grid.stepFrom(start + at, count) - (start + at) : count
    const steps: Record<string, number> = {
      ArrowDown: rows(1),
      ArrowUp: rows(-1),
      ...(grid && { ArrowRight: 1, ArrowLeft: -1 }),
      PageDown: rows(pageRows),
      PageUp: rows(-pageRows),
      Home: -assets.length,
      End: assets.length,
    }
    const step = steps[event.key]
    const asset = assets[at]
    if (canOrder && event.altKey && asset && step !== undefined && event.key.startsWith('Arrow')) {
      const ids = selection.ids.size > 0 ? selection.ids : new Set([asset.id])
      ordering.step(ids, step < 0 ? 'earlier' : 'later', Math.abs(step))
      event.preventDefault()
      return undefined
    }
    if (step !== undefined) {
      const next = at < 0 ? 0 : Math.max(0, Math.min(assets.length - 1, at + step))
      setActiveId(assets[next]!.id)
      if (event.shiftKey) {
        if (asset && selection.ids.size === 0) selection.toggle(asset.id)
        selection.extendTo(assets[next]!.id, assets)
      }
      event.preventDefault()
      return start + next
    }
    if (event.key === ' ' && asset) selection.toggle(asset.id)
    else if (event.key === 'Enter' && asset) open(asset)
    else if (event.key === 'Escape' && selection.ids.size > 0) selection.clear()
    else if (isDeleteKey(event)) trash()
    else if (event.key === 'a' && (event.metaKey || event.ctrlKey)) selection.all(assets)
    else return undefined
    event.preventDefault()
    return undefined
  }

  const openAt = assets.findIndex(({ id }) => id === search.asset)
  return {
    canOrder,
    activeId: at < 0 ? undefined : activeId,
    openId: search.asset,
    /** Index of the open asset in the whole list, if it is loaded. */
    openIndex: openAt < 0 ? undefined : start + openAt,
    actions,
    onKeyDown,
    onContextMenu,
    /** Tabbing into the list focuses the first item. */
    onFocus: (event: { target: Element }) => {
      if (at < 0 && event.target.matches(':focus-visible')) setActiveId(assets[0]?.id)
    },
  }
}
