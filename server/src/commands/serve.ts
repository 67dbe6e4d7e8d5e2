import type { Command } from 'commander'
import { openFoundation, startApp } from '../app.ts'
import type { Config } from '../config.ts'
import { createLogger } from '../operations/log.ts'

/** Running requests get this long to finish once we are told to stop. */
const drainMs = 10_000

export function addServe(program: Command, config: () => Config) {
  program
    .command('serve')
    .description('Run the service until SIGTERM or SIGINT.')
    .option('--demo', 'fill an empty database with two companies to look at, and say how to call them')
    .action(async ({ demo }: { demo?: boolean }) => {
      await serve(config(), demo ?? false)
    })
}

async function serve(config: Config, withDemo: boolean) {
  const logger = createLogger(config.logLevel)
  const foundation = await openFoundation(config)
  // Read only when asked for: a server that keeps real work never loads the demo.
  const demo = withDemo ? await import('../demo/demo.ts') : undefined
  await demo?.prepare(config, foundation)
  const app = await startApp(config, foundation, logger)
  await demo?.announce(config, app.url)
  logger.info({ url: app.url, engine: config.database.kind, migrated: foundation.migrated }, 'listening')
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

  async function stop(signal: string) {
    logger.info({ signal }, 'stopping')
    const late = setTimeout(() => process.exit(1), drainMs)
    await app.close()
    clearTimeout(late)
    logger.flush()
  }
}
