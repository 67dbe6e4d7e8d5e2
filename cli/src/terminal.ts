import type { ReadStream, WriteStream } from 'node:tty'
import { plain } from './text/plain.ts'

/** What a command reads from and says to. */
export type Terminal = {
  env: Record<string, string | undefined>
  stdin: NodeJS.ReadStream | ReadStream
  stdout: NodeJS.WriteStream | WriteStream
  stderr: NodeJS.WriteStream | WriteStream
  /** Ends when somebody presses Ctrl-C. */
  signal: AbortSignal
}

/** Waits until it is taken: a long list is not kept in memory for a slow reader. */
export function print({ stdout }: Pick<Terminal, 'stdout'>, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

/** A line for people beside what was asked for. */
export const tell = ({ stderr }: Pick<Terminal, 'stderr'>, line: string) =>
  void stderr.write(`${plain(line)}\n`)

export const jsonLine = (value: unknown) => `${JSON.stringify(value)}\n`
