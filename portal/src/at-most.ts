/** Waits for a promise for at most `ms` milliseconds. The promise itself continues. */
export const atMost = (ms: number, work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])
