/** `npm run chaos`: does the service harm in real ways while it is written to, and compares what it kept with what it said. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faults } from './faults.ts'
import { type EngineName, engines, type Outcome } from './outcome.ts'
import { lineOf, runNow, saveRow } from './report.ts'

const usage = `npm run chaos -- [flags]
  --engine <name>    postgres or embedded; both when not given
  --fault <name>     ${Object.keys(faults).join(', ')}; all that have rows when not given
  --without <name>   not this one; may be said several times
  --quick            small and short, to see that everything runs; writes nothing
  --save             puts the rows into docs/reliability.md
PostgreSQL is TEST_DATABASE_URL or DATABASE_URL, whose account may create databases; else a private one.
Ends with 0 when all that was asked for was tried and nothing was lost, with 1 when something was lost or failed, with 2
when it was typed wrongly, and with 3 when nothing was lost, but something can't be tried on this machine.`

/** Nothing was lost, but not everything was tried. */
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
    // In a group of its own: the script around it waits for what it runs, which must be told to end as well.
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
  // Of the code that runs, whatever is written into the page meanwhile.
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
    return console.error(`${name}, ${engine}: LEFT OUT: ${outcome.leftOut}.`)
  }
  if (outcome === undefined || outcome.problems.length > 0) process.exitCode = 1
  if (outcome === undefined) return console.log(`${name}, ${engine}: FAILED, as said above.`)
  console.log(lineOf(name, engine, outcome))
  if (run) saveRow(page, faults, { name, engine, outcome, run })
}

/** Undefined when the process has failed, which it says on standard error. */
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
  // What ends things as after a test file says beside it that there were no tests.
  const line = said.split('\n').find((line) => line.startsWith('{'))
  return status === 0 && line ? JSON.parse(line) : undefined
}
