import type { Lock, Locker } from '@tus/server'
import { ApiError } from '../errors.ts'
import type { Primary, ToPrimary, ToWorker } from './messages.ts'

/** Of one request that has a lock, or waits for it. */
type Turn = { locked(): void; refused(): void; windUp(): void }

/** Locks that the workers of a machine share: their line is the primary's, and every wait has its end there. */
export function primaryLocks(primary: Primary): Locker {
  const turns = new Map<number, Turn>()
  let lastId = 0
  primary.hear('locked', ({ id }) => turns.get(id)?.locked())
  primary.hear('refused', ({ id }) => turns.get(id)?.refused())
  primary.hear('wind-up', ({ id }) => turns.get(id)?.windUp())
  return {
    newLock(name) {
      const id = ++lastId
      return {
        lock(signal, windUp) {
          return new Promise((resolve, reject) => {
            const leave = () => primary.tell({ kind: 'leave', id })
            const settle = () => signal.removeEventListener('abort', leave)
            turns.set(id, {
              windUp: () => void windUp(),
              locked() {
                settle()
                resolve()
              },
              refused() {
                settle()
                turns.delete(id)
                reject(new ApiError('locked'))
              },
            })
            signal.addEventListener('abort', leave)
            primary.tell({ kind: 'lock', id, name })
          })
        },
        async unlock() {
          turns.delete(id)
          primary.tell({ kind: 'unlock', id })
        },
      }
    },
  }
}

/** The primary's side of it for one worker. */
export function locksFor(locks: Locker, tell: (message: ToWorker) => void) {
  const turns = new Map<number, { lock: Lock; abort: AbortController; isHeld: boolean }>()

  async function take(id: number, name: string) {
    const turn = { lock: locks.newLock(name), abort: new AbortController(), isHeld: false }
    turns.set(id, turn)
    try {
      await turn.lock.lock(turn.abort.signal, () => tell({ kind: 'wind-up', id }))
      // Its worker has ended meanwhile.
      if (!turns.has(id)) return void turn.lock.unlock()
      turn.isHeld = true
      tell({ kind: 'locked', id })
    } catch {
      turns.delete(id)
      tell({ kind: 'refused', id })
    }
  }

  function give(id: number) {
    const turn = turns.get(id)
    turns.delete(id)
    if (turn?.isHeld) void turn.lock.unlock()
  }

  return {
    hear(message: Extract<ToPrimary, { kind: 'lock' | 'leave' | 'unlock' }>) {
      const { kind, id } = message
      if (kind === 'lock') void take(id, message.name)
      else if (kind === 'leave') turns.get(id)?.abort.abort()
      else give(id)
    },
    /** What it holds goes to the next in line. */
    end() {
      for (const [id, { abort }] of turns) {
        abort.abort()
        give(id)
      }
    },
  }
}
