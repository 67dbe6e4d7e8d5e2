import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Interrupted, UsageError } from '../errors.ts'
import type { Terminal } from '../terminal.ts'

/** Prompts in the terminal. With `isHidden`, the input is not echoed. */
export async function ask(terminal: Terminal, question: string, isHidden = false): Promise<string> {
  const { stdin, stderr } = terminal
  let isShown = true
  const output = new Writable({
    write(chunk, _, done) {
      if (isShown) stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: stdin, output, terminal: true })
  // In raw mode, Ctrl-C arrives as a character.
  const given = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new Interrupted(130)))
    lines.once('close', () => reject(new UsageError('Nothing was entered.')))
  })
  try {
    const answer = lines.question(`${question}: `, { signal: terminal.signal })
    isShown = !isHidden
    return (await Promise.race([answer, given])).trim()
  } finally {
    given.catch(() => {})
    lines.close()
    stderr.write(isHidden ? '\n' : '')
  }
}

/** Maximum length of the input. No secret or token is as long. */
const inputCharactersMax = 10_000

/** Standard input, without the final newline. */
export async function readInput({ stdin, signal }: Terminal): Promise<string> {
  let text = ''
  signal.addEventListener('abort', () => stdin.destroy(), { once: true })
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk
    if (text.length > inputCharactersMax) throw new UsageError('The input is too long for a secret.')
  }
  return text.trim()
}
