import { useSyncExternalStore } from 'react'

let isEnded = false
const listeners = new Set<() => void>()

function set(value: boolean) {
  if (isEnded === value) return
  isEnded = value
  for (const listener of listeners) listener()
}

/**
 * Whether the session ended while a page is open, because it expired or was ended elsewhere. The page stays
 * under a sign-in dialog (shell/signed-out-dialog.tsx) and continues afterwards.
 */
export const sessionEnd = {
  isNow: () => isEnded,
  /** Records that a response showed the end of the session. */
  note: () => set(true),
  /** Clears the state after the same person has signed in again or has left the page. */
  clear: () => set(false),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export const useSessionEnd = () => useSyncExternalStore(sessionEnd.subscribe, sessionEnd.isNow)
