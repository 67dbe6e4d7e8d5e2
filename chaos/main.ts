/** `npm run chaos`: does the service harm in real ways while it is written to, and compares what it kept with what it said. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faults } from './faults.ts'
import { type EngineName, engines, type Outcome } from './outcome.ts'
import { lineOf, saveRow } from './report.ts'

const usage = `npm run chaos -- [flags]
  --engine <name>    postgres or embedded; both when not given
  --fault <name>     ${Object.keys(faults).join(', ')}; all when not given
  --quick            small and short, to see that everything runs; writes nothing
  --save             puts the rows into docs/reliability.md
PostgreSQL is TEST_DATABASE_URL or DATABASE_URL, whose account may create databases; else a private one.`

const page = fileURLToPath(new URL('../docs/reliability.md', import.meta.url))
const runner = fileURLToPath(new URL('./run.ts', import.meta.url))
const withPostgres = fileURLToPath(new URL('../scripts/with-postgres.sh', import.meta.url))

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string' },
    fault: { type: 'string' },
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
  const { engine, fault } = flags
  return (fault !== undefined && !(fault in faults)) || (engine !== undefined && !isEngine(engine))
}

function isEngine(name: string): name is EngineName {
  return (engines as readonly string[]).includes(name)
}

async function runAll() {
  for (const [name, fault] of Object.entries(faults))
    for (const engine of fault.engines) {
      if (isEnding) return
      if (flags.fault !== undefined && flags.fault !== name) continue
      if (flags.engine !== undefined && flags.engine !== engine) continue
      await runOne(name, engine)
    }
}

async function runOne(name: string, engine: EngineName) {
  const outcome = await outcomeOf(name, engine)
  if (isEnding) return
  if (outcome && 'leftOut' in outcome)
    return console.error(`${name}, ${engine}: LEFT OUT: ${outcome.leftOut}.`)
  if (outcome === undefined || outcome.problems.length > 0) process.exitCode = 1
  if (outcome === undefined) return console.log(`${name}, ${engine}: FAILED, as said above.`)
  console.log(lineOf(name, engine, outcome))
  if (flags.save && !flags.quick) saveRow(page, faults, name, engine, outcome)
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
