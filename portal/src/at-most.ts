/** Waits for some work, but no longer than so many milliseconds: it goes on by itself then. */
export const atMost = (ms: number, work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])
