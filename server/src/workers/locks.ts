import type { Lock, Locker } from '@tus/server'
import { ApiError } from '../errors.ts'
import type { Primary, ToPrimary, ToWorker } from './messages.ts'

type Waiter = { locked(): void; refused(): void; windUp(): void }

/** Locks that the workers of a machine share. The queue is in the primary, and every wait ends there. */
export function primaryLocks(primary: Primary): Locker {
  const waiters = new Map<number, Waiter>()
  let lastId = 0
  primary.hear('locked', ({ id }) => waiters.get(id)?.locked())
  primary.hear('refused', ({ id }) => waiters.get(id)?.refused())
  primary.hear('wind-up', ({ id }) => waiters.get(id)?.windUp())
  return {
    newLock(name) {
      const id = ++lastId
      return {
        lock(signal, windUp) {
          return new Promise((resolve, reject) => {
            const leave = () => primary.tell({ kind: 'leave', id })
            const settle = () => signal.removeEventListener('abort', leave)
            waiters.set(id, {
              windUp: () => void windUp(),
              locked() {
                settle()
                resolve()
              },
              refused() {
                settle()
                waiters.delete(id)
                reject(new ApiError('locked'))
              },
            })
            signal.addEventListener('abort', leave)
            primary.tell({ kind: 'lock', id, name })
          })
        },
        async unlock() {
          waiters.delete(id)
          primary.tell({ kind: 'unlock', id })
        },
      }
    },
  }
}

export function locksFor(locks: Locker, tell: (message: ToWorker) => void) {
  const waiters = new Map<number, { lock: Lock; abort: AbortController; isHeld: boolean }>()

  async function take(id: number, name: string) {
    const waiter = { lock: locks.newLock(name), abort: new AbortController(), isHeld: false }
    waiters.set(id, waiter)
    try {
      await waiter.lock.lock(waiter.abort.signal, () => tell({ kind: 'wind-up', id }))
      // The worker has exited.
      if (!waiters.has(id)) return void waiter.lock.unlock()
      waiter.isHeld = true
      tell({ kind: 'locked', id })
    } catch {
      waiters.delete(id)
      tell({ kind: 'refused', id })
    }
  }

  function give(id: number) {
    const waiter = waiters.get(id)
    waiters.delete(id)
    if (waiter?.isHeld) void waiter.lock.unlock()
  }

  return {
    hear(message: Extract<ToPrimary, { kind: 'lock' | 'leave' | 'unlock' }>) {
      const { kind, id } = message
      if (kind === 'lock') void take(id, message.name)
      else if (kind === 'leave') waiters.get(id)?.abort.abort()
      else give(id)
    },
    /** The locks of the worker pass to the next in the queue. */
    end() {
      for (const [id, { abort }] of waiters) {
        abort.abort()
        give(id)
      }
    },
  }
}
