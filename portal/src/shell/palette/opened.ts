import { useHotkeys } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

export function setPaletteOpen(open: boolean) {
  isOpen = open
  for (const listener of listeners) listener()
}

export const openPalette = () => setPaletteOpen(true)

/** Whether the palette is open. mod+K opens and closes it everywhere, even in a text field. */
export function usePaletteOpen(): boolean {
  useHotkeys([['mod+K', () => setPaletteOpen(!isOpen)]], [], true)
  return useSyncExternalStore(subscribe, () => isOpen)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
