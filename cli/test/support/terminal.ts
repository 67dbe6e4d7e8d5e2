import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inherited } from '../../../server/test/support/environment.ts'
import { until } from '../../../server/test/support/until.ts'
import { home, main } from './command.ts'

const opener = fileURLToPath(new URL('./terminal.py', import.meta.url))
const endMsMax = 60_000

const hasPython = spawnSync('python3', ['-c', 'import pty, termios']).status === 0
if (!hasPython && process.env.CI) throw new Error('The tests of terminals need python3.')
/** Why a test in a terminal is left out; false where it is not. */
export const noTerminal = !hasPython && 'there is no python3, which opens terminals'

export type Shown = {
  type(text: string): void
  /** Waits until this is on the screen. @returns all that was shown. */
  shows(expected: string | RegExp): Promise<string>
  /** Waits for the end. */
  ended(): Promise<{ code: number | null; screen: string }>
}

type Size = { columns: number; env?: Record<string, string> }

/** `atelier` in a terminal of so many columns. */
export const inTerminal = (args: string[], size: Size): Shown =>
  openTerminal([process.execPath, main, ...args], size)

/** A command in a terminal, where Ctrl-C and the size of the window are what they are to people. */
export function openTerminal(command: string[], { columns, env = {} }: Size): Shown {
  const child: ChildProcess = spawn('python3', [opener, String(columns), ...command], {
    cwd: home,
    timeout: endMsMax,
    env: { ...inherited, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let screen = ''
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    screen += text
  })
  child.stdin!.on('error', () => {})
  return {
    type: (text) => void child.stdin!.write(text),
    shows: (expected) =>
      until(`${expected} is shown`, async () =>
        (typeof expected === 'string' ? screen.includes(expected) : expected.test(screen))
          ? screen
          : undefined,
      ),
    async ended() {
      const [code] = await closed
      return { code, screen }
    },
  }
}

/** Columns that a line takes: two for each letter of Chinese or Japanese. */
export const columnsOf = (line: string) =>
  [...line].length + (line.match(/[\u3000-\u9fff\uff00-\uffef]/g) ?? []).length
