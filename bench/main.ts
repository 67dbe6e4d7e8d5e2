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
import { duelTable, growthTable, timedTable, writeBetween } from './report.ts'

const usage = `npm run bench -- [flags]
  --quick            small and short, to see that everything runs; writes nothing
  --engine <name>    postgres or embedded; both when not given
  --line <name>      list, token, write, files, archive or growth; all when not given; writes nothing
  --profile <dir>    CPU profiles of both servers of the list line
PostgreSQL is TEST_DATABASE_URL or DATABASE_URL, whose account may create databases; else a private one.`

const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))
const withPostgres = fileURLToPath(new URL('../scripts/with-postgres.sh', import.meta.url))

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string' },
    line: { type: 'string' },
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
  const asked = (line: string) => flags.line === undefined || flags.line === line
  const parts: string[] = []
  const say = (text: string) => {
    parts.push(text)
    console.log(`${text}\n`)
  }

  console.log(`## ${engine.title}\n`)
  say(machine().join('\n'))
  const list = asked('list') ? [await listLine(engine, options)] : []
  const tokens = asked('token') ? await tokenLines(engine, options) : []
  const writes = asked('write') ? [await writeLine(engine, options)] : []
  const duels = [...list, ...tokens, ...writes]
  if (duels.length > 0) say(duelTable(duels, effort))
  const timed = asked('files') ? await fileLines(engine, flags.quick) : []
  if (asked('archive')) timed.push(await archiveLine(engine, flags.quick ? 1_000 : 50_000))
  if (timed.length > 0) say(timedTable(timed))
  if (asked('growth')) say(growthTable(await growthLines(engine, growth), growth))
  if (flags.quick || flags.line !== undefined) return
  writeBetween(page, engine.kind, [`## ${engine.title}`, ...parts].join('\n\n'))
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
