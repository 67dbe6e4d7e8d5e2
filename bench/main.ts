/** `npm run bench`: measures Atelier on both engines against the barest baseline, and writes docs/benchmarks.md. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { archiveLine } from './archive.ts'
import type { Effort } from './duel.ts'
import { embeddedEngine } from './engines/embedded.ts'
import type { Engine } from './engines/engine.ts'
import { postgresEngine } from './engines/postgres.ts'
import { fileLines } from './files.ts'
import { type GrowthOptions, growthLines } from './growth.ts'
import { listLine, tokenLines, writeLine } from './lines.ts'
import { machine } from './machine.ts'
import { portalFigures } from './portal.ts'
import { commandExists } from './processes.ts'
import { duelTable, growthTable, portalTable, timedTable, writeBetween } from './report.ts'
import { sdkLine } from './sdk.ts'
import { uploadLine } from './upload.ts'
import { warmLines } from './warm.ts'
import { workersLine } from './workers.ts'

const usage = `npm run bench -- [flags]
  --quick            small and short, to see that everything runs; writes nothing
  --engine <name>    postgres or embedded; both when not given
  --line <name>      list, warm, workers, token, write, sdk, upload, files, archive, portal or growth; all when not given
  --save             with --line: puts its table into docs/benchmarks.md, as a run of all lines does
  --profile <dir>    CPU profiles of both servers of the lines list and warm
PostgreSQL is TEST_DATABASE_URL or DATABASE_URL, whose account may create databases; else a private one.`

const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))
const withPostgres = fileURLToPath(new URL('../scripts/with-postgres.sh', import.meta.url))

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string' },
    line: { type: 'string' },
    save: { type: 'boolean', default: false },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const { TEST_DATABASE_URL, DATABASE_URL } = process.env
const postgresUrl = TEST_DATABASE_URL ?? DATABASE_URL

if (flags.help) console.log(usage)
else {
  if (flags.engine !== 'embedded') await benchPostgres()
  if (flags.engine !== 'postgres') await bench(await embeddedEngine())
}

/** Without a server given, the same command runs once more under a script that brings one. */
async function benchPostgres() {
  if (postgresUrl !== undefined) return bench(await postgresEngine(postgresUrl))
  const rest = process.argv.slice(2).filter((argument) => !argument.startsWith('--engine'))
  const { status } = spawnSync(
    withPostgres,
    [process.execPath, fileURLToPath(import.meta.url), ...rest, '--engine=postgres'],
    { stdio: 'inherit' },
  )
  if (status !== 0) process.exitCode = status ?? 1
}

async function bench(engine: Engine) {
  const { effort, growth, templates } = sizes()
  const nodeFlags = flags.profile ? ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`] : []
  const options = { effort, templates, nodeFlags }
  const lines: Record<string, () => Promise<string>> = {
    list: async () => duelTable([await listLine(engine, options)], effort),
    warm: async () => duelTable(await warmLines(engine, options), effort),
    workers: async () => duelTable([await workersLine(engine, options)], effort),
    token: async () => duelTable(await tokenLines(engine, options), effort),
    write: async () => duelTable([await writeLine(engine, options)], effort),
    sdk: async () => timedTable([await sdkLine(engine, templates, flags.quick ? 1 : 5)]),
    upload: async () =>
      timedTable([await uploadLine(engine, flags.quick ? 100 : 2_000, flags.quick ? 1 : 5)]),
    files: async () => timedTable(await fileLines(engine, flags.quick)),
    archive: async () => timedTable([await archiveLine(engine, flags.quick ? 1_000 : 50_000)]),
    portal: async () =>
      portalTable(await portalFigures(engine, flags.quick ? 1_000 : 100_000, flags.quick ? 1 : 15)),
    growth: async () => growthTable(await growthLines(engine, growth), growth),
  }
  const isSaved = !flags.quick && (flags.save || flags.line === undefined)
  for (const [name, measure] of Object.entries(lines)) {
    if (flags.line !== undefined && flags.line !== name) continue
    // One process owns the embedded database.
    if (name === 'workers' && engine.kind === 'embedded') continue
    if (name === 'upload' && !commandExists('curl')) {
      console.error('The line «upload» is left out: there is no curl here.')
      continue
    }
    const text = [`${engine.title}, ${machine()}`, await measure()].join('\n\n')
    console.log(`${text}\n`)
    if (isSaved) writeBetween(page, `${engine.kind} ${name}`, text)
  }
}

function sizes(): { effort: Effort; growth: GrowthOptions; templates: number } {
  if (flags.quick) {
    return {
      effort: { rounds: 1, seconds: 1, warmSeconds: 1, connections: 32 },
      growth: { sizes: [1_000, 2_000], rounds: 1, seconds: 1 },
      templates: 1_000,
    }
  }
  return {
    effort: { rounds: 5, seconds: 5, warmSeconds: 3, connections: 32 },
    growth: { sizes: [1_000, 100_000, 1_000_000], rounds: 5, seconds: 2 },
    templates: 100_000,
  }
}
