import { median } from '../../bench/duel.ts'
import { whole } from '../../bench/numbers.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { quantile } from '../soak/pace.ts'
import type { Attack } from './attack.ts'
import { type AttackName, attacks } from './attacks.ts'
import { type Measured, measure, type Phase, type Round, type Taken } from './measure.ts'

/**
 * Under attack, another company waits at most this many times as long as during harmless use of the same
 * volume.
 */
export const ratioMax = 2
/**
 * The compared percentiles. There are a thousand or more requests but fewer waits, so the p99 of waits would
 * be only one or two outliers.
 */
const parts = { requests: 0.99, waits: 0.95 }

/** Measures how much longer a company waits while another enterprise attacks. */
export const neighbourOf = (name: AttackName): Fault => ({
  async run(effort) {
    const measured = await measure(name, effort)
    const { done }: Attack = attacks[name]
    const slowed = allSlowed(measured.rounds)
    return {
      done: [done, ...slowed.map(textOf)].join('; '),
      counts: countsOf(measured),
      // Differences below this are too short to compare.
      problems: [...faultsOf(measured), ...(effort === 'quick' ? [] : slowed.flatMap(tooSlow))],
      backMs: [],
    }
  },
})

export type Slowed = {
  /** Such as `p99 of 3,120 requests`. */
  what: string
  ms: Record<Phase, number>
  byOrdinary: number
  byRest: number
}

/** The ratios for the requests of the other company, and for each kind of wait. */
export function allSlowed(rounds: readonly Round[]): Slowed[] {
  const kinds = Object.keys(rounds[0]!.hostile.waits)
  return [
    slowedOf(rounds, 'requests', ({ requests }) => requests, parts.requests),
    ...kinds.map((kind) => slowedOf(rounds, `${kind} waits`, ({ waits }) => waits[kind]!, parts.waits)),
  ]
}

/** Compares the medians of the rounds, because other load on the machine affects single rounds. */
function slowedOf(
  rounds: readonly Round[],
  of: string,
  msOf: (taken: Taken) => number[],
  part: number,
): Slowed {
  const each = (phase: Phase) => rounds.map((round) => quantile(msOf(round[phase]), part))
  const ratio = (phase: Phase) => median(each('hostile').map((ms, at) => ms / each(phase)[at]!))
  const ms = {
    rest: median(each('rest')),
    ordinary: median(each('ordinary')),
    hostile: median(each('hostile')),
  }
  const count = rounds.reduce((sum, { hostile }) => sum + msOf(hostile).length, 0)
  const what = `p${100 * part} of ${whole(count)} ${of}`
  return { what, ms, byOrdinary: ratio('ordinary'), byRest: ratio('rest') }
}

export const tooSlow = ({ what, byOrdinary }: Slowed): string[] =>
  byOrdinary <= ratioMax
    ? []
    : [`The ${what} was ${byOrdinary.toFixed(2)} times that during harmless use; the limit is ${ratioMax}.`]

function textOf({ what, ms, byOrdinary, byRest }: Slowed): string {
  const { rest, ordinary, hostile } = ms
  const times = `${rest.toFixed(1)} ms at rest, ${ordinary.toFixed(1)} ms during harmless use, ${hostile.toFixed(1)} ms under attack`
  return `${what}: ${times}, **${byOrdinary.toFixed(2)}** times harmless use, ${byRest.toFixed(2)} times rest`
}

/** Problems that do not depend on times. */
export function faultsOf({ errors, tally }: Measured): string[] {
  const broken = Object.entries(tally).filter(([answer]) => isFault(statusOf(answer)))
  return [...errors, ...broken.map(([answer, count]) => `${count} requests got ${answer}.`)]
}

const statusOf = (answer: string) => Number.parseInt(answer, 10)

/** Statuses 503 and 507 are not server errors here. */
const isFault = (status: number) => status >= 500 && status !== 503 && status !== 507

/** Responses to both companies, under attack. */
function countsOf({ rounds, tally, errors }: Measured): Outcome['counts'] {
  const sum = (isWanted: (status: number) => boolean) =>
    Object.entries(tally).reduce((sum, [answer, count]) => sum + (isWanted(statusOf(answer)) ? count : 0), 0)
  const taken = rounds.reduce(
    (sum, { hostile }) => sum + hostile.requests.length + Object.values(hostile.waits).flat().length,
    0,
  )
  return {
    acknowledged: taken - errors.length + sum((status) => status > 0 && status < 400),
    refused: sum((status) => status >= 400),
    unanswered: sum((status) => status === 0),
  }
}
