import type { Readable } from 'node:stream'

const lineEnd = 0x0a

/**
 * Forwards the output of a process in whole lines, because several processes that write to one pipe would
 * split each other's lines. The incomplete line of a killed process is dropped.
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
