import { sleep } from './wait.ts'

/** Poll interval, which doubles up to the maximum. */
const lookMsMin = 500
const lookMsMax = 5_000

/** Polls until `isOver`, without a time limit. @throws the signal's reason when it aborts. */
export async function polled<T>(
  look: () => Promise<T>,
  isOver: (seen: T) => boolean,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let ms = lookMsMin; ; ms = Math.min(ms * 2, lookMsMax)) {
    const seen = await look()
    if (isOver(seen)) return seen
    await sleep(ms, signal)
  }
}
