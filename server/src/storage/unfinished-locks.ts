import type { Lock, Locker } from '@tus/server'
import { ApiError } from '../errors.ts'

/** For the request before to wind up, and for a store to take what it was being given then. */
const waitMsMax = 15_000

/**
 * One request at a time on the bytes of an upload, in the order in which they come. Whoever comes asks the one at
 * work to wind up, once: that one mostly hangs on a dead connection. In the library's place, whose lock spins.
 */
export function uploadLocks(waitMs = waitMsMax): Locker {
  const queues = new Map<string, Waiter[]>()
  return { newLock: (name) => lockIn(queues, name, waitMs) }
}

/** The first in a queue is at work, the others wait. */
type Waiter = { windUp(): void; begin(): void }

function lockIn(queues: Map<string, Waiter[]>, name: string, waitMs: number): Lock {
  return {
    /** @throws {ApiError} `locked` when the one before takes too long, or nobody wants it any more. */
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

/** Does what must not happen while bytes of the upload come in. @throws {ApiError} `locked`. */
export async function whileLocked<T>(locks: Locker, name: string, work: () => Promise<T>): Promise<T> {
  const lock = locks.newLock(name)
  await lock.lock(new AbortController().signal, () => {})
  try {
    return await work()
  } finally {
    await lock.unlock()
  }
}
