import { randomUUID } from 'node:crypto'

/** How long anything read is used at most: what a notification costs that is never heard. */
export const ageMsMax = 5_000

/** What every page depends on that names people. */
export const peopleKey = 'people'

/** A moment before something was read. */
export type Moment = {
  /** Moves that had been heard of by then. */
  readonly count: number
  readonly monotonic: number
  readonly wall: number
}

/**
 * What this node has heard of changes, so that what was read before one is not used after it. What was read depends on
 * keys: the company whose rows it shows, the client whose token it is. A change moves its key. A reading that races a
 * change began before the change was heard of, so that it is never used, whenever it ends.
 */
export type Epochs = {
  /** Who we are to other nodes. */
  readonly node: string
  /** The present, to be taken before anything is read. Undefined while nobody listens: then nothing may be kept. */
  now(): Moment | undefined
  /** Whether what was read after that moment is as it was: none of its keys has moved, and changes were heard of. */
  holds(since: Moment, keys: readonly string[]): boolean
  /** Milliseconds since then. */
  ageMs(since: Moment): number
  move(key: string): void
  /** Some changes may have gone unheard: nothing that was read before is used. */
  moveAll(): void
}

export type Clock = { monotonic(): number; wall(): number }

const clockOfMachine: Clock = { monotonic: () => performance.now(), wall: () => Date.now() }

/** @param isListening whether changes of other nodes are heard of at this moment. */
export function epochs(isListening: () => boolean, clock = clockOfMachine): Epochs {
  let count = 0
  let movedAll = 0
  // Nothing is used that is older than `ageMsMax`, so that a key may be forgotten so long after it has moved.
  let younger = new Map<string, number>()
  let elder = new Map<string, number>()
  let turnedAt = clock.monotonic()

  const movedAt = (key: string) => younger.get(key) ?? elder.get(key) ?? 0

  // A machine that has slept tells it by its wall clock alone; one whose wall clock was set back, by the other.
  function ageMs({ monotonic, wall }: Moment) {
    const passed = clock.wall() - wall
    return passed < 0 ? Number.POSITIVE_INFINITY : Math.max(passed, clock.monotonic() - monotonic)
  }

  return {
    node: randomUUID(),
    ageMs,
    now: () => (isListening() ? { count, monotonic: clock.monotonic(), wall: clock.wall() } : undefined),
    holds(since, keys) {
      if (!isListening() || since.count < movedAll || ageMs(since) >= ageMsMax) return false
      for (const key of keys) if (since.count < movedAt(key)) return false
      return true
    },
    move(key) {
      if (clock.monotonic() - turnedAt > ageMsMax) {
        elder = younger
        younger = new Map()
        turnedAt = clock.monotonic()
      }
      count += 1
      younger.set(key, count)
    },
    moveAll() {
      count += 1
      movedAll = count
      younger.clear()
      elder.clear()
    },
  }
}
