#!/usr/bin/env node
import { CommanderError } from 'commander'
import { createProgram } from './commands/program.ts'

// A reader that stops early, as in `atelier-server client list | head -1`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const program = createProgram(async () => (await import('./config.ts')).parseConfig(process.env))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = await exitCodeOf(error)
}

/** The exit code. Commander has already printed its own errors. It also ends `--help` with an exception. */
async function exitCodeOf(error: unknown) {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const { reportFault } = await import('./commands/report-error.ts')
  return reportFault(error)
}
