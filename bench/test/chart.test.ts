// Engines: embedded
// Formatting of the benchmark figures, without measuring.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { chartOf } from '../chart.ts'
import { duelTable, latencyTable, memoryTable, timedTable } from '../report.ts'
import { savedRatios } from '../saved.ts'

const effort = { rounds: 3, seconds: 1, warmSeconds: 1, connections: 32 }
const duel = { system: 900, baseline: 1000, ratio: 0.9, ratios: [0.8, 0.9, 1], note: 'so' }
const section = (name: string, text: string) =>
  `<!-- bench: ${name} -->\n\n${text}\n\n<!-- end: ${name} -->\n`

const page = [
  section(
    'postgres list',
    duelTable(
      [
        { ...duel, what: '`GET /a?b=1&c=<d>`', goal: 0.8 },
        { ...duel, what: 'B', goal: 1 },
        { ...duel, what: 'Only compared' },
      ],
      effort,
    ),
  ),
  section('embedded sdk', timedTable([{ what: 'C', oursMs: 10, bareMs: 25, goal: 2, note: 'so' }])),
  section(
    'embedded latency',
    latencyTable([{ what: 'D', goal: 5, perSecond: 100, p50Ms: 1, p99Ms: 6, ratios: [4, 6, 7] }], effort),
  ),
  section('postgres memory', memoryTable([{ what: 'E', oursBytes: 9, bareBytes: 1, goalBytes: 9 }])),
].join('\n')

const cells = (table: string, line: string) =>
  table
    .split('\n')
    .find((row) => row.startsWith(`| ${line} |`))
    ?.split(' | ')

test('each row shows its goal and whether it is met; a goal is a minimum, and a limit a maximum', () => {
  const table = duelTable(
    [
      { ...duel, what: 'equal', goal: 0.9 },
      { ...duel, what: 'less', goal: 0.91 },
      { ...duel, what: 'none' },
    ],
    effort,
  )
  assert.equal(cells(table, 'equal')?.[4], '0.9, met')
  assert.equal(cells(table, 'less')?.[4], '0.91, missed')
  assert.equal(cells(table, 'none')?.[4], '–')
  const memory = memoryTable([
    { what: 'in it', oursBytes: 100 * 2 ** 20, bareBytes: 10 * 2 ** 20, goalBytes: 90 * 2 ** 20 },
    { what: 'over', oursBytes: 101 * 2 ** 20, bareBytes: 10 * 2 ** 20, goalBytes: 90 * 2 ** 20 },
  ])
  assert.deepEqual(cells(memory, 'in it')?.slice(3), ['**90**', 'at most 90, met |'])
  assert.deepEqual(cells(memory, 'over')?.slice(3), ['**91**', 'at most 90, missed |'])
})

test('reads the written ratios of a page', () => {
  assert.deepEqual(savedRatios(page), [
    { engine: 'postgres', line: 'GET /a?b=1&c=<d>', ratio: 0.9, goal: 0.8, isLimit: false, isMet: true },
    { engine: 'postgres', line: 'B', ratio: 0.9, goal: 1, isLimit: false, isMet: false },
    { engine: 'embedded', line: 'C', ratio: 2.5, goal: 2, isLimit: false, isMet: true },
    { engine: 'embedded', line: 'D', ratio: 6, goal: 5, isLimit: true, isMet: false },
  ])
})

test('the chart is valid XML with a bar and a mark for each ratio', () => {
  const svg = chartOf(savedRatios(page))
  assertWellFormed(svg)
  assert.equal(svg.match(/<g>/g)?.length, 4)
  assert.match(svg, /<title>GET \/a\?b=1&amp;c=&lt;d>: 0\.9; goal 0\.8, met<\/title>/)
  assert.match(svg, /<title>D: 6; goal 5, missed<\/title>/)
  assert.match(svg, /aria-label="[^"]*2 of 4 goals met\."/)
})

test('a bar ends at its mark if the goal is met exactly', () => {
  const one = { engine: 'postgres' as const, line: 'A', ratio: 2, goal: 2, isLimit: false, isMet: true }
  const svg = chartOf([one])
  const bar = /<g>.*<rect class="met" x="([\d.]+)"[^>]* width="([\d.]+)"/.exec(svg)!
  const mark = /<g>.*<path class="goal" d="M([\d.]+) /.exec(svg)!
  assert.equal(Number(bar[1]) + Number(bar[2]), Number(mark[1]))
})

test('the chart in docs shows the figures of the page', () => {
  const doc = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
  assert.equal(
    doc('benchmarks.svg'),
    chartOf(savedRatios(doc('benchmarks.md'))),
    'node bench/main.ts --chart',
  )
})

/** Checks that tags are balanced, and that the rest contains no angle brackets. */
function assertWellFormed(xml: string) {
  const open: string[] = []
  for (const [tag, closing, name, , selfClosing] of xml.matchAll(
    /<(\/?)([a-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>|<|&(?!(?:amp|lt|quot);)/g,
  )) {
    assert.ok(name, `"${tag}" is not a tag`)
    if (closing) assert.equal(open.pop(), name)
    else if (!selfClosing) open.push(name)
  }
  assert.deepEqual(open, [])
}
