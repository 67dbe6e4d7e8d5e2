/**
 * `npm run bench` measures Atelier on both engines against minimal baselines and writes docs/benchmarks.md.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { archiveLine } from './archive.ts'
import { writeChart } from './chart.ts'
import type { Effort } from './duel.ts'
import { embeddedEngine } from './engines/embedded.ts'
import type { Engine } from './engines/engine.ts'
import { postgresEngine } from './engines/postgres.ts'
import { fileLines } from './files.ts'
import { type GrowthOptions, growth } from './growth.ts'
import { latencyLines } from './latency.ts'
import { listLine, tokenLines, writeLine } from './lines.ts'
import { machine } from './machine.ts'
import { type MemoryOptions, memoryLines } from './memory.ts'
import { peerLines } from './peers/lines.ts'
import { portalFigures } from './portal.ts'
import { canPin, commandExists, endChildren, loadCore } from './processes.ts'
import { renderingLines } from './rendering.ts'
import { browserLine, renderLines } from './renders.ts'
import { renditionsLine } from './renditions.ts'
import {
  duelTable,
  growthTables,
  latencyTable,
  memoryTable,
  portalTable,
  timedTable,
  writeBetween,
} from './report.ts'
import { sdkLine } from './sdk.ts'
import { uploadLine } from './upload.ts'
import { warmLines } from './warm.ts'
import { workersLine } from './workers.ts'
import { zipLine } from './zip.ts'

const usage = `npm run bench -- [flags]
  --quick            a short run that checks that everything works; writes nothing
  --engine <name>    postgres or embedded; default: both
  --line <name>      list, warm, workers, token, peers, latency, memory, write, sdk, upload, files, renditions, zip,
                     renders, archive, portal or growth; default: all
  --save             with --line: updates its table in docs/benchmarks.md, as a full run does
  --chart            only draws the chart of docs/benchmarks.md again
  --profile <dir>    saves CPU profiles of both servers for the lines list, warm and token
PostgreSQL is TEST_DATABASE_URL or DATABASE_URL, whose account must be able to create databases. Default: a private server.`

const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))

/** Sizes for five million assets, a million templates, ten thousand companies and ten million tokens. */
const large = {
  assets: [1_000, 100_000, 2_500_000],
  templates: [1_000, 100_000, 500_000],
  tokens: [10_000, 1_000_000, 10_000_000],
}
/** The embedded engine is meant for one machine with a small number of companies. */
const moderate = {
  assets: [1_000, 100_000, 1_000_000],
  templates: [1_000, 100_000],
  tokens: [10_000, 1_000_000],
}

/** Lines whose server has a core to itself. The database shares the other core with the load. */
const besideLoad = new Set(['list', 'warm', 'token', 'peers', 'latency', 'write', 'growth'])

/** Time after which cleanup is abandoned. */
const endMsMax = 20_000

const withPostgres = fileURLToPath(new URL('../scripts/with-postgres.sh', import.meta.url))

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string' },
    line: { type: 'string' },
    save: { type: 'boolean', default: false },
    profile: { type: 'string' },
    chart: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const { TEST_DATABASE_URL, DATABASE_URL } = process.env
const postgresUrl = TEST_DATABASE_URL ?? DATABASE_URL

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)

if (flags.help) console.log(usage)
else if (flags.chart) writeChart()
else
  await benchEngines().catch((error) => {
    // Errors after an interruption are caused by it and are not reported.
    if (!isEnding) throw error
  })

async function benchEngines() {
  if (flags.engine !== 'embedded') await benchPostgres()
  if (flags.engine !== 'postgres' && !isEnding) await bench(await embeddedEngine())
}

/** If no PostgreSQL is configured, runs the same command again under a script that starts one. */
async function benchPostgres() {
  if (postgresUrl !== undefined) return bench(await postgresEngine(postgresUrl))
  const rest = process.argv.slice(2).filter((argument) => !argument.startsWith('--engine'))
  const command = [process.execPath, fileURLToPath(import.meta.url), ...rest, '--engine=postgres']
  // The script runs in its own process group, so that a signal also reaches its child.
  const child = spawn(withPostgres, command, { stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  const pass = (signal: NodeJS.Signals) => process.kill(-child.pid!, signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const [status] = await once(child, 'exit')
  process.off('SIGINT', pass).off('SIGTERM', pass)
  if (status !== 0 && !isEnding) process.exitCode = status ?? 1
}

/** Code that waits for an ended process fails and then deletes its temporary files. */
function end(signal: NodeJS.Signals) {
  console.error(`${signal}: stopping all processes …`)
  isEnding = true
  process.exitCode = 130
  endChildren()
  setTimeout(() => process.exit(), endMsMax).unref()
}

async function bench(engine: Engine) {
  const { effort, growing, templates, rest } = sizes(engine)
  const nodeFlags = flags.profile ? ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`] : []
  const options = { effort, templates, nodeFlags }
  const lines: Record<string, () => Promise<string>> = {
    list: async () => duelTable([await listLine(engine, options)], effort),
    warm: async () => duelTable(await warmLines(engine, options), effort),
    workers: async () => duelTable([await workersLine(engine, options)], effort),
    token: async () => duelTable(await tokenLines(engine, options), effort),
    peers: async () => duelTable(await peerLines(engine, options), effort, 'Peer'),
    latency: async () => latencyTable(await latencyLines(engine, options), effort),
    memory: async () => memoryTable(await memoryLines(engine, options, rest)),
    write: async () => duelTable([await writeLine(engine, options)], effort),
    sdk: async () => timedTable([await sdkLine(engine, templates, flags.quick ? 1 : 5)]),
    upload: async () =>
      timedTable([await uploadLine(engine, flags.quick ? 100 : 2_000, flags.quick ? 1 : 5)]),
    files: async () => timedTable(await fileLines(engine, flags.quick)),
    renditions: async () =>
      timedTable([await renditionsLine(engine, flags.quick ? 40 : 400, flags.quick ? 1 : 4)]),
    zip: async () => timedTable([await zipLine(engine, flags.quick ? 200 : 2_000, flags.quick ? 1 : 5)]),
    renders: async () =>
      timedTable([
        ...(await renderLines(flags.quick)),
        await browserLine(flags.quick),
        ...(await renderingLines(engine, flags.quick, effort)),
      ]),
    archive: async () => timedTable([await archiveLine(engine, flags.quick ? 1_000 : 50_000)]),
    portal: async () =>
      portalTable(await portalFigures(engine, flags.quick ? 1_000 : 100_000, flags.quick ? 1 : 15)),
    growth: async () => growthTables(await growth(engine, growing), growing),
  }
  const isSaved = !flags.quick && (flags.save || flags.line === undefined)
  for (const [name, measure] of Object.entries(lines)) {
    if (flags.line !== undefined && flags.line !== name) continue
    // The embedded database runs inside the server process and uses by far the most memory.
    if (engine.kind === 'embedded' && (name === 'workers' || name === 'memory')) continue
    // Most of rendering needs no database.
    if (engine.kind === 'postgres' && name === 'renders') continue
    if (name === 'zip' && !(commandExists('curl') && commandExists('zip'))) {
      console.error('Skipped the line "zip": curl or zip is not installed.')
      continue
    }
    // The database of the embedded engine is part of the server, so its CPU time is counted.
    if (name === 'renditions' && engine.kind === 'postgres') continue
    if (name === 'renditions' && !commandExists('vipsthumbnail')) {
      console.error('Skipped the line "renditions": vipsthumbnail is not installed.')
      continue
    }
    if (name === 'upload' && !commandExists('curl')) {
      console.error('Skipped the line "upload": curl is not installed.')
      continue
    }
    const putBack = besideLoad.has(name) && canPin ? await engine.moveTo?.(loadCore) : undefined
    const table = await measure().finally(putBack)
    const isBeside = putBack !== undefined || (engine.kind === 'embedded' && besideLoad.has(name))
    const text = [`${engine.title}, ${machine(isBeside)}`, table].join('\n\n')
    console.log(`${text}\n`)
    if (isSaved) writeBetween(page, `${engine.kind} ${name}`, text)
  }
  if (isSaved) writeChart()
}

type Sizes = { effort: Effort; growing: GrowthOptions; templates: number; rest: MemoryOptions }

function sizes({ kind }: Engine): Sizes {
  if (flags.quick) {
    return {
      effort: { rounds: 1, seconds: 1, warmSeconds: 1, connections: 32 },
      growing: {
        assets: [1_000, 2_000],
        templates: [1_000, 2_000],
        tokens: [10_000, 20_000],
        rounds: 1,
        seconds: 1,
      },
      templates: 1_000,
      rest: { loadSeconds: 2, pauseSeconds: 2 },
    }
  }
  return {
    effort: { rounds: 5, seconds: 5, warmSeconds: 3, connections: 32 },
    growing: { ...(kind === 'postgres' ? large : moderate), rounds: 5, seconds: 2 },
    templates: 100_000,
    rest: { loadSeconds: 60, pauseSeconds: 30 },
  }
}
