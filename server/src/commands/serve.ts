import type { Command } from 'commander'
import type { Foundation } from '../app.ts'
import type { Config } from '../config.ts'
import type { Settings } from './operator.ts'

/** Running requests get this long to finish once we are told to stop. */
const drainMs = 10_000

export function addServe(program: Command, settings: Settings) {
  program
    .command('serve')
    .description('Run the service until SIGTERM or SIGINT.')
    .option('--demo', 'fill an empty database with two companies to look at, and say how to call them')
    .addHelpText('after', more)
    .action(async ({ demo }: { demo?: boolean }) => {
      await serve(await settings(), demo ?? false)
    })
}

const more = `
The log goes to standard output, one JSON line for each request. On either signal running requests are
answered first, for at most ${drainMs / 1000} seconds.

Examples:
  $ atelier-server serve --demo
  $ PORT=8080 DATABASE_URL=postgres://… atelier-server serve`

async function serve(config: Config, withDemo: boolean) {
  const told = stopSignal()
  const { openFoundation } = await import('../app.ts')
  const foundation = await openFoundation(config)
  try {
    await run(config, foundation, withDemo, told)
  } finally {
    await foundation.close()
  }
}

/** Listened for from the beginning: whoever stops a server that is still starting means it too. */
const stopSignal = () =>
  new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })

async function run(config: Config, foundation: Foundation, withDemo: boolean, told: Promise<string>) {
  const { startApp } = await import('../app.ts')
  const { createLogger } = await import('../operations/log.ts')
  const { hasPeople } = await import('../members/queries.ts')
  const { setupToken } = await import('../members/setup.ts')
  const logger = createLogger(config.logLevel)
  // Read only when asked for: a server that keeps real work never loads the demo.
  const demo = withDemo ? await import('../demo/demo.ts') : undefined
  await demo?.prepare(config, foundation)
  const app = await startApp(config, foundation, logger)
  await demo?.announce(config, app.url)
  if (!(await hasPeople(foundation.db)))
    logger.warn(
      { url: `${app.url}/setup?token=${setupToken(foundation.keys.setup)}` },
      'waiting for its first person',
    )
  logger.info({ url: app.url, engine: config.database.kind, migrated: foundation.migrated }, 'listening')

  const reason = await Promise.race([told, foundation.ended])
  if (reason instanceof Error) throw reason
  logger.info({ signal: reason }, 'stopping')
  const late = setTimeout(() => process.exit(1), drainMs)
  await app.close()
  clearTimeout(late)
  logger.flush()
}
