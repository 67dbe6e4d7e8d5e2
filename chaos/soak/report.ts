import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from '../../bench/duel.ts'
import { whole } from '../../bench/numbers.ts'
import { table, writeBetween } from '../../bench/report.ts'
import type { EngineName } from '../outcome.ts'
import { soakChart } from './chart.ts'
import type { Sample } from './samples.ts'
import type { Soaked } from './soak.ts'
import { growth, mean, settled } from './verdict.ts'

const page = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))
const charts: Record<EngineName, string> = { postgres: 'soak.svg', embedded: 'soak-embedded.svg' }
const megabyte = 2 ** 20

/** The line that is printed for each sample during the run. */
export function lineOf({ seconds, rssBytes, heapBytes, loopLagMs, ...rest }: Sample): string {
  const { jobs, untold, waiting, descriptors, connections, answered, errors } = rest
  const memory = `${whole(rssBytes / megabyte)} MB, heap ${whole(heapBytes / megabyte)} MB`
  const queues = `${jobs} jobs, ${untold} undelivered changes, ${waiting} waiting for the database, ${descriptors} descriptors, ${connections} client connections`
  return `${whole(seconds)} s: ${whole(answered)} responses, ${errors} failures; ${memory}; loop ${loopLagMs.toFixed(0)} ms; ${queues}`
}

export function summaryOf({ samples, perSecond, faults }: Soaked): string {
  const last = samples.at(-1)!
  const how = faults.length === 0 ? 'All limits were met.' : faults.join(' ')
  return `${whole(last.seconds / 60)} minutes at ${whole(perSecond)} requests per second: ${whole(last.answered)} responses, ${last.errors} failures. ${how}`
}

/**
 * Saves the chart and the tables of this engine in docs.
 * @param run the date, machine and commit.
 */
export function save(soaked: Soaked, engine: EngineName, run: string) {
  const chart = charts[engine]
  writeFileSync(join(dirname(page), chart), soakChart(soaked.samples, summaryOf(soaked)))
  const parts = [`![The run over time](${chart})`, figures(soaked, engine, run), latencies(soaked.samples)]
  writeBetween(page, `soak ${engine}`, parts.join('\n\n'), 'chaos')
}

/** The run that produced the figures of a page, by engine. Undefined if the page has no figures. */
export function runIn(text: string, engine: EngineName): string | undefined {
  const [, place = ''] = new RegExp(`<!-- chaos: soak ${engine} -->(.*?)<!-- end`, 's').exec(text) ?? []
  return /^\| Run \| (.*) \|$/m.exec(place)?.[1]
}

function figures(soaked: Soaked, engine: EngineName, run: string): string {
  const { samples, perSecond, messages, faults } = soaked
  const last = samples.at(-1)!
  const grown = (of: (sample: Sample) => number) => signed(growth(samples, of))
  const megabytes = ({ rssBytes }: Sample) => rssBytes / megabyte
  const readers = ({ childrenBytes }: Sample) => childrenBytes / megabyte
  return table(
    ['Run', run],
    [
      ['Engine', engine],
      ['Minutes', whole(last.seconds / 60)],
      ['Requests per second', whole(perSecond)],
      ['Answered, failed', `${whole(last.answered)}, ${last.errors}`],
      ['Webhooks delivered', whole(messages)],
      [
        'Memory of the server, growth',
        `${whole(mean(settled(samples).map(megabytes)))} MB, ${grown(megabytes)} MB`,
      ],
      [
        'Memory of the image decoders, growth',
        `${whole(mean(settled(samples).map(readers)))} MB, ${grown(readers)} MB`,
      ],
      ['Growth of queued jobs', grown(({ jobs }) => jobs)],
      ['Growth of changes not delivered to the webhook', grown(({ untold }) => untold)],
      ['Growth of requests waiting for the database', grown(({ waiting }) => waiting)],
      ['Growth of the event loop delay, ms', grown(({ loopLagMs }) => loopLagMs)],
      ['Growth of open files and sockets', grown(({ descriptors }) => descriptors)],
      ['Result', faults.length === 0 ? 'passed' : faults.join(' ')],
    ],
  )
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`

function latencies(samples: readonly Sample[]): string {
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample.latencies)))]
  const rows = names.map((name) => {
    const all = samples.flatMap((sample) => sample.latencies[name] ?? [])
    const of = (figure: 'p50Ms' | 'p99Ms') => median(all.map((one) => one[figure])).toFixed(1)
    return [name, whole(all.reduce((sum, { count }) => sum + count, 0)), of('p50Ms'), of('p99Ms')]
  })
  return `Milliseconds, the median of all samples. The feed waits for a change, an import until it is done, an aborted request until its connection is closed.\n\n${table(['Request', 'Answered', 'p50', 'p99'], rows)}`
}
