#!/usr/bin/env node
import { Interrupted, reportFault } from './errors.ts'
import { createProgram } from './program.ts'
import type { Terminal } from './terminal.ts'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A closed pipe, as in `atelier assets list | head -1`, is not an error.
    process.exit(error.code === 'EPIPE' ? undefined : reportFault(error, process))
  })
}

// Handles only the first signal, so that a second signal ends the process immediately.
const stop = new AbortController()
process.once('SIGINT', () => stop.abort(new Interrupted(130)))
process.once('SIGTERM', () => stop.abort(new Interrupted(143)))

const { env, stdin, stdout, stderr, argv } = process
const isJson = argv.slice(2, argv.includes('--') ? argv.indexOf('--') : undefined).includes('--json')
// A profile changes the environment of the terminal, which errors depend on.
const terminal: Terminal = { env, stdin, stdout, stderr, signal: stop.signal, isJson }
const program = createProgram(terminal)

try {
  await program.parseAsync()
} catch (error) {
  const reason = stop.signal.aborted ? stop.signal.reason : error
  process.exitCode = reportFault(reason, terminal)
}
