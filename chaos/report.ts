import { readFileSync } from 'node:fs'
import { median } from '../bench/duel.ts'
import { table, whole, writeBetween } from '../bench/report.ts'
import type { Listed } from './faults.ts'
import { type EngineName, engines, type Outcome } from './outcome.ts'

const head = [
  'Fault',
  'Engine',
  'Acknowledged',
  'Refused',
  'Unanswered',
  'Lost',
  'Back after, median / longest',
]
const notYet = 'not measured yet'
const problemsShown = 20

/** What people read while it runs. */
export function lineOf(
  name: string,
  engine: EngineName,
  { done, counts, problems, backMs }: Outcome,
): string {
  const { acknowledged, refused, unanswered } = counts
  const lost = problems.length === 0 ? 'nothing lost' : `${whole(problems.length)} PROBLEMS`
  const back = backMs.length === 0 ? '' : `; writes worked again after ${backOf(backMs)} (median / longest)`
  const asked = `${whole(acknowledged)} acknowledged, ${whole(refused)} refused, ${whole(unanswered)} unanswered`
  const line = `${name}, ${engine}: ${done}: ${asked}, ${lost}${back}.`
  return [line, ...problems.slice(0, problemsShown).map((problem) => `  ${problem}`)].join('\n')
}

/** Puts its row into the table of a page, in place of the one that was there. */
export function saveRow(
  page: string,
  faults: Record<string, Listed>,
  name: string,
  engine: EngineName,
  outcome: Outcome,
) {
  const known = rowsOf(readFileSync(page, 'utf8'))
  const { counts, problems, backMs } = outcome
  known.set(keyOf(name, engine), [
    `\`${name}\``,
    engine,
    whole(counts.acknowledged),
    whole(counts.refused),
    whole(counts.unanswered),
    whole(problems.length),
    backOf(backMs),
  ])
  writeBetween(page, 'faults', tableOf(faults, known), 'chaos')
}

/** A row for each fault on each engine that it is for, in the order in which they are listed. */
export function tableOf(faults: Record<string, Listed>, known: Map<string, string[]>): string {
  const rows = Object.entries(faults).flatMap(([name, fault]) =>
    engines
      .filter((engine) => fault.engines.includes(engine))
      .map((engine) => known.get(keyOf(name, engine)) ?? [`\`${name}\``, engine, notYet, '', '', '', '']),
  )
  return table(head, rows)
}

const keyOf = (name: string, engine: EngineName) => `\`${name}\` ${engine}`

function rowsOf(page: string): Map<string, string[]> {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    rows.map((row) => {
      const cells = row.slice(2, -2).split(' | ')
      return [`${cells[0]} ${cells[1]}`, cells]
    }),
  )
}

function backOf(backMs: number[]) {
  if (backMs.length === 0) return '–'
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  return `${seconds(median(backMs))} / ${seconds(Math.max(...backMs))}`
}
