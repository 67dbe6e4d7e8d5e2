import { readdirSync, readFileSync } from 'node:fs'

/** The child processes of a process, on Linux. Any of its threads can have started them. */
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
