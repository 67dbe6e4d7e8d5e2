import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'

/** Scrolls to a row when it changes or moves, as far as is needed to see it. */
export function useKeptInView(virtual: Virtualizer<HTMLDivElement, Element>, row: number | undefined) {
  useEffect(() => {
    if (row !== undefined) virtual.scrollToIndex(row)
  }, [virtual, row])
}
