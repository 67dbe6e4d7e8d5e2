import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is in use once all else is collected. */
export function heapMegabytes(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
