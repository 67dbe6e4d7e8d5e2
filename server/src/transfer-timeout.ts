import type { IncomingMessage } from 'node:http'
import { ApiError } from './errors.ts'

/**
 * The period in which data must arrive. Waiting for a slower connection is pointless, because a gigabyte
 * would take five days.
 */
const windowMs = 30_000
const bytesPerWindowMin = 64 * 1024

/**
 * Closes connections that send a file too slowly. A whole upload has no time limit, because its duration
 * depends on its size, but data must arrive every 30 seconds.
 */
export function transferTimeout(message: IncomingMessage, everyMs = windowMs) {
  const slow = new AbortController()
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  // The result may no longer be awaited.
  tooSlow.catch(() => {})
  const { socket } = message
  let read = socket.bytesRead
  const timer = setInterval(() => {
    // If the server itself reads slowly, it causes the delay, because the client cannot send then.
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
