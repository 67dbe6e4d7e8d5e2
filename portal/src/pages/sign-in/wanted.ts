import { wayIn } from './enter.ts'

const storageKey = 'atelier-wanted'

/**
 * The page requested before single sign-on, stored for this window, because the provider's redirect does not
 * contain it if the attempt has expired or failed.
 */
export const keepWanted = (then: string | undefined) => sessionStorage.setItem(storageKey, wayIn(then))
export const keptWanted = () => sessionStorage.getItem(storageKey) ?? undefined
