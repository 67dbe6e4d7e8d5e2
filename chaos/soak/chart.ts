import { drawing, escaped, round, width } from '../../bench/drawing.ts'
import type { Sample } from './samples.ts'

const left = 70
const right = 190
const panelHeight = 120
const gap = 46
const top = 40
const plotWidth = width - left - right
const megabyte = 2 ** 20
const pointsMax = 400

type Line = { name: string; of(sample: Sample): number }
type Panel = { title: string; lines: Line[] }

const panels: Panel[] = [
  {
    title: 'Memory, MB',
    lines: [
      { name: 'server', of: ({ rssBytes }) => rssBytes / megabyte },
      { name: 'heap', of: ({ heapBytes }) => heapBytes / megabyte },
      { name: 'image decoders', of: ({ childrenBytes }) => childrenBytes / megabyte },
    ],
  },
  { title: 'Disk, MB', lines: [{ name: 'files', of: ({ diskBytes }) => diskBytes / megabyte }] },
  { title: 'Event loop delay, p99, ms', lines: [{ name: 'delay', of: ({ loopLagMs }) => loopLagMs }] },
  {
    title: 'Waiting',
    lines: [
      { name: 'jobs', of: ({ jobs }) => jobs },
      { name: 'undelivered changes', of: ({ untold }) => untold },
      { name: 'requests for the database', of: ({ waiting }) => waiting },
    ],
  },
  {
    title: 'Open files and sockets',
    lines: [
      { name: 'open', of: ({ descriptors }) => descriptors },
      { name: 'client connections', of: ({ connections }) => connections },
    ],
  },
  {
    title: 'p99 of requests, ms',
    lines: ['warm page', 'cold page', 'write'].map((name) => ({
      name,
      of: ({ latencies }) => latencies[name]?.p99Ms ?? 0,
    })),
  },
]

/** Draws one panel per figure, over the minutes. Lines differ in dash patterns and in color. */
export function soakChart(samples: readonly Sample[], summary: string): string {
  const shown = thinned(samples)
  const height = top + panels.length * (panelHeight + gap)
  const parts = panels.map((panel, number) => panelAt(panel, shown, top + number * (panelHeight + gap)))
  const style = `.h { font-weight: 600 }
.l { fill: none; stroke-width: 1.5 }
.l0 { stroke: var(--met) }
.l1 { stroke: var(--missed); stroke-dasharray: 6 3 }
.l2 { stroke: var(--faint); stroke-dasharray: 2 2 }`
  return drawing({ height, summary, style, parts })
}

function panelAt({ title, lines }: Panel, samples: readonly Sample[], y: number): string {
  const seconds = samples.at(-1)!.seconds
  const most = Math.max(1, ...lines.flatMap(({ of }) => samples.map(of)))
  const xOf = (sample: Sample) => round(left + (sample.seconds / seconds) * plotWidth)
  const yOf = (value: number) => round(y + panelHeight - (value / most) * (panelHeight - 10))
  const last = samples.at(-1)!
  const parts = [
    `<text class="h" x="${left}" y="${y - 6}">${escaped(title)}</text>`,
    `<path class="grid" d="M${left} ${y + panelHeight}H${left + plotWidth}M${left} ${yOf(most)}H${left + plotWidth}"/>`,
    `<text class="n" x="${left - 8}" y="${yOf(most) + 4}" text-anchor="end">${shortly(most)}</text>`,
    `<text class="n" x="${left - 8}" y="${y + panelHeight + 4}" text-anchor="end">0</text>`,
    `<text class="n" x="${left + plotWidth}" y="${y + panelHeight + 16}" text-anchor="end">${shortly(seconds / 60)} min</text>`,
  ]
  lines.forEach(({ name, of }, number) => {
    const points = samples.map((sample) => `${xOf(sample)} ${yOf(of(sample))}`)
    const legendY = y + 20 + number * 22
    const legendX = left + plotWidth + 12
    parts.push(
      `<path class="l l${number}" d="M${points.join('L')}"/>`,
      `<path class="l l${number}" d="M${legendX} ${legendY - 4}h18"/>`,
      `<text x="${legendX + 24}" y="${legendY}">${escaped(name)}: ${shortly(of(last))}</text>`,
    )
  })
  return parts.join('\n')
}

const shortly = (value: number) => (value < 10 ? round(value) : Math.round(value)).toLocaleString('en')

/** Reduces the samples, so that a line has no more points than this. */
function thinned(samples: readonly Sample[]): readonly Sample[] {
  const step = Math.ceil(samples.length / pointsMax)
  return samples.filter((_, number) => number % step === 0 || number === samples.length - 1)
}
