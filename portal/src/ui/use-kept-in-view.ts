import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'

/** Scrolls a row into view when the row changes. */
export function useKeptInView(virtual: Virtualizer<HTMLDivElement, Element>, row: number | undefined) {
  const last = useRef<number>(undefined)
  useEffect(() => {
    // Undefined while its page is not loaded.
    if (row === undefined || row === last.current) return
    last.current = row
    virtual.scrollToIndex(row)
  }, [virtual, row])
}
