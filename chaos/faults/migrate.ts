import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Config } from '../../server/src/config.ts'
import { openEmbedded } from '../../server/src/db/embedded.ts'
import { migrations } from '../../server/src/db/migrate.ts'
import { openPostgres } from '../../server/src/db/postgres.ts'
import { runCommand, startCommand } from '../../server/test/support/commands.ts'
import { environmentOf } from '../../server/test/support/environment.ts'
import { companyOn } from '../../server/test/support/processes.ts'
import { emptyConfig, engine } from '../../server/test/support/service.ts'
import { startLoad } from '../load/load.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { systemOn } from '../system.ts'
import { verifyAll } from '../verify/verify.ts'

/** Most of the work of a `migrate`, with the start of its process. */
const momentsMs = 3_000
/** Attempts that are cut short before one is left in peace. */
const killsAtOnceMax = 5
const acknowledgedAfterwards = 300
const names = Object.keys(migrations)

export const migrate: Fault = {
  run: (effort) => interruptOften(effort === 'quick' ? 3 : 50),
}

/**
 * `migrate` is killed at any moment, of empty databases and of those that earlier releases left, and then run by two at
 * once to its end. The last of them is served and written to.
 */
async function interruptOften(kills: number): Promise<Outcome> {
  const problems: string[] = []
  let databases = 0
  let config: Config
  let left = kills
  do {
    config = await emptyConfig()
    // Every other one is of an earlier release.
    if (databases++ % 2 === 1) await migrateTo(config, names[randomInt(names.length)]!)
    for (let turn = Math.min(left, randomInt(1, killsAtOnceMax + 1)); turn > 0; turn--, left--)
      await killedMigrate(config)
    await finish(config, problems)
  } while (left > 0)

  const system = systemOn(config, await companyOn(config))
  await system.start()
  const load = startLoad(system.target, { mayRefuse: [503] })
  await load.acknowledged(acknowledgedAfterwards)
  await load.stop()
  problems.push(...(await verifyAll(system, load.ledger)))
  const done = `killed \`migrate\` ${kills} times on ${databases} databases, two at once ended it`
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

/** As an earlier release left it. */
async function migrateTo({ database }: Config, last: string) {
  const engine = database.kind === 'embedded' ? await openEmbedded(database.directory) : undefined
  const dialect =
    engine?.dialect ?? openPostgres({ ...(database as { url: string }), connectionsMax: 1, as: 'owner' })
  const db = new Kysely<unknown>({ dialect })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(last)
  await db.destroy()
  await engine?.close()
  if (error) throw error
}
