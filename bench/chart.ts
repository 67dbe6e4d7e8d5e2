import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawing, escaped, round, width } from './drawing.ts'
import { type SavedRatio, savedRatios } from './saved.ts'

const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))
const file = fileURLToPath(new URL('../docs/benchmarks.svg', import.meta.url))

/** Draws the chart of the figures in docs/benchmarks.md. */
export const writeChart = () => writeFileSync(file, chartOf(savedRatios(readFileSync(page, 'utf8'))))

const labelWidth = 440
const right = 70
const rowHeight = 24
const headHeight = 44
const top = 84
const decades = [0.1, 1, 10, 100, 1000]
const barWidth = width - labelWidth - right

const titles = { postgres: 'PostgreSQL', embedded: 'Embedded engine' }

/**
 * Draws ratios on a logarithmic scale and marks the goal of each. Colors follow the reader's light or dark
 * mode. Missed goals are also hollow, for readers who cannot distinguish the colors.
 */
export function chartOf(ratios: SavedRatio[]): string {
  const groups = groupsOf(ratios)
  let y = top
  const parts: string[] = []
  for (const { title, rows } of groups) {
    parts.push(`<text class="h" x="16" y="${y + 26}">${escaped(title)}</text>`)
    y += headHeight
    for (const row of rows) {
      parts.push(rowAt(row, y))
      y += rowHeight
    }
  }
  const height = y + 16
  const met = ratios.filter((ratio) => ratio.isMet).length
  const summary = `Ratios of Atelier to what it is compared with, ${met} of ${ratios.length} goals met.`
  const style = `.h { font-weight: 600; font-size: 15px }
.met { fill: var(--met) }
.missed { fill: none; stroke: var(--missed); stroke-width: 1.5 }
.goal { stroke: var(--text); stroke-width: 2 }`
  const lines = [legend(), ...decades.map((value) => gridAt(value, height)), ...parts]
  return drawing({ height, summary, style, parts: lines })
}

type Group = { title: string; rows: SavedRatio[] }

function groupsOf(ratios: SavedRatio[]): Group[] {
  const groups: Group[] = []
  for (const engine of ['postgres', 'embedded'] as const) {
    for (const isLimit of [false, true]) {
      const rows = ratios.filter((ratio) => ratio.engine === engine && ratio.isLimit === isLimit)
      const better = isLimit ? 'smaller is better' : 'larger is better'
      if (rows.length > 0) groups.push({ title: `${titles[engine]}: ${better}`, rows })
    }
  }
  return groups
}

function rowAt({ line, ratio, goal, isMet }: SavedRatio, y: number): string {
  const end = xOf(ratio)
  const middle = y + rowHeight / 2
  const label = `${goal}, ${isMet ? 'met' : 'missed'}`
  return [
    `<g><title>${escaped(line)}: ${ratio}; goal ${label}</title>`,
    `<text x="${labelWidth - 12}" y="${middle + 4}" text-anchor="end">${escaped(line)}</text>`,
    `<rect class="${isMet ? 'met' : 'missed'}" x="${labelWidth}" y="${y + 5}" width="${round(end - labelWidth)}" height="${rowHeight - 10}"/>`,
    `<path class="goal" d="M${xOf(goal)} ${y + 2}V${y + rowHeight - 2}"/>`,
    `<text class="n" x="${round(Math.max(end, xOf(goal)) + 6)}" y="${middle + 4}">${ratio}</text></g>`,
  ].join('')
}

function legend(): string {
  return `<rect class="met" x="16" y="14" width="24" height="14"/><text x="48" y="26">goal met</text>
<rect class="missed" x="128" y="14" width="24" height="14"/><text x="160" y="26">goal missed</text>
<path class="goal" d="M262 11V31"/><text x="272" y="26">the goal</text>`
}

function gridAt(value: number, height: number): string {
  const x = xOf(value)
  return `<path class="grid" d="M${x} ${top - 20}V${height - 12}"/><text class="n" x="${x}" y="${top - 26}" text-anchor="middle">${value}</text>`
}

function xOf(value: number): number {
  const least = decades[0]!
  const most = decades.at(-1)!
  const within = Math.min(Math.max(value, least), most)
  return round(labelWidth + (Math.log10(within / least) / Math.log10(most / least)) * barWidth)
}
