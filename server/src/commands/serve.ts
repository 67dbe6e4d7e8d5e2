import type { Command } from 'commander'
import type { App, Foundation } from '../app.ts'
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

async function serve(config: Config, demo: boolean) {
  const { openFoundation } = await import('../app.ts')
  const foundation = await openFoundation(config)
  try {
    await listen(config, foundation, demo)
  } catch (error) {
    await foundation.close()
    throw error
  }
}

async function listen(config: Config, foundation: Foundation, _demo: boolean) {
  const { startApp } = await import('../app.ts')
  const { createLogger } = await import('../operations/log.ts')
  const logger = createLogger(config.logLevel)
  const app = await startApp(config, foundation, logger)
  logger.info({ url: app.url, engine: config.database.kind, migrated: foundation.migrated }, 'listening')
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(app, signal))

  async function stop(app: App, signal: string) {
    logger.info({ signal }, 'stopping')
    const late = setTimeout(() => process.exit(1), drainMs)
    await app.close()
    clearTimeout(late)
    logger.flush()
  }
}
