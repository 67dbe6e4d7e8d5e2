import type { Lock, Locker } from '@tus/server'
import { ApiError } from '../errors.ts'

/** Time for the previous request to end, and for the store to accept the data that was being sent to it. */
const waitMsMax = 15_000

/**
 * Allows one request at a time on the bytes of an upload, in order of arrival. A new request once asks the
 * current request to end, because that request is usually stuck on a dead connection. Replaces the library's
 * lock, which spins.
 */
export function uploadLocks(waitMs = waitMsMax): Locker {
  const queues = new Map<string, Waiter[]>()
  return { newLock: (name) => lockIn(queues, name, waitMs) }
}

/** A request that waits for a lock. The first in the queue holds it. */
type Waiter = { windUp(): void; begin(): void }

function lockIn(queues: Map<string, Waiter[]>, name: string, waitMs: number): Lock {
  return {
    /** @throws {ApiError} `locked` when the previous holder takes too long, or the request is aborted. */
    lock(signal, windUp) {
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      return new Promise((resolve, reject) => {
        const leave = () => {
          settle()
          queue.splice(queue.indexOf(waiter), 1)
          reject(new ApiError('locked'))
        }
        const timer = setTimeout(leave, waitMs)
        const settle = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leave)
        }
        const waiter: Waiter = {
          windUp: () => void windUp(),
          begin() {
            settle()
            resolve()
          },
        }
        signal.addEventListener('abort', leave)
        queue.push(waiter)
        if (queue.length === 1) waiter.begin()
        else if (queue.length === 2) queue[0]!.windUp()
      })
    },

    async unlock() {
      const queue = queues.get(name)!
      queue.shift()
      const [next] = queue
      if (!next) return void queues.delete(name)
      next.begin()
      if (queue.length > 1) next.windUp()
    },
  }
}

/** Runs work that must not overlap with incoming bytes of the upload. @throws {ApiError} `locked`. */
export async function whileLocked<T>(locks: Locker, name: string, work: () => Promise<T>): Promise<T> {
  const lock = locks.newLock(name)
  await lock.lock(new AbortController().signal, () => {})
  try {
    return await work()
  } finally {
    await lock.unlock()
  }
}
