import { type MockTimers, mock } from 'node:test'

/**
 * Mocks timers, which wait until the test advances the clock. Timers started earlier can still be cleared.
 * Node's own mock does not allow that, so an idle connection would delay the end of the file by 30 seconds.
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
