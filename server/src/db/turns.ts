import { tooBusy } from './unavailable.ts'

/** Past this many waiting for one key the next is refused: it would not be answered in time. */
const waitingMax = 1_000

/**
 * Does some work of one key at once, and says what became of each.
 * @param take gives what has gathered until it is first called, and the same again. The later, the more share the turn.
 */
export type Run<Work> = (key: string, take: () => Work[]) => Promise<PromiseSettledResult<unknown>[]>

export type Turns<Work> = (key: string, work: Work) => Promise<unknown>

/**
 * Work under one key is done in the order in which it came, and under two keys at once. What has gathered while others
 * were at work is done together: the first never waits, and the busier it gets the more share a turn.
 * @param run when it fails as a whole, it fails for all that shared the turn.
 */
export function turns<Work>(run: Run<Work>, togetherMax: number): Turns<Work> {
  type Waiting = PromiseWithResolvers<unknown> & { work: Work }
  const lines = new Map<string, Waiting[]>()

  async function serve(key: string, line: Waiting[]) {
    while (line.length > 0) {
      let now: Waiting[] | undefined
      const take = () => {
        now ??= line.splice(0, togetherMax)
        return now.map(({ work }) => work)
      }
      const outcomes = await run(key, take).catch((reason) =>
        take().map(() => ({ status: 'rejected' as const, reason })),
      )
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') now![index]!.resolve(outcome.value)
        else now![index]!.reject(outcome.reason)
      }
    }
    lines.delete(key)
  }

  return (key, work) => {
    const one = { ...Promise.withResolvers<unknown>(), work }
    const line = lines.get(key)
    if (line === undefined) {
      const begun = [one]
      lines.set(key, begun)
      void serve(key, begun)
    } else if (line.length >= waitingMax) one.reject(tooBusy('Too many requests are queued.'))
    else line.push(one)
    return one.promise
  }
}
