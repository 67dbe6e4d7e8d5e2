import { AsyncLocalStorage } from 'node:async_hooks'

const running = new AsyncLocalStorage<true>()

/** Runs the tools of a request. API requests within `work` come from a tool. */
export const withinTools = <T>(work: () => T): T => running.run(true, work)

/** Whether a tool makes this API request. */
export const isWithinTools = (): boolean => running.getStore() === true
