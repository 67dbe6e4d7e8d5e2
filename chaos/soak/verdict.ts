import type { Sample } from './samples.ts'

export type Limits = {
  /** Of the memory at rest. In an hour at some hundred requests a second, less than a small object for each. */
  memoryGrowthPart: number
  /** What a short run can't tell from warming up: code is still compiled, and memory for pages (`CACHE_BYTES_MAX`) filled. */
  memoryGrowthBytesMin: number
  /** Of the processes that read pictures, all together. They come and go. */
  readersGrowthBytesMax: number
  jobsGrowthMax: number
  /** Of changes that a webhook waits for. */
  untoldGrowthMax: number
  /** Of those who wait for a connection to the database. */
  waitingGrowthMax: number
  /** Of the p99 of the delay. */
  loopLagGrowthMsMax: number
  descriptorsGrowthMax: number
}

const megabyte = 2 ** 20

export const limits: Limits = {
  memoryGrowthPart: 0.08,
  memoryGrowthBytesMin: 24 * megabyte,
  // One of them more than there was, with a picture in its hands.
  readersGrowthBytesMax: 128 * megabyte,
  // Some are always under way.
  jobsGrowthMax: 20,
  // What changes in two or three seconds.
  untoldGrowthMax: 100,
  // Of a few hundred requests a second some always meet at the database.
  waitingGrowthMax: 20,
  // What a collection of garbage takes, and as much again of other work on the machine.
  loopLagGrowthMsMax: 50,
  // Connections to the database and to the receiver of webhooks come and go.
  descriptorsGrowthMax: 20,
}

/** By how much a figure has grown over the last two thirds of the time: a straight line through it, from end to end. */
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

/** What is wrong, a sentence each. */
export function faultsOf(samples: readonly Sample[], errors: readonly string[], allowed = limits): string[] {
  const faults: string[] = []
  const memory = growth(samples, ({ rssBytes }) => rssBytes)
  const held = mean(settled(samples).map(({ rssBytes }) => rssBytes))
  const memoryMax = Math.max(allowed.memoryGrowthBytesMin, allowed.memoryGrowthPart * held)
  const inMegabytes = (bytes: number) => `${Math.round(bytes / megabyte)} MB`
  if (memory > memoryMax)
    faults.push(`Memory has grown by ${inMegabytes(memory)}, and ${inMegabytes(memoryMax)} are allowed.`)
  const readers = growth(samples, ({ childrenBytes }) => childrenBytes)
  if (readers > allowed.readersGrowthBytesMax)
    faults.push(`Memory of those who read pictures has grown by ${inMegabytes(readers)}.`)
  const jobs = growth(samples, ({ jobs }) => jobs)
  if (jobs > allowed.jobsGrowthMax) faults.push(`The queue has grown by ${Math.round(jobs)} jobs.`)
  const untold = growth(samples, ({ untold }) => untold)
  if (untold > allowed.untoldGrowthMax)
    faults.push(`Changes that a webhook was not told of have grown by ${Math.round(untold)}.`)
  const waiting = growth(samples, ({ waiting }) => waiting)
  if (waiting > allowed.waitingGrowthMax)
    faults.push(`The line before the database has grown by ${Math.round(waiting)}.`)
  const loopLag = growth(samples, ({ loopLagMs }) => loopLagMs)
  if (loopLag > allowed.loopLagGrowthMsMax)
    faults.push(`The delay of the event loop has grown by ${Math.round(loopLag)} ms.`)
  const descriptors = growth(samples, ({ descriptors }) => descriptors)
  if (descriptors > allowed.descriptorsGrowthMax)
    faults.push(`Open files and sockets have grown by ${Math.round(descriptors)}.`)
  if (errors.length > 0) faults.push(`${errors.length} requests failed: ${errors[0]}`)
  return faults
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
