#!/usr/bin/env node
import { Interrupted, reportFault } from './faults.ts'
import { createProgram } from './program.ts'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, as in `atelier assets list | head -1`, is no fault.
    process.exit(error.code === 'EPIPE' ? undefined : reportFault(error, process))
  })
}

// Once: the second signal ends the process at once, whatever it is doing.
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
