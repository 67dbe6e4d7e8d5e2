import type { ReadStream, WriteStream } from 'node:tty'
import { plain } from './text/plain.ts'

export type Terminal = {
  env: Record<string, string | undefined>
  stdin: NodeJS.ReadStream | ReadStream
  stdout: NodeJS.WriteStream | WriteStream
  stderr: NodeJS.WriteStream | WriteStream
  signal: AbortSignal
  /** Whether errors are JSON, because `--json` was given. */
  isJson?: boolean
}

/** Waits until the output is written, because a slow reader must not fill the memory. */
export function print({ stdout }: Pick<Terminal, 'stdout'>, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

/** Prints a line for people to standard error. */
export const tell = ({ stderr }: Pick<Terminal, 'stderr'>, line: string) =>
  void stderr.write(`${plain(line)}\n`)

export const jsonLine = (value: unknown) => `${JSON.stringify(value)}\n`
