import type { IncomingMessage } from 'node:http'

/**
 * Calls back when the body of a request has not arrived in time. For a request that was answered earlier,
 * Node may emit no more events, not even when the client disconnects, so the timer must not hold its objects.
 * @param call must not hold the request itself.
 * @returns the timer, for handlers that read the body at their own pace to clear.
 */
export function requestBodyTimeout(
  message: IncomingMessage,
  waitMs: number,
  call: (message: IncomingMessage) => void,
): NodeJS.Timeout {
  const timer = setTimeout(callIfUnsent, waitMs, new WeakRef(message), call).unref()
  for (const event of ['end', 'close']) message.once(event, () => clearTimeout(timer))
  return timer
}

function callIfUnsent(message: WeakRef<IncomingMessage>, call: (message: IncomingMessage) => void) {
  const unsent = message.deref()
  if (unsent && !unsent.complete) call(unsent)
}

/** Milliseconds. */
const lingerMs = 5_000

/**
 * Reads and discards the rest of a rejected upload for a while, so that its client sees the response, and
 * then closes the connection.
 */
export function letGo({ raw }: { raw: IncomingMessage }): void {
  if (raw.complete || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  requestBodyTimeout(raw, lingerMs, ({ socket }) => socket.destroy())
}
