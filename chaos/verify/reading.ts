import { setTimeout as wait } from 'node:timers/promises'
import { everyKind } from '../load/kinds.ts'
import type { Target } from '../load/writer.ts'
import { readerOf } from './reader.ts'

const pauseMs = 50

/** Reads lists continuously, each time another page. Any status other than 200 is a problem. */
export function startReading(target: Target) {
  const { get } = readerOf(target)
  let problems: string[] = []
  let isStopped = false
  const reading = (async () => {
    for (let turn = 0; !isStopped; turn++, await wait(pauseMs)) {
      const { path } = everyKind[turn % everyKind.length]!
      const answer = await get(`${path}?per_page=${1 + (turn % 50)}`).catch(() => undefined)
      const { status, text } = answer ?? { status: 0, text: 'nothing' }
      if (status !== 200) problems.push(`A read of ${path} got ${status}: ${text.slice(0, 300)}`)
    }
  })()
  reading.catch(() => {})
  return {
    /** Problems since the last call. */
    take() {
      const taken = problems
      problems = []
      return taken
    },
    async stop() {
      isStopped = true
      await reading
    },
  }
}
