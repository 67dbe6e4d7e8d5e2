import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import type { Handle } from '../db/handle.ts'
import { UsageError } from './usage-error.ts'

/**
 * Reads the configuration when a command runs, not earlier, so that `--help` works even with an invalid
 * configuration.
 */
export type Settings = () => Promise<Config>

/** The exit code defaults to 0. */
export type Done = { text: string; json: object; exitCode?: number }

/**
 * Wraps a command that needs the database, opens the database and always closes it. Standard output contains
 * only the result, as text or, with --json, as one JSON document.
 * @param work receives the parameters of a commander action: the arguments, then the options.
 */
export function operates<Given extends unknown[]>(
  command: Command,
  settings: Settings,
  work: (db: Handle, ...given: Given) => Promise<Done>,
): Command {
  return command.option('--json', 'print one JSON document and nothing else').action(async (...all) => {
    const given = all.slice(0, -1) as Given
    await onDatabase(settings, async (db) => {
      print(await work(db, ...given), command.opts<{ json?: boolean }>().json ?? false)
    })
  })
}

export async function onDatabase(settings: Settings, work: (db: Handle) => Promise<void>): Promise<void> {
  const config = await settings()
  refuseMissingData(config)
  const { openDatabase } = await import('../db/database.ts')
  const database = await openDatabase(config.database)
  try {
    await work(database.db)
  } finally {
    await database.close()
  }
}

/**
 * Printed before the database is closed, so that a secret that is shown only once is visible even if closing fails.
 */
export function print({ text, json, exitCode }: Done, asJson: boolean) {
  console.log(asJson ? JSON.stringify(json) : text)
  if (exitCode !== undefined) process.exitCode = exitCode
}

/**
 * Fails if there is no database. A command in the wrong directory must not create an empty database and report that
 * nothing exists.
 */
export function refuseMissingData({ database }: Config) {
  if (database.kind === 'embedded' && !existsSync(database.directory)) {
    throw new UsageError(
      `There is no database in ${database.directory}. Check DATA_DIR. To create a new database, run \`atelier-server migrate\`.`,
    )
  }
}
