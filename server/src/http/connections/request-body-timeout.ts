import type { IncomingMessage } from 'node:http'

/**
 * Calls back when the body of a request is not there after so long. Of one that was answered before Node may tell nothing
 * more, not even that its client has gone: nothing waits for it then, and nothing here holds what belongs to it.
 * @param call must not hold the request itself.
 * @returns what waits, for whoever takes the body at its own pace to end.
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

/** What is left of a refused upload is read past for a while, so that its client sees the answer; then it is cut. */
export function letGo({ raw }: { raw: IncomingMessage }): void {
  if (raw.complete || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  requestBodyTimeout(raw, lingerMs, ({ socket }) => socket.destroy())
}
