#!/usr/bin/env node
import { Interrupted, reportFault } from './faults.ts'
import { createProgram } from './program.ts'

// A reader that has seen enough, as in `atelier assets list | head -1`, is no fault.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
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
  process.exitCode = reportFault(stop.signal.aborted ? stop.signal.reason : error, stderr)
}
