import type { ServerResponse } from 'node:http'
import type { RequestSummary } from '../request-summary.ts'

type Ready = {
  response: ServerResponse
  fields: string[]
  /** A short text is sent with its headers in one write, which costs less than two writes. */
  body: Buffer | string | undefined
  /** By `performance.now()`. */
  began: number
  answered: RequestSummary
}

/**
 * Sends all responses of a tick of the event loop together at its end. A client with several requests then wakes up
 * once, with all responses. Waking the client for each response would cost more than all other work here.
 */
export function tickEnd(onAnswers: ((answered: readonly RequestSummary[]) => void) | undefined) {
  let works: (() => void)[] = []
  let ready: Ready[] = []
  let isComing = false

  function come() {
    if (!isComing) setImmediate(end)
    isComing = true
  }

  function end() {
    const due = works
    works = []
    for (const work of due) work()
    const leaving = ready
    ready = []
    isComing = false
    if (leaving.length === 0) return
    for (const { response, fields, body, answered } of leaving)
      response.writeHead(answered.status, fields).end(body)
    const ended = performance.now()
    onAnswers?.(leaving.map(({ answered, began }) => ({ ...answered, elapsedMs: ended - began })))
  }

  return {
    /**
     * Runs the work when all requests of the same packet are read. Its responses are sent with the other
     * responses.
     */
    whenRead(work: () => void) {
      works.push(work)
      come()
    },
    send(one: Ready) {
      ready.push(one)
      come()
    },
  }
}
