import { readFileSync, writeFileSync } from 'node:fs'
import { type Effort, median } from './duel.ts'
import type { TimedLine } from './files.ts'
import { type Growth, type GrowthOptions, growthGoal } from './growth.ts'
import { type LatencyLine, loadPart } from './latency.ts'
import type { Line } from './lines.ts'
import type { MemoryLine } from './memory.ts'
import { whole } from './numbers.ts'
import type { PortalFigures } from './portal.ts'

export function duelTable(lines: Line[], { rounds, seconds, connections }: Effort, other = 'Plain'): string {
  const rows = lines.map(({ what, system, baseline, ratio, ratios, goal, note }) => [
    what,
    whole(system),
    whole(baseline),
    `**${ratio.toFixed(2)}**`,
    goalCell(ratio, goal),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    note,
  ])
  return `Requests per second of Atelier and of the other side; ${connections} connections, ${rounds} rounds of ${seconds} s each, alternating; the ratio is the median of the rounds' ratios. Goals are minimums.

${table(['Line', 'Ours', other, 'Ratio', 'Goal', 'Rounds', 'How'], rows)}`
}

export function growthTables(all: Growth[], { rounds, seconds }: GrowthOptions): string {
  const intro = `Milliseconds, median / p99, by the amount of data; one request at a time, ${rounds} rounds of ${seconds} s each, alternating. Goal: the ratio of the medians in the last column is at most ${growthGoal}.`
  return [intro, ...all.flatMap((one) => [growthTable(one), ...sizesTable(one)])].join('\n\n')
}

function growthTable({ of, sizes, lines }: Growth): string {
  const rows = lines.map(({ what, p50Ms, p99Ms, growth }) => [
    what,
    ...p50Ms.map((ms, at) => `${ms.toFixed(2)} / ${p99Ms[at]!.toFixed(2)}`),
    `**${growth.toFixed(2)}**${mark(growth <= growthGoal)}`,
  ])
  return table([`By ${of}`, ...sizes.map(whole), 'Largest / smallest'], rows)
}

/** Returns the table sizes of the largest database, if the engine provides them. */
function sizesTable({ of, sizes, largest }: Growth): string[] {
  if (largest.length === 0) return []
  const megabytes = (bytes: number) => whole(bytes / 2 ** 20)
  const rows = largest.map(({ table, rows, bytes, indexBytes }) => [
    `\`${table}\``,
    whole(rows),
    megabytes(bytes),
    megabytes(indexBytes),
    whole((bytes + indexBytes) / rows),
  ])
  const head = ['Table', 'Rows', 'MB', 'MB of indexes', 'Bytes per row, with indexes']
  return [`Table sizes with ${whole(sizes.at(-1)!)} ${of}:`, table(head, rows)]
}

export function timedTable(lines: TimedLine[]): string {
  const rows = lines.map(({ what, oursMs, bareMs, goal, note }) => {
    const ratio = bareMs / oursMs
    return [what, whole(oursMs), whole(bareMs), `**${ratio.toFixed(2)}**`, goalCell(ratio, goal), note]
  })
  return `Milliseconds of Atelier and of the baseline, measured alternately; medians. The ratio is the baseline's time divided by Atelier's.

${table(['Line', 'Ours', 'Plain', 'Ratio', 'Goal', 'How'], rows)}`
}

export function latencyTable(lines: LatencyLine[], { rounds, seconds, connections }: Effort): string {
  const rows = lines.map(({ what, goal, perSecond, p50Ms, p99Ms, ratios }) => [
    what,
    whole(perSecond),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    `**${median(ratios).toFixed(2)}**`,
    goalCellAtMost(median(ratios), goal),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
  ])
  return `Milliseconds from a request's scheduled time, at ${100 * loadPart} % of the server's maximum; requests at fixed times over ${connections} connections, ${rounds} rounds of ${seconds} s each. The ratio is p99 divided by p50, the median of the rounds.

${table(['Line', 'Requests per second', 'p50', 'p99', 'Ratio', 'Goal', 'Rounds'], rows)}`
}

export function memoryTable(lines: MemoryLine[]): string {
  const megabytes = (bytes: number) => whole(bytes / 2 ** 20)
  const rows = lines.map(({ what, oursBytes, bareBytes, goalBytes }) => [
    what,
    megabytes(oursBytes),
    megabytes(bareBytes),
    `**${megabytes(oursBytes - bareBytes)}**`,
    goalCellAtMost(oursBytes - bareBytes, goalBytes, megabytes),
  ])
  return `Resident megabytes (RSS, with child processes) of the server and of a plain \`node:http\` process after the same load.

${table(['Line', 'Ours', 'Plain', 'More', 'Goal'], rows)}`
}

export function portalTable({ line, figures }: PortalFigures): string {
  return `${timedTable([line])}

${table(['In the browser', 'Measured', 'Goal'], figures)}`
}

const mark = (met: boolean) => (met ? '' : ' (missed)')

const verdict = (met: boolean) => (met ? 'met' : 'missed')

function goalCell(value: number, goal: number | undefined): string {
  return goal === undefined ? '–' : `${goal}, ${verdict(value >= goal)}`
}

function goalCellAtMost(
  value: number,
  goal: number | undefined,
  text: (value: number) => string = String,
): string {
  return goal === undefined ? '–' : `at most ${text(goal)}, ${verdict(value <= goal)}`
}

export function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Replaces the text between the markers of this name in a page. */
export function writeBetween(file: string, name: string, text: string, by = 'bench') {
  const page = readFileSync(file, 'utf8')
  const begin = `<!-- ${by}: ${name} -->`
  const end = `<!-- end: ${name} -->`
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from === -1 || to < from) throw new Error(`${file} has no marker for "${name}".`)
  writeFileSync(file, `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`)
}
