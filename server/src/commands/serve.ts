import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { didYouMean } from '@atelier/filling/near-name'
import { type Command, Option } from 'commander'
import type { Foundation } from '../app/foundation.ts'
import { type Part, parts } from '../app/part.ts'
import type { Misspelt } from '../config/misspelt.ts'
import type { Config } from '../config.ts'
import { openSiblings, type Siblings } from '../workers/siblings.ts'
import { wholeNumber } from './arguments.ts'
import type { Settings } from './operator.ts'
import { UsageError } from './usage-error.ts'

/** Time for requests in progress to finish after a stop signal. */
const drainMs = 10_000

const workersMax = 256

export function addServe(program: Command, settings: Settings) {
  program
    .command('serve')
    .description('Run the service until SIGTERM or SIGINT.')
    .option(
      '--demo',
      'fill an empty database with two demo companies, and print how to sign in and call the API',
    )
    .option('--workers <number>', 'number of processes on one port, or auto: one per CPU', workersOf, 1)
    .addOption(
      new Option('--only <part>', 'only handle requests or only run background jobs, alongside other nodes')
        .choices(parts)
        .conflicts('demo'),
    )
    .addHelpText('after', more)
    .action(async ({ demo, workers, only }: { demo?: boolean; workers: number; only?: Part }) => {
      const siblings = openSiblings(workers)
      const config = await settings()
      if (only) assertSeveralNodes(config)
      if (!siblings) await warnOfMemory(config)
      if (siblings || workers === 1) return serve(config, { withDemo: demo ?? false, only }, siblings)
      const { serveWithWorkers } = await import('./serve-workers.ts')
      const stopMs = config.shutdownDelaySeconds * 1_000 + drainMs
      process.exitCode = await serveWithWorkers(config, workers, stopSignal(), stopMs)
    })
}

const more = `
The log goes to standard output, one JSON line per request. SIGTERM and SIGINT stop the server: it accepts requests for
SHUTDOWN_DELAY_SECONDS, then finishes requests in progress within ${drainMs / 1000} seconds.

Several workers need PostgreSQL. A worker that crashes is replaced, while the others continue.

--only jobs runs background jobs, such as the rows of render batches, and answers only /healthz, /readyz and /metrics.
--only requests leaves background jobs to other nodes: at least one node must run them. Both need PostgreSQL.

Examples:
  $ atelier-server serve --demo
  $ PORT=8080 DATABASE_URL=postgres://… atelier-server serve --workers auto
  $ PORT=8081 DATABASE_URL=postgres://… atelier-server serve --only jobs`

const misspeltLine = ({ name, near }: Misspelt) => `The variable ${name} is not a setting.${didYouMean(near)}`

/** The number of CPUs that this process can use, which can be fewer than the machine has. */
function workersOf(text: string): number {
  return text === 'auto' ? availableParallelism() : wholeNumber('--workers', 1, workersMax, ', or auto')(text)
}

/** @throws {UsageError} on the embedded engine, because no other process could do the other work. */
function assertSeveralNodes({ database }: Config) {
  if (database.kind === 'embedded')
    throw new UsageError(
      '--only requires PostgreSQL, because only one process can use the embedded database. Set DATABASE_URL.',
    )
}

type Asked = { withDemo: boolean; only: Part | undefined }

async function serve(config: Config, asked: Asked, siblings: Siblings | undefined) {
  const told = Promise.race([stopSignal(), ...(siblings ? [siblings.stopped] : [])])
  const { openFoundation } = await import('../app/foundation.ts')
  const foundation = await openFoundation(config, siblings)
  try {
    await run(config, foundation, asked, told)
  } finally {
    await foundation.close()
  }
}

/** Warns early, because the kernel's OOM killer gives no warning. */
async function warnOfMemory({ logLevel }: Config) {
  const { lackOfMemory } = await import('../operations/memory-limit.ts')
  const lack = lackOfMemory()
  if (!lack) return
  const { createLogger } = await import('../operations/log.ts')
  const logger = createLogger(logLevel)
  logger.warn(lack)
  logger.flush()
}

/** Resolves on a stop signal. Called first, so that a signal during the start also stops the server. */
const stopSignal = () =>
  new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })

async function run(config: Config, foundation: Foundation, { withDemo, only }: Asked, told: Promise<string>) {
  const { siblings, migrated, warnings } = foundation
  const { startApp } = await import('../app.ts')
  const { createLogger } = await import('../operations/log.ts')
  const { hasPeople } = await import('../members/queries.ts')
  const { howToBuildPortal, isPortalBuilt } = await import('../operations/pages.ts')
  const { setupToken } = await import('../sign-in/setup.ts')
  const { giveBackAtRest, giveBackMemory } = await import('../operations/memory.ts')
  const logger = createLogger(config.logLevel)
  const isFirst = siblings?.isFirst ?? true
  // Loaded on request, so that a production server never loads the demo.
  const demo = withDemo && isFirst ? await import('../demo/demo.ts') : undefined
  await demo?.prepare(config, foundation)
  const servesPeople = isFirst && only !== 'jobs'
  if (servesPeople && !isPortalBuilt()) logger.warn(howToBuildPortal)
  const app = await startApp(config, foundation, logger, only)
  await demo?.announce(config, app.url)
  giveBackAtRest(() => {
    app.forget()
    giveBackMemory()
  })
  if (servesPeople && !(await hasPeople(foundation.db)))
    logger.warn(
      { url: `${app.url}/setup?token=${setupToken(foundation.keys.setup)}` },
      'waiting for the first account',
    )
  if (isFirst) for (const warning of [...config.misspelt.map(misspeltLine), ...warnings]) logger.warn(warning)
  if (siblings) siblings.listening(app.url)
  else logger.info({ url: app.url, engine: config.database.kind, migrated, only }, 'listening')

  const reason = await Promise.race([told, foundation.ended])
  const stopped = reason instanceof Error ? undefined : reason
  // Logs the reason that the primary gave.
  if (stopped && stopped !== 'stop') logger.info({ signal: stopped }, 'stopping')
  if (stopped) {
    app.server.drain.leave()
    await wait(config.shutdownDelaySeconds * 1_000)
  }
  const late = setTimeout(() => process.exit(1), drainMs)
  if (reason instanceof Error) {
    // The server can no longer respond. The supervisor restarts the process.
    late.unref()
    await app.close().catch(() => {})
    throw reason
  }
  await app.close()
  clearTimeout(late)
  logger.flush()
}
