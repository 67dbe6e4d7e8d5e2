import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inherited } from '../../../server/test/support/environment.ts'
import { until } from '../../../server/test/support/until.ts'
import { home, main } from './command.ts'

const opener = fileURLToPath(new URL('./terminal.py', import.meta.url))
const endMsMax = 60_000

const hasPython = spawnSync('python3', ['-c', 'import pty, termios']).status === 0
if (!hasPython && process.env.CI) throw new Error('The terminal tests need python3.')
/** Why terminal tests are skipped. False if they run. */
export const noTerminal = !hasPython && 'no python3, which opens terminals'

export type Shown = {
  type(text: string): void
  /** Waits until the text is on the screen. @returns everything shown so far. */
  shows(expected: string | RegExp): Promise<string>
  /** Waits for the command to exit. */
  ended(): Promise<{ code: number | null; screen: string }>
}

type Size = { columns: number; env?: Record<string, string> }

/** Runs `atelier` in a terminal with this number of columns. */
export const inTerminal = (args: string[], size: Size): Shown =>
  openTerminal([process.execPath, main, ...args], size)

/** Runs a command in a pseudo-terminal, with a window size and Ctrl-C. */
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
      until(`the terminal shows ${expected}`, async () =>
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

/** The columns of a line, with two per Chinese or Japanese character. */
export const columnsOf = (line: string) =>
  [...line].length + (line.match(/[\u3000-\u9fff\uff00-\uffef]/g) ?? []).length
