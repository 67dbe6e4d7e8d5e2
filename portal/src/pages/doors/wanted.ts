import { wayIn } from './enter.ts'

const storageKey = 'atelier-wanted'

/**
 * Where one wanted to go, kept in this window on the way to one's organization: who comes back too late, or without
 * what they were sent with, is not told by the address.
 */
export const keepWanted = (then: string | undefined) => sessionStorage.setItem(storageKey, wayIn(then))
export const keptWanted = () => sessionStorage.getItem(storageKey) ?? undefined
