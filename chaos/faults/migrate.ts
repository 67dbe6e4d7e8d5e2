import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { whole } from '../../bench/numbers.ts'
import type { Config, DatabaseConfig } from '../../server/src/config.ts'
import { runCommand, startCommand } from '../../server/test/support/commands.ts'
import {
  asOwner,
  assertServes,
  lastMigration,
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

/**
 * The usual duration of a `migrate`, including the start of its process. A kill after its end does not count.
 */
const momentsMs = 3_000
/** The number of attempts that are killed before one can finish. */
const killsAtOnceMax = 5
const acknowledgedAfterwards = 300

export const migrate: Fault = {
  run: (effort) => interruptOften(effort === 'quick' ? 3 : 50),
}

/**
 * Kills `migrate` at random moments, on empty databases and on databases of earlier releases that contain
 * data. Then two processes run it at the same time. Afterwards all rows must exist and be served. The last database is
 * also written to.
 */
async function interruptOften(kills: number): Promise<Outcome> {
  const problems: string[] = []
  let databases = 0
  let earlier = 0
  let rows = 0
  let config: Config
  let killed = 0
  do {
    config = await emptyConfig()
    // Every other database is of an earlier release.
    const before = databases++ % 2 === 0 ? await earlierRows(config) : undefined
    const killedMax = Math.min(kills, killed + randomInt(1, killsAtOnceMax + 1))
    while (killed < killedMax && (await isKilledEarly(config))) killed++
    await finish(config, problems)
    if (!before) continue
    earlier++
    for (const all of before.values()) rows += all.length
    await verifyRows(config, before, problems)
  } while (killed < kills)

  const system = systemOn(config, await companyOn(config))
  await system.start()
  const load = startLoad(system.target, { mayRefuse: [503] })
  await load.acknowledged(acknowledgedAfterwards)
  await load.stop()
  problems.push(...(await verifyAll(system, load.ledger)))
  const done = `killed \`migrate\` ${kills} times midway on ${databases} databases, of which ${earlier} were of earlier releases with ${whole(rows)} rows, then let two processes finish at the same time`
  return { done, counts: load.counts, problems, backMs: [] }
}

/** Returns whether the process was killed before the last migration was applied. */
async function isKilledEarly(config: Config): Promise<boolean> {
  const { child, ended } = startCommand(environmentOf(config), ['migrate'])
  await Promise.race([ended, wait(Math.random() * momentsMs)])
  child.kill('SIGKILL')
  return (await ended).code === 'SIGKILL' && !(await isMigrated(config))
}

/**
 * Inspects a copy of the embedded database, so that the next `migrate` finds the database exactly as the killed process
 * left it.
 */
async function isMigrated({ database }: Config): Promise<boolean> {
  if (database.kind === 'postgres') return hasLast(database)
  if (!existsSync(database.directory)) return false
  const directory = await mkdtemp(join(tmpdir(), 'atelier-migrate-'))
  try {
    await cp(database.directory, directory, { recursive: true })
    return await hasLast({ ...database, directory })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const hasLast = (database: DatabaseConfig) =>
  asOwner(database, async (db) => {
    const { rows } =
      await sql`select from information_schema.tables where table_name = 'kysely_migration'`.execute(db)
    if (rows.length === 0) return false
    return (await sql`select from kysely_migration where name = ${lastMigration}`.execute(db)).rows.length > 0
  })

/**
 * On the embedded engine, one of the two processes reports that the database is in use, unless it starts
 * after the other has finished.
 */
async function finish(config: Config, problems: string[]) {
  const env = environmentOf(config)
  const outcomes = await Promise.all([1, 2].map(() => runCommand(env, ['migrate'])))
  const [first, second] = outcomes.map(({ code }) => code).sort()
  const mayBeSecond = engine === 'embedded' ? [0, 2] : [0]
  if (first !== 0 || !mayBeSecond.includes(second as number))
    problems.push(
      `Two concurrent runs exited with ${first} and ${second}: ${outcomes.map(({ err }) => err).join(' ')}`,
    )
  const { code, out, err } = await runCommand(env, ['migrate', '--json'])
  const isDone = code === 0 && JSON.parse(out).applied.length === 0
  if (!isDone) problems.push(`A further migrate exited with ${code}: ${err}`)
}

async function earlierRows({ database }: Config): Promise<Rows> {
  const earlier = migrationNames.slice(0, -1)
  await leaveEarlier(database, earlier[randomInt(earlier.length)]!)
  return rowsOf(database)
}

async function verifyRows(config: Config, before: Rows, problems: string[]) {
  problems.push(...lostRows(before, await rowsOf(config.database)).map((row) => `A row is missing: ${row}`))
  const service = await startOn(config)
  await assertServes(service)
    .catch((error) => problems.push(`Data of an earlier release is not served: ${error.message}`))
    .finally(service.close)
}
