import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../server/test/support/until.ts'
import type { Told, Work } from './weighted-request.ts'

/** So many are asked at the same time to see what the server bears. */
const callersMax = 24
/** When the server falls behind, those that are due wait no longer than this many: the rest would only measure the line. */
const openMax = 500
const turnMs = 10
/** Work that a server leaves undone for so long it does not bear. */
const doneMsMax = 180_000
export type Latency = { count: number; p50Ms: number; p99Ms: number }

export type Pace = {
  /** Milliseconds of each answer since this or `latencies` was last asked, by the name of the work. */
  took(): Record<string, number[]>
  /** The same in short. */
  latencies(): Record<string, Latency>
  errors: string[]
  answered(): number
  stop(): Promise<void>
}

/**
 * Requests a second that the server bears: so many were answered while all that is asked for was asked for as fast as it
 * goes, in that time and the time that it then needed for what they had left it to do.
 * @param isDone whether it is through with that, but for what is always under way.
 */
export async function borne(
  work: readonly Work[],
  seconds: number,
  isDone: () => Promise<boolean>,
): Promise<number> {
  const began = performance.now()
  const end = began + seconds * 1_000
  let answered = 0
  // Who is asked for all that goes refuses some, and lets others go.
  const isMeasure = work
    .filter(({ waits }) => !waits)
    .map((one) => ({ ...one, ask: () => one.ask().catch(unanswered) }))
  await askWhile(
    isMeasure,
    () => performance.now() < end,
    ({ expected }, { status }) => {
      if (status === expected) answered++
    },
  )
  await until('what was asked for is done', isDone, doneMsMax)
  return answered / ((performance.now() - began) / 1_000)
}

const unanswered = (error: Error): Told => ({ status: -1, text: String(error) })

/** Asks so many, as fast as it goes. @throws {Error} where one is answered as it must not be. */
export async function askAll(work: readonly Work[], count: number): Promise<void> {
  let left = count
  await askWhile(
    work,
    () => left-- > 0,
    ({ name, expected }, { status, text }) => {
      if (status !== expected) throw new Error(`${name} was answered ${status}: ${text.slice(0, 200)}`)
    },
  )
}

async function askWhile(
  work: readonly Work[],
  goesOn: () => boolean,
  answered: (one: Work, answer: Told) => void,
): Promise<void> {
  const next = inTurn(work)
  const askOnAndOn = async () => {
    while (goesOn()) {
      const one = next()
      answered(one, await one.ask())
    }
  }
  await Promise.all(Array.from({ length: callersMax }, askOnAndOn))
}

/** Asks at fixed times, so many a second, whether the server keeps up or not. */
export function startPace(work: readonly Work[], perSecond: number): Pace {
  const took = new Map<string, number[]>()
  const errors: string[] = []
  const open = new Set<Promise<void>>()
  const next = inTurn(work)
  let isStopped = false
  let answered = 0

  async function ask({ name, ask, expected }: Work) {
    const began = performance.now()
    try {
      const { status, text } = await ask()
      if (status !== expected) errors.push(`${name} was answered ${status}: ${text.slice(0, 200)}`)
    } catch (error) {
      errors.push(`${name} was not answered: ${String((error as Error).cause ?? error)}`)
    }
    answered++
    const all = took.get(name) ?? []
    all.push(performance.now() - began)
    took.set(name, all)
  }

  const asking = (async () => {
    const began = performance.now()
    for (let due = 0; !isStopped; await wait(turnMs))
      for (; due < ((performance.now() - began) / 1_000) * perSecond; due++) {
        if (open.size >= openMax) {
          errors.push(`More than ${openMax} requests were open at once.`)
          continue
        }
        const one = ask(next()).finally(() => open.delete(one))
        open.add(one)
      }
    await Promise.all(open)
  })()

  function takeAll() {
    const all = Object.fromEntries(took)
    took.clear()
    return all
  }

  return {
    errors,
    answered: () => answered,
    took: takeAll,
    latencies: () => Object.fromEntries(Object.entries(takeAll()).map(([name, ms]) => [name, latencyOf(ms)])),
    async stop() {
      isStopped = true
      await asking
    },
  }
}

/** Each as often as its part says, spread evenly: all have come soon, and none comes in a crowd. */
function inTurn(work: readonly Work[]): () => Work {
  const all = work.reduce((sum, { part }) => sum + part, 0)
  const due = new Map(work.map((one) => [one, 0]))
  return () => {
    for (const one of work) due.set(one, due.get(one)! + one.part)
    const next = work.reduce((first, one) => (due.get(one)! > due.get(first)! ? one : first))
    due.set(next, due.get(next)! - all)
    return next
  }
}

function latencyOf(ms: number[]): Latency {
  return { count: ms.length, p50Ms: quantile(ms, 0.5), p99Ms: quantile(ms, 0.99) }
}

/** @param part 0.99 for the p99. */
export function quantile(ms: readonly number[], part: number): number {
  const sorted = ms.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!
}
