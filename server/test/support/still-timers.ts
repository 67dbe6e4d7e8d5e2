import { type MockTimers, mock } from 'node:test'

/**
 * What is to be done later waits until it is told how much time has passed. What began to wait before can still be
 * cancelled: Node's own mock forgets that, and a connection that was idle then holds up the end of the file for half a
 * minute.
 */
export function stillTimers(timers: MockTimers = mock.timers): MockTimers {
  const { clearTimeout: clearOurs } = globalThis
  timers.enable({ apis: ['setTimeout'] })
  const { clearTimeout: clearMocked } = globalThis
  globalThis.clearTimeout = (timer) => {
    clearMocked(timer)
    clearOurs(timer)
  }
  return timers
}
