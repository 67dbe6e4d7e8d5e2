#!/usr/bin/env node
import { Interrupted, reportFault } from './errors.ts'
import { createProgram } from './program.ts'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A closed pipe, as in `atelier assets list | head -1`, is not an error.
    process.exit(error.code === 'EPIPE' ? undefined : reportFault(error, process))
  })
}

// Only once: a second signal ends the process immediately.
const stop = new AbortController()
process.once('SIGINT', () => stop.abort(new Interrupted(130)))
process.once('SIGTERM', () => stop.abort(new Interrupted(143)))

const { env, stdin, stdout, stderr } = process
const program = createProgram({ env, stdin, stdout, stderr, signal: stop.signal })

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = reportFault(stop.signal.aborted ? stop.signal.reason : error, process)
}
