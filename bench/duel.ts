import { type Load, type Measured, send } from './load/load.ts'

export type Contender = Pick<Load, 'url' | 'requests'>

export type Duel = { system: number; baseline: number; ratio: number; ratios: number[] }

export type Effort = { rounds: number; seconds: number; warmSeconds: number; connections: number }

/**
 * Requests per second of Atelier and of the baseline, in alternating rounds, so that other load on the
 * machine affects both. The ratio is the median of the rounds' ratios.
 */
export async function duel(system: Contender, baseline: Contender, effort: Effort): Promise<Duel> {
  const { rounds, seconds, warmSeconds, connections } = effort
  for (const contender of [system, baseline]) await send({ ...contender, connections, seconds: warmSeconds })
  const results: [Measured, Measured][] = []
  for (let round = 0; round < rounds; round++) {
    results.push([
      await send({ ...system, connections, seconds }),
      await send({ ...baseline, connections, seconds }),
    ])
  }
  const ratios = results.map(([ours, bare]) => ours.perSecond / bare.perSecond)
  return {
    system: median(results.map(([ours]) => ours.perSecond)),
    baseline: median(results.map(([, bare]) => bare.perSecond)),
    ratio: median(ratios),
    ratios,
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
