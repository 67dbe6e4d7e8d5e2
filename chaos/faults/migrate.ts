import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../server/src/config.ts'
import { runCommand, startCommand } from '../../server/test/support/commands.ts'
import {
  assertServes,
  leaveEarlier,
  lostRows,
  migrationNames,
  type Rows,
  rowsOf,
} from '../../server/test/support/earlier-release.ts'
import { environmentOf } from '../../server/test/support/environment.ts'
import { companyOn } from '../../server/test/support/processes.ts'
import { emptyConfig, engine, startOn } from '../../server/test/support/service.ts'
import { startLoad } from '../load/load.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { systemOn } from '../system.ts'
import { verifyAll } from '../verify/verify.ts'

/** Most of the work of a `migrate`, with the start of its process. */
const momentsMs = 3_000
/** Attempts that are cut short before one is left in peace. */
const killsAtOnceMax = 5
const acknowledgedAfterwards = 300

export const migrate: Fault = {
  run: (effort) => interruptOften(effort === 'quick' ? 3 : 50),
}

/**
 * `migrate` is killed at any moment, of empty databases and of those that earlier releases left with rows in them, and then
 * run by two at once to its end. The rows are there then, and served. The last database is written to.
 */
async function interruptOften(kills: number): Promise<Outcome> {
  const problems: string[] = []
  let databases = 0
  let earlier = 0
  let rows = 0
  let config: Config
  let left = kills
  do {
    config = await emptyConfig()
    // Every other one is of an earlier release.
    const before = databases++ % 2 === 0 ? await earlierRows(config) : undefined
    for (let turn = Math.min(left, randomInt(1, killsAtOnceMax + 1)); turn > 0; turn--, left--)
      await killedMigrate(config)
    await finish(config, problems)
    if (!before) continue
    earlier++
    for (const all of before.values()) rows += all.length
    await verifyRows(config, before, problems)
  } while (left > 0)

  const system = systemOn(config, await companyOn(config))
  await system.start()
  const load = startLoad(system.target, { mayRefuse: [503] })
  await load.acknowledged(acknowledgedAfterwards)
  await load.stop()
  problems.push(...(await verifyAll(system, load.ledger)))
  const done = `killed \`migrate\` ${kills} times on ${databases} databases, of which ${earlier} were of earlier releases and held ${rows} rows, and let two at once end it`
  return { done, counts: load.counts, problems, backMs: [] }
}

async function killedMigrate(config: Config) {
  const { child, ended } = startCommand(environmentOf(config), ['migrate'])
  await Promise.race([ended, wait(Math.random() * momentsMs)])
  child.kill('SIGKILL')
  await ended
}

/** On the embedded engine one of the two is told that the database is in use, unless it comes when the other is done. */
async function finish(config: Config, problems: string[]) {
  const env = environmentOf(config)
  const outcomes = await Promise.all([1, 2].map(() => runCommand(env, ['migrate'])))
  const [first, second] = outcomes.map(({ code }) => code).sort()
  const mayBeSecond = engine === 'embedded' ? [0, 2] : [0]
  if (first !== 0 || !mayBeSecond.includes(second as number))
    problems.push(
      `Two at once ended with ${first} and ${second}: ${outcomes.map(({ err }) => err).join(' ')}`,
    )
  const { code, out, err } = await runCommand(env, ['migrate', '--json'])
  const isDone = code === 0 && JSON.parse(out).applied.length === 0
  if (!isDone) problems.push(`A further migrate ended with ${code}: ${err}`)
}

/** As some earlier release left it. */
async function earlierRows({ database }: Config): Promise<Rows> {
  await leaveEarlier(database, migrationNames[randomInt(migrationNames.length)]!)
  return rowsOf(database)
}

async function verifyRows(config: Config, before: Rows, problems: string[]) {
  problems.push(...lostRows(before, await rowsOf(config.database)).map((row) => `A row is gone: ${row}`))
  const service = await startOn(config)
  await assertServes(service)
    .catch((error) => problems.push(`What an earlier release held is not served: ${error.message}`))
    .finally(service.close)
}
