/**
 * `npm run chaos` injects real faults during writes to the server, then compares the stored data with the
 * acknowledged writes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faults } from './faults.ts'
import { type EngineName, engines, type Outcome } from './outcome.ts'
import { lineOf, runNow, saveRow } from './report.ts'

const usage = `npm run chaos -- [flags]
  --engine <name>    postgres or embedded; default: both
  --fault <name>     ${Object.keys(faults).join(', ')}; default: all that have rows
  --without <name>   skip this fault; can be repeated
  --quick            a short run that checks that everything works; writes nothing
  --save             updates the rows in docs/reliability.md
PostgreSQL is TEST_DATABASE_URL or DATABASE_URL, whose account must be able to create databases. Default: a private server.
Exit codes: 0 all faults were run and nothing was lost; 1 something was lost or failed; 2 invalid usage; 3 nothing was
lost, but some faults cannot run on this machine.`

/** Exit code if nothing was lost, but some faults were skipped. */
const leftOutCode = 3
const page = fileURLToPath(new URL('../docs/reliability.md', import.meta.url))
const runner = fileURLToPath(new URL('./run.ts', import.meta.url))
const withPostgres = fileURLToPath(new URL('../scripts/with-postgres.sh', import.meta.url))

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string' },
    fault: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const { TEST_DATABASE_URL, DATABASE_URL, ...environment } = process.env
const postgresUrl = TEST_DATABASE_URL ?? DATABASE_URL

let running: ChildProcess | undefined
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isEnding = true
    process.exitCode = 130
    // The script runs in its own process group, so that a signal also reaches its child.
    if (running) process.kill(-running.pid!, signal)
  })

if (flags.help) console.log(usage)
else if (isWrong()) {
  console.error(usage)
  process.exitCode = 2
} else await runAll()

function isWrong() {
  const { engine, fault, without } = flags
  const named = fault === undefined ? without : [fault, ...without]
  return named.some((name) => !(name in faults)) || (engine !== undefined && !isEngine(engine))
}

function isEngine(name: string): name is EngineName {
  return (engines as readonly string[]).includes(name)
}

async function runAll() {
  // The commit of the running code, determined before the page is changed.
  const run = flags.save && !flags.quick ? runNow() : undefined
  for (const [name, fault] of Object.entries(faults))
    for (const engine of fault.engines) {
      if (isEnding) return
      if (flags.fault === undefined ? fault.isPending : flags.fault !== name) continue
      if (flags.without.includes(name)) continue
      if (flags.engine !== undefined && flags.engine !== engine) continue
      await runOne(name, engine, run)
    }
}

async function runOne(name: string, engine: EngineName, run: string | undefined) {
  const outcome = await outcomeOf(name, engine)
  if (isEnding) return
  if (outcome && 'leftOut' in outcome) {
    process.exitCode ??= leftOutCode
    return console.error(`${name}, ${engine}: SKIPPED: ${outcome.leftOut}.`)
  }
  if (outcome === undefined || outcome.problems.length > 0) process.exitCode = 1
  if (outcome === undefined) return console.log(`${name}, ${engine}: FAILED, see above.`)
  console.log(lineOf(name, engine, outcome))
  if (run) saveRow(page, faults, { name, engine, outcome, run })
}

/** Returns undefined if the process failed. The process reports its failure on standard error. */
async function outcomeOf(
  name: string,
  engine: EngineName,
): Promise<Outcome | { leftOut: string } | undefined> {
  const run = [process.execPath, runner, name, ...(flags.quick ? ['quick'] : [])]
  const isPrivate = engine === 'postgres' && postgresUrl === undefined
  const [command, ...rest] = isPrivate ? [withPostgres, ...run] : run
  const child = spawn(command!, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { ...environment, ...(engine === 'postgres' && postgresUrl && { TEST_DATABASE_URL: postgresUrl }) },
  })
  running = child
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  running = undefined
  // The test runner is used for cleanup, and also prints that there were no tests.
  const line = said.split('\n').find((line) => line.startsWith('{'))
  return status === 0 && line ? JSON.parse(line) : undefined
}
