import { setTimeout as wait } from 'node:timers/promises'
import { send } from '../../server/test/support/companies.ts'
import { everyKind } from '../load/kinds.ts'

const pauseMs = 50
const pageSizes = 50

export type Watched = {
  /** Acceptable statuses of lists. */
  may: readonly number[]
  /** Maximum response time. */
  msMax: number
}

/** Reads lists of one node continuously, each time a different page, and records problems. */
export function startWatch(url: () => string, token: string, { may, msMax }: Watched, problems: string[]) {
  let isStopped = false
  const headers = { authorization: `Bearer ${token}` }

  async function look(path: string) {
    const began = performance.now()
    const answer = await send({ url: url() }, 'GET', path, { headers }).catch(() => undefined)
    const ms = performance.now() - began
    if (ms > msMax) problems.push(`A read of ${path} took ${Math.round(ms)} ms.`)
    if (answer === undefined) return void problems.push(`A read of ${path} got no response.`)
    const { status, text } = answer
    if (!may.includes(status)) problems.push(`A read of ${path} got ${status}: ${text.slice(0, 300)}`)
    if (status === 503 && answer.headers.get('retry-after') === null)
      problems.push(`A read of ${path} got 503 without Retry-After.`)
  }

  const watching = (async () => {
    for (let turn = 0; !isStopped; turn++, await wait(pauseMs)) {
      const { path } = everyKind[turn % everyKind.length]!
      await look(`${path}?per_page=${1 + (turn % pageSizes)}`)
    }
  })()
  watching.catch(() => {})
  return {
    async stop() {
      isStopped = true
      await watching
    },
  }
}
