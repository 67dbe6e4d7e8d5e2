import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

/** With less, the kernel kills the server while it starts or draws a picture, and no line says so. */
export const memoryBytesMin = 600_000_000
/** Limits are kept in whole pages. */
const pageBytesMax = 65_536

/** The limit of the container or the service, or what the machine has where there is none. */
export const memoryBytes = () => Math.min(constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/** @returns what to tell the operator of a server that has too little memory. */
export function lackOfMemory(bytes = memoryBytes()): string | undefined {
  if (bytes >= memoryBytesMin - pageBytesMax) return undefined
  const [has, needs] = [bytes, memoryBytesMin].map((one) => `${Math.round(one / 1_000_000)} MB`)
  return `This server can use ${has} of memory but needs ${needs}. With less, the operating system may kill it at any time. Raise the memory limit of its container or service, or add memory to the machine.`
}
