import type { IncomingMessage } from 'node:http'
import { ApiError } from './errors.ts'

/** Slower is no connection worth waiting for: a gigabyte would take five days. */
const windowMs = 30_000
const bytesPerWindowMin = 64 * 1024

/**
 * Cuts whoever sends a file too slowly. A whole upload has no limit of time, since only its size says how
 * long it takes; but every half a minute has to bring something.
 */
export function transferTimeout(message: IncomingMessage, everyMs = windowMs) {
  const slow = new AbortController()
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting for it any more.
  tooSlow.catch(() => {})
  const { socket } = message
  let read = socket.bytesRead
  const timer = setInterval(() => {
    // While we are the ones who read slowly, nobody can send.
    const isOurs = message.readableLength >= message.readableHighWaterMark
    if (socket.bytesRead - read < bytesPerWindowMin && !message.complete && !isOurs) {
      const reason = new ApiError('request_timeout')
      slow.abort(reason)
      reject(reason)
    }
    read = socket.bytesRead
  }, everyMs)
  return { signal: slow.signal, tooSlow, stop: () => clearInterval(timer) }
}
