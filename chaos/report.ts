import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { median } from '../bench/duel.ts'
import { hardware, today } from '../bench/machine.ts'
import { whole } from '../bench/numbers.ts'
import { table, writeBetween } from '../bench/report.ts'
import type { Listed } from './faults.ts'
import { type EngineName, engines, type Outcome } from './outcome.ts'

const head = [
  'Fault',
  'Engine',
  'What was done',
  'Acknowledged',
  'Refused',
  'Unanswered',
  'Lost',
  'Recovery time, median / longest',
  'Run',
]
const notYet = 'not measured yet'
const problemsShown = 20

/** The line that is printed for a fault during the run. */
export function lineOf(
  name: string,
  engine: EngineName,
  { done, counts, problems, backMs }: Outcome,
): string {
  const { acknowledged, refused, unanswered } = counts
  const lost = problems.length === 0 ? 'nothing lost' : `${whole(problems.length)} PROBLEMS`
  const back = backMs.length === 0 ? '' : `; writes worked again after ${backOf(backMs)} (median / longest)`
  const asked = `${whole(acknowledged)} acknowledged, ${whole(refused)} rejected, ${whole(unanswered)} without response`
  const line = `${name}, ${engine}: ${done}: ${asked}, ${lost}${back}.`
  return [line, ...problems.slice(0, problemsShown).map((problem) => `  ${problem}`)].join('\n')
}

/** Date, machine and commit, which a reader needs to judge a row. */
export function runNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' })
  const commit = git('rev-parse', '--short=12', 'HEAD').trim()
  const written = [':!/docs/reliability.md', ':!/docs/soak*.svg']
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':/', ...written)
  return `${today()}; commit \`${commit}\`${changed && ', with changes'}; ${hardware()}.`
}

type Row = { cells: string[]; run: string }

/** Updates a row in the table of a page. */
export function saveRow(
  page: string,
  faults: Record<string, Listed>,
  { name, engine, outcome, run }: { name: string; engine: EngineName; outcome: Outcome; run: string },
) {
  const known = rowsOf(readFileSync(page, 'utf8'))
  const { done, counts, problems, backMs } = outcome
  const cells = [
    `\`${name}\``,
    engine,
    done,
    whole(counts.acknowledged),
    whole(counts.refused),
    whole(counts.unanswered),
    whole(problems.length),
    backOf(backMs),
  ]
  known.set(keyOf(name, engine), { cells, run })
  writeBetween(page, 'faults', tableOf(faults, known), 'chaos')
}

/**
 * Returns one row per fault and engine, in the order of the list. The runs that the last column refers to
 * follow under the table. A pending fault has no row until a result is saved.
 */
export function tableOf(faults: Record<string, Listed>, known: Map<string, Row>): string {
  const runs: string[] = []
  const rows = Object.entries(faults).flatMap(([name, fault]) =>
    engines
      .filter((engine) => fault.engines.includes(engine))
      .filter((engine) => !fault.isPending || known.has(keyOf(name, engine)))
      .map((engine) => {
        const row = known.get(keyOf(name, engine))
        if (!row) return [`\`${name}\``, engine, notYet, '', '', '', '', '', '']
        if (!runs.includes(row.run)) runs.push(row.run)
        return [...row.cells, `${runs.indexOf(row.run) + 1}`]
      }),
  )
  return [table(head, rows), runs.map((run, at) => `${at + 1}. ${run}`).join('\n')].join('\n\n')
}

const keyOf = (name: string, engine: EngineName) => `\`${name}\` ${engine}`

/** The existing rows, without placeholders. */
export function rowsOf(page: string): Map<string, Row> {
  const [, text = ''] = /<!-- chaos: faults -->(.*?)<!-- end: faults -->/s.exec(page) ?? []
  const runs = new Map([...text.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, run]) => [number, run]))
  const rows = new Map<string, Row>()
  for (const line of text.split('\n').filter((line) => line.startsWith('| `'))) {
    const cells = line.slice(2, -2).split(' | ')
    const run = runs.get(cells.pop()!)
    if (run !== undefined) rows.set(`${cells[0]} ${cells[1]}`, { cells, run })
  }
  return rows
}

function backOf(backMs: number[]) {
  if (backMs.length === 0) return '–'
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  return `${seconds(median(backMs))} / ${seconds(Math.max(...backMs))}`
}
