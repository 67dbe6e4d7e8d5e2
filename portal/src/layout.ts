import { useSyncExternalStore } from 'react'

/**
 * The layout settings of the portal in this browser. The script of the first paint reads them too
 * (layout.js).
 */
export type Layout = {
  /** Whether the main navigation shows only icons. Default: in narrow windows. */
  isRail?: boolean
  isSideFolded?: boolean
  /** The width of the sidebar of a library, in CSS pixels. */
  sideWidth?: number
  /** Minimum width of a cell in a grid of assets, in CSS pixels. */
  cellWidth?: number
  isWhole?: boolean
  /** Whether the cells of a grid have the shapes of their images and all rows have the same width. */
  isJustified?: boolean
}

const storageKey = 'atelier-layout'
export const sideWidths = { min: 180, initial: 232, max: 480 }
export const cellWidths = { min: 112, initial: 168, max: 360 }

let layout: Layout = kept()
const listeners = new Set<() => void>()

export function setLayout(part: Layout) {
  layout = { ...layout, ...part }
  localStorage.setItem(storageKey, JSON.stringify(layout))
  for (const listener of listeners) listener()
}

export const useLayout = () => useSyncExternalStore(subscribe, () => layout)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function kept(): Layout {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
