import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicId } from '../server/src/ids.ts'
import { openCopying } from './baselines/copy.ts'
import { median } from './duel.ts'
import type { Engine, Environment } from './engines/engine.ts'
import { type TimedLine, timed } from './files.ts'
import { type Filled, fillCopied, fillExported } from './fill/archive.ts'

/** Minimum speed relative to the baseline: Atelier may take 1.5 times as long. */
const goal = 0.67
const fileBytes = 8 * 1024
/** Number of rounds. An archive takes minutes, most of them for filling the databases. */
const rounds = 1

const tables = [
  'folders',
  'folder_words',
  'assets',
  'asset_versions',
  'asset_words',
  'asset_tags',
  'asset_tag_words',
  'asset_taggings',
]

/**
 * Measures the import of a company with `atelier-server import`. The baseline is `COPY` of the same rows into
 * the same tables, and `cp` of the files.
 */
export async function archiveLine(engine: Engine, assets: number): Promise<TimedLine> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const rows = join(directory, 'rows')
  mkdirSync(rows)
  const source = await engine.open({
    name: 'exported',
    kept: false,
    fill: (owner) => fillExported(owner, assets),
  })
  try {
    const company = source.facts
    const from = { DATA_DIR: join(directory, 'source'), ...source.server }
    const files = join(from.DATA_DIR, 'files', company.companyId)
    makeFiles(files, assets)
    const columns = await copyOut(from, rows, company)
    const archive = join(directory, 'company.tar')
    operate(from, ['export', '--company', publicId('company', company.companyId), archive])
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < rounds; round++) {
      const into = join(directory, `into${round}`)
      ours.push(await importTime(engine, join(into, 'ours'), archive))
      bare.push(await copyTime(engine, join(into, 'bare'), { rows, files, columns, company }))
      rmSync(into, { recursive: true })
    }
    return {
      what: `Import of ${assets.toLocaleString('en')} assets`,
      oursMs: median(ours),
      bareMs: median(bare),
      goal,
      note: `each with its version, search terms, tags and a file of ${fileBytes / 1024} kB; against \`COPY\` of the same rows, \`cp\` and \`sync\``,
    }
  } finally {
    await source.remove()
    rmSync(directory, { recursive: true })
  }
}

function makeFiles(directory: string, count: number) {
  mkdirSync(directory, { recursive: true })
  for (let n = 1; n <= count; n++) writeFileSync(join(directory, `o${n}.jpg`), randomBytes(fileBytes))
}

type Columns = Record<string, string>

/** Copies rows out, without generated columns. */
async function copyOut(from: Environment, rows: string, { companyId }: Filled): Promise<Columns> {
  const copying = await openCopying(from, rows)
  const columns: Columns = {}
  for (const table of tables) {
    columns[table] = (await copying.columns(table)).join(', ')
    await copying.out(table, `select ${columns[table]} from ${table} where company_id = '${companyId}'`)
  }
  await copying.close()
  return columns
}

/** Measures the whole command, including its startup. */
async function importTime(engine: Engine, directory: string, archive: string): Promise<number> {
  const target = await engine.open({ name: 'imported', kept: false, fill: async () => ({}) })
  const into = { DATA_DIR: directory, ...target.server }
  return timed(async () => operate(into, ['import', archive])).finally(target.remove)
}

type Copied = { rows: string; files: string; columns: Columns; company: Filled }

async function copyTime(engine: Engine, directory: string, { rows, files, columns, company }: Copied) {
  const target = await engine.open({
    name: 'copied',
    kept: false,
    fill: (owner) => fillCopied(owner, company),
  })
  const copying = await openCopying(target.server, rows)
  mkdirSync(directory, { recursive: true })
  const copyMs = await timed(async () => {
    await copying.run('begin')
    for (const table of tables) await copying.in(table, columns[table]!)
    await copying.run('commit')
    execFileSync('cp', ['-r', files, directory])
    execFileSync('sync', ['-f', directory])
  })
  await copying.close()
  await target.remove()
  return copyMs
}

const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

function operate(environment: Environment, args: string[]) {
  const env = { PATH: process.env.PATH, ...environment }
  execFileSync(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
