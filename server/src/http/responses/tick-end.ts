import type { ServerResponse } from 'node:http'
import type { RequestSummary } from '../request-summary.ts'

type Ready = {
  response: ServerResponse
  fields: string[]
  /** A short text is sent with its headers in one write, which costs less than two. */
  body: Buffer | string | undefined
  /** As `performance.now()` said. */
  began: number
  answered: RequestSummary
}

/**
 * Sends all responses of a tick of the event loop together at its end. A client with several requests is woken once, with
 * all responses. Sent one by one they would wake it each time, which costs more than everything else here.
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
    /** Does it when all is read that came in the same packet; what it sends leaves with the rest. */
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
