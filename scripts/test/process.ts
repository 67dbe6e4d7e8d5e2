// This module is loaded before each test file. It limits how long the file can run and records its CPU time.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/**
 * A file that takes longer hangs. The slowest file takes 90 s on a quiet machine, and has taken 240 s on a
 * busy machine.
 */
const fileSecondsMax = 900
/** Time for a file to close its services after its last test, which usually takes only seconds. */
const endSecondsMax = 90
/** Unit of times in /proc. Linux has used 100 ticks per second for as long as Node has supported it. */
const ticksPerSecond = 100

const [, file = ''] = process.argv
const { TEST_TIMES_DIR: folder } = process.env

// Threads and child processes can inherit the options of the test's process.
if (isMainThread && file.endsWith('.test.ts')) {
  const { after } = await import('node:test')
  exitAfter(fileSecondsMax, `${file} takes longer than ${fileSecondsMax} s`)
  // This hook runs before all hooks of the file, because it is registered first.
  after(() => exitAfter(endSecondsMax, `${file} is still running ${endSecondsMax} s after its last test`))
  if (folder) process.once('exit', () => writeFileSync(join(folder, `${process.pid}`), cpuSeconds()))
}

/**
 * Node's own timeout ends a test but not the process. An open resource, such as an uncommitted transaction,
 * would keep the file running until the process is killed.
 */
function exitAfter(seconds: number, message: string) {
  const exit = () => {
    console.error(
      `${message}. What keeps it running: ${[...new Set(process.getActiveResourcesInfo())].join(', ')}`,
    )
    process.exit(1)
  }
  setTimeout(exit, seconds * 1_000).unref()
}

/** Returns the CPU time of this process and of its child processes that have exited and were waited for. */
function cpuSeconds(): string {
  return JSON.stringify({ file, seconds: process.platform === 'linux' ? fromProc() : fromNode() })
}

function fromProc(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name of the program, in parentheses, can contain spaces. utime, stime, cutime and cstime are fields
  // 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks / ticksPerSecond
}

function fromNode(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}
