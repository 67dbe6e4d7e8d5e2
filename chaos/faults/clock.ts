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

/** Debian's faketime library, which changes the time of day of a process but not its monotonic clock. */
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))

const hour = 3_600
/**
 * Offsets from the true time in seconds; each is a jump from the previous offset. The jumps exceed a rate
 * limit window and change the date, but stay below one day, after which the server deletes unfinished
 * uploads.
 */
const jumps = [90, -30, 6 * hour, -6 * hour, 0, 12 * hour, 0, -1, 1, 0]
const acknowledgedEach = 60
/** Jump of the clock after which tokens have expired but are not yet purged. */
const yearAndDay = 366 * 24 * hour

export const clock: Fault = {
  leftOut: () => (library === undefined ? 'libfaketime is not installed' : undefined),
  run: (effort) => jumpOften(effort === 'quick' ? 1 : 5),
}

/**
 * The server's clock jumps forwards and backwards under load. A database on its own server keeps the true
 * time.
 */
async function jumpOften(rounds: number): Promise<Outcome> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-clock-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'offset')
  /** The file is replaced atomically, because a partially written number would be a different time. */
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

/**
 * Checks that a token is rejected while the clock is past its expiry, and accepted again once the clock is
 * right.
 */
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
    await until('the token is accepted or rejected as the clock says', () => isAnswered(status), 2_000).catch(
      () => problems.push(`With the clock ${seconds} s ahead, a token did not get ${status}.`),
    )
  }
  await stop()
  return problems
}
