import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../server/test/support/until.ts'
import type { Told, Work } from './weighted-request.ts'

/** Maximum number of concurrent requests while the capacity is measured. */
const callersMax = 24
/**
 * If the server falls behind, at most this many due requests wait. Waiting longer would only measure the
 * queue.
 */
const openMax = 500
const turnMs = 10
/** Maximum time for the server to finish the work. If the work takes longer, it exceeds the capacity. */
const doneMsMax = 180_000
export type Latency = { count: number; p50Ms: number; p99Ms: number }

export type Pace = {
  /** Milliseconds of each response since the last call, by operation. */
  took(): Record<string, number[]>
  latencies(): Record<string, Latency>
  errors: string[]
  answered(): number
  stop(): Promise<void>
}

/**
 * Measures the capacity in requests per second. Sends this many requests as fast as possible, and divides by
 * the time until all work that they caused is also finished.
 * @param isDone whether that work is finished, apart from work that is always in progress.
 */
export async function borne(
  work: readonly Work[],
  seconds: number,
  isDone: () => Promise<boolean>,
): Promise<number> {
  const began = performance.now()
  const end = began + seconds * 1_000
  let answered = 0
  // Ignores rejected and dropped requests, which an overloaded server causes.
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
  await until('all requested work is finished', isDone, doneMsMax)
  return answered / ((performance.now() - began) / 1_000)
}

const unanswered = (error: Error): Told => ({ status: -1, text: String(error) })

/** Sends this many requests as fast as possible. @throws {Error} for an unexpected response. */
export async function askAll(work: readonly Work[], count: number): Promise<void> {
  let left = count
  await askWhile(
    work,
    () => left-- > 0,
    ({ name, expected }, { status, text }) => {
      if (status !== expected) throw new Error(`${name} got ${status}: ${text.slice(0, 200)}`)
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

/** Sends requests at a fixed rate per second, whether the server keeps up or not. */
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
      if (status !== expected) errors.push(`${name} got ${status}: ${text.slice(0, 200)}`)
    } catch (error) {
      errors.push(`${name} got no response: ${String((error as Error).cause ?? error)}`)
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
          errors.push(`More than ${openMax} requests were open at the same time.`)
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

/** Orders the operations evenly by their shares, without bursts. */
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

/** @param part the quantile: 0.99 for the p99. */
export function quantile(ms: readonly number[], part: number): number {
  const sorted = ms.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!
}
