import type { Config } from '../config.ts'
import { UsageError } from './usage-error.ts'

/**
 * Serves with several worker processes. This process is the primary and serves no requests.
 * @returns the exit code.
 * @throws {UsageError} on the embedded engine; errors of opening the database.
 */
export async function serveWithWorkers(
  config: Config,
  workers: number,
  told: Promise<string>,
  drainMs: number,
): Promise<number> {
  if (config.database.kind === 'embedded')
    throw new UsageError(
      'Several workers require PostgreSQL, because only one process can use the embedded database. Set DATABASE_URL.',
    )
  const { migrated, warnings } = await prepare(config)
  const { createLogger, openOutput } = await import('../operations/log.ts')
  const { openCrew } = await import('../workers/worker-pool.ts')
  const { supervise } = await import('../workers/supervise.ts')
  const output = openOutput()
  const logger = createLogger(config.logLevel, output)
  const code = await supervise({
    workers,
    start: openCrew(output.write),
    drainMs,
    told,
    logger,
    onListening(url) {
      for (const warning of warnings) logger.warn(warning)
      logger.info({ url, engine: config.database.kind, migrated, workers }, 'listening')
    },
  })
  output.flush()
  return code
}

/** Does the work that each worker would otherwise repeat. */
async function prepare(config: Config): Promise<{ migrated: string[]; warnings: string[] }> {
  const { openKeys } = await import('../secrets/secret-key.ts')
  const { verifyKeys } = await import('../secrets/key-fingerprint.ts')
  const { openDatabase } = await import('../db/database.ts')
  const keys = openKeys(config)
  const { db, migrated, warnings, close } = await openDatabase(config.database)
  await verifyKeys(db, keys).finally(close)
  return { migrated, warnings }
}
