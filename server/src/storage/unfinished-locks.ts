import type { Lock, Locker } from '@tus/server'
import { ApiError } from '../errors.ts'

/** For the request before to wind up, and for a store to take what it was being given then. */
const waitMsMax = 15_000

/**
 * One request at a time on the bytes of an upload, in the order in which they come. Whoever comes asks the one at
 * work to wind up, once: that one mostly hangs on a dead connection. In the library's place, whose lock spins.
 */
export function uploadLocks(waitMs = waitMsMax): Locker {
  const lines = new Map<string, Turn[]>()
  return { newLock: (name) => lockIn(lines, name, waitMs) }
}

/** The first in a line is at work, the others wait. */
type Turn = { windUp(): void; begin(): void }

function lockIn(lines: Map<string, Turn[]>, name: string, waitMs: number): Lock {
  return {
    /** @throws {ApiError} `locked` when the one before takes too long, or nobody wants it any more. */
    lock(signal, windUp) {
      const line = lines.get(name) ?? []
      lines.set(name, line)
      return new Promise((resolve, reject) => {
        const leave = () => {
          settle()
          line.splice(line.indexOf(turn), 1)
          reject(new ApiError('locked'))
        }
        const timer = setTimeout(leave, waitMs)
        const settle = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leave)
        }
        const turn: Turn = {
          windUp: () => void windUp(),
          begin() {
            settle()
            resolve()
          },
        }
        signal.addEventListener('abort', leave)
        line.push(turn)
        if (line.length === 1) turn.begin()
        else if (line.length === 2) line[0]!.windUp()
      })
    },

    async unlock() {
      const line = lines.get(name)!
      line.shift()
      const [next] = line
      if (!next) return void lines.delete(name)
      next.begin()
      if (line.length > 1) next.windUp()
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
