import type { Readable } from 'node:stream'

const lineEnd = 0x0a

/**
 * Passes on what a process writes, in whole lines: several that write into one pipe by themselves would cut each other's
 * lines in half. What a killed one has left of a line is left out.
 */
export function passLinesOn(output: Readable, write: (lines: Buffer) => void): void {
  let rest: Buffer[] = []
  output.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(lineEnd) + 1
    if (end === 0) return void rest.push(chunk)
    write(Buffer.concat([...rest, chunk.subarray(0, end)]))
    rest = end < chunk.length ? [chunk.subarray(end)] : []
  })
}
