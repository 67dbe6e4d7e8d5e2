import { AsyncLocalStorage } from 'node:async_hooks'

const running = new AsyncLocalStorage<true>()

/** Marks API requests within `work` as requests of a tool. */
export const withinTools = <T>(work: () => T): T => running.run(true, work)

export const isWithinTools = (): boolean => running.getStore() === true
