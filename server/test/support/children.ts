import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the processes that one has started, where Linux says so. Each of its threads may have started some. */
export const childrenOf = (parent: number) =>
  everyThreadOf(parent).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${parent}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number)
    } catch {
      return []
    }
  })

const everyThreadOf = (pid: number) => {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}
