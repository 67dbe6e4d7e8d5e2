import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

/**
 * Minimum memory. With less, the kernel kills the server at the start or while rendering, without any log
 * line.
 */
export const memoryBytesMin = 600_000_000
/** Maximum size of a memory page. Limits are stored in whole pages. */
const pageBytesMax = 65_536

/** The limit of the container or service, or else the machine's memory. */
export const memoryBytes = () => Math.min(constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/** @returns a warning for the operator if the server has too little memory. */
export function lackOfMemory(bytes = memoryBytes()): string | undefined {
  if (bytes >= memoryBytesMin - pageBytesMax) return undefined
  const [has, needs] = [bytes, memoryBytesMin].map((one) => `${Math.round(one / 1_000_000)} MB`)
  return `This server can use ${has} of memory but needs ${needs}. With less, the operating system may kill it at any time. Raise the memory limit of its container or service, or add memory to the machine.`
}
