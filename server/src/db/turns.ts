/** Past this many waiting for one key the next is refused: it would not be answered in time. */
const waitingMax = 1_000

/** Said as «try again later» (unavailable.ts). */
const tooBusy = () => Object.assign(new Error('Too many are waiting for their turn.'), { code: 'TOO_BUSY' })

export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Work under one key runs one after the other, in the order in which it came; under two keys at once. */
export function turns(): Turns {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 }
    if (line.waiting >= waitingMax) throw tooBusy()
    lines.set(key, line)
    line.waiting += 1
    const done = line.last.then(work)
    line.last = done.catch(() => {})
    try {
      return await done
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) lines.delete(key)
    }
  }
}
