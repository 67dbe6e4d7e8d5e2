import { existsSync, mkdtempSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { send } from '../../server/test/support/companies.ts'
import { atEnd } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { startLoad } from '../load/load.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { newSystem, type System } from '../system.ts'
import { verifyAll } from '../verify/verify.ts'

/** Debian's faketime: it answers a process that asks for the time of day, and leaves the clock alone that never jumps. */
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))

const hour = 3_600
/**
 * Seconds beside the true time, each a jump from the one before: over a limit's minute, a day's change, and back. Less than a
 * day, after which the service ends by itself what was begun and never finished.
 */
const jumps = [90, -30, 6 * hour, -6 * hour, 0, 12 * hour, 0, -1, 1, 0]
const acknowledgedEach = 60
/** The lifetime of a token, and some: not so long that what has ended is deleted. */
const yearAndDay = 366 * 24 * hour

export const clock: Fault = {
  leftOut: () => (library === undefined ? 'there is no libfaketime' : undefined),
  run: (effort) => jumpOften(effort === 'quick' ? 1 : 5),
}

/** The time of day jumps ahead and back while the server works; that of the database stays as it is, where it is another's. */
async function jumpOften(rounds: number): Promise<Outcome> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-clock-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'offset')
  /** At once and whole: half a number is another time. */
  async function beside(seconds: number) {
    await writeFile(`${file}.next`, `${seconds < 0 ? '' : '+'}${seconds}`)
    await rename(`${file}.next`, file)
  }
  await beside(0)
  const system = await newSystem({
    LD_PRELOAD: library!,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    DONT_FAKE_MONOTONIC: '1',
  })
  await system.start()
  const load = startLoad(system.target, { mayRefuse: [503] })
  const backMs: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const seconds of jumps) {
      const jumpedAt = performance.now()
      await beside(seconds)
      backMs.push(await load.back(jumpedAt))
      await load.acknowledged(acknowledgedEach)
    }
  await load.stop()
  const problems = await verifyAll(system, load.ledger)
  problems.push(...(await tokenPastItsTime(system, beside)))
  const done = `set the clock ${rounds * jumps.length} times, by up to 12 hours`
  return { done, counts: load.counts, problems, backMs }
}

/** A token opens nothing when the clock says that its time is over, and the same as before once the clock is right again. */
async function tokenPastItsTime(
  { start, stop, target: { token } }: System,
  beside: (seconds: number) => Promise<void>,
): Promise<string[]> {
  const server = await start()
  const headers = { authorization: `Bearer ${token}` }
  const isAnswered = async (status: number) =>
    (await send(server, 'GET', '/api/user', { headers })).status === status
  const problems: string[] = []
  for (const [seconds, status] of [
    [0, 200],
    [yearAndDay, 401],
    [0, 200],
  ] as const) {
    await beside(seconds)
    await until('the token is as the clock says', () => isAnswered(status), 2_000).catch(() =>
      problems.push(`With a clock ${seconds} s ahead a token is not answered ${status}.`),
    )
  }
  await stop()
  return problems
}
