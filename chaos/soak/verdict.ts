import type { Sample } from './samples.ts'

export type Limits = {
  /**
   * Limit for the growth of memory. Over an hour at some hundred requests per second, this is less than a
   * small object per request.
   */
  memoryGrowthPart: number
  /**
   * A short run cannot distinguish this growth from warm-up, which includes compilation and the page cache
   * (`CACHE_BYTES_MAX`).
   */
  memoryGrowthBytesMin: number
  /** Limit for the growth of all image decoder processes together, which start and exit. */
  readersGrowthBytesMax: number
  jobsGrowthMax: number
  /** Limit for the growth of changes not yet delivered to a webhook. */
  untoldGrowthMax: number
  /** Limit for the growth of requests that wait for a database connection. */
  waitingGrowthMax: number
  /** Limit for the growth of the p99 of the event loop delay. */
  loopLagGrowthMsMax: number
  descriptorsGrowthMax: number
}

const megabyte = 2 ** 20

export const limits: Limits = {
  memoryGrowthPart: 0.08,
  memoryGrowthBytesMin: 24 * megabyte,
  // This allows for one more decoder process than before, with an image in memory.
  readersGrowthBytesMax: 128 * megabyte,
  // Some jobs are always in progress.
  jobsGrowthMax: 20,
  // The number of changes in two or three seconds.
  untoldGrowthMax: 100,
  // At a few hundred requests per second, some always wait for the database.
  waitingGrowthMax: 20,
  // The duration of a garbage collection, doubled for other work on the machine.
  loopLagGrowthMsMax: 50,
  // Connections to the database and to the webhook receiver open and close.
  descriptorsGrowthMax: 20,
}

/** The growth of a figure over the last two thirds of the time, from a linear fit. */
export function growth(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const rest = settled(samples)
  const meanX = mean(rest.map(({ seconds }) => seconds))
  const meanY = mean(rest.map(of))
  const covariance = rest.reduce((sum, one) => sum + (one.seconds - meanX) * (of(one) - meanY), 0)
  const variance = rest.reduce((sum, { seconds }) => sum + (seconds - meanX) ** 2, 0)
  return (covariance / variance) * (rest.at(-1)!.seconds - rest[0]!.seconds)
}

export const settled = (samples: readonly Sample[]) => {
  const begin = samples.at(-1)!.seconds / 3
  return samples.filter(({ seconds }) => seconds >= begin)
}

/** Returns the violations, one sentence each. */
export function faultsOf(samples: readonly Sample[], errors: readonly string[], allowed = limits): string[] {
  const faults: string[] = []
  const memory = growth(samples, ({ rssBytes }) => rssBytes)
  const held = mean(settled(samples).map(({ rssBytes }) => rssBytes))
  const memoryMax = Math.max(allowed.memoryGrowthBytesMin, allowed.memoryGrowthPart * held)
  const inMegabytes = (bytes: number) => `${Math.round(bytes / megabyte)} MB`
  if (memory > memoryMax)
    faults.push(`Memory has grown by ${inMegabytes(memory)}; the limit is ${inMegabytes(memoryMax)}.`)
  const readers = growth(samples, ({ childrenBytes }) => childrenBytes)
  if (readers > allowed.readersGrowthBytesMax)
    faults.push(`The memory of the image decoders has grown by ${inMegabytes(readers)}.`)
  const jobs = growth(samples, ({ jobs }) => jobs)
  if (jobs > allowed.jobsGrowthMax) faults.push(`The queue has grown by ${Math.round(jobs)} jobs.`)
  const untold = growth(samples, ({ untold }) => untold)
  if (untold > allowed.untoldGrowthMax)
    faults.push(`The number of undelivered changes has grown by ${Math.round(untold)}.`)
  const waiting = growth(samples, ({ waiting }) => waiting)
  if (waiting > allowed.waitingGrowthMax)
    faults.push(`The number of requests waiting for the database has grown by ${Math.round(waiting)}.`)
  const loopLag = growth(samples, ({ loopLagMs }) => loopLagMs)
  if (loopLag > allowed.loopLagGrowthMsMax)
    faults.push(`The event loop delay has grown by ${Math.round(loopLag)} ms.`)
  const descriptors = growth(samples, ({ descriptors }) => descriptors)
  if (descriptors > allowed.descriptorsGrowthMax)
    faults.push(`The number of open files and sockets has grown by ${Math.round(descriptors)}.`)
  if (errors.length > 0) faults.push(`${errors.length} requests failed: ${errors[0]}`)
  return faults
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
