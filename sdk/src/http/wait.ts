/** Timers take no more, and whoever gives a longer time means for ever. */
export const timerMsMax = 2 ** 31 - 1

/** Rejects with the signal's reason when it ends first; what is waited for goes on. */
export function whileWanted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    // Also where nobody waits any more: a rejection that nobody hears would end the program.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, timerMsMax))
  })
  try {
    await whileWanted(over, signal)
  } finally {
    clearTimeout(timer)
  }
}

/** How long one call may still wait, in all. */
export type Patience = {
  readonly signal: AbortSignal | undefined
  /** Waits if there is time for it. @returns false at once where it would take too long. */
  wait(ms: number): Promise<boolean>
}

export function patience(maxWaitMs: number, signal: AbortSignal | undefined): Patience {
  let leftMs = maxWaitMs
  return {
    signal,
    async wait(ms) {
      if (ms > leftMs) return false
      leftMs -= ms
      await sleep(ms, signal)
      return true
    },
  }
}
