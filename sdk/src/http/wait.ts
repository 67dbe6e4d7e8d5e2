/** Maximum delay of a timer. A longer timeout means no timeout. */
export const timerMsMax = 2 ** 31 - 1

/** Rejects with the signal's reason if it aborts first. The promise itself is not canceled. */
export function whileWanted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    // Handles the rejection even if nothing awaits it, because an unhandled rejection would end the program.
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

/** Remaining time that one call is allowed to wait in total. */
export type Patience = {
  readonly signal: AbortSignal | undefined
  /** Waits for `ms` milliseconds. @returns false immediately if that exceeds the remaining time. */
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
