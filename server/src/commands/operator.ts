import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import type { Handle } from '../db/handle.ts'
import { UsageError } from './usage-error.ts'

/** Reads the configuration when a command runs, not before: `--help` answers even when it is wrong. */
export type Settings = () => Promise<Config>

/** What a command has done, for people and for programs; 0 unless it says with which code it ends. */
export type Done = { text: string; json: object; exitCode?: number }

/**
 * Makes `command` one that works on the database: it is opened, and closed whatever happens. Standard output
 * gets what was done and nothing else, as text or, with --json, as one JSON document.
 * @param work gets what commander gives an action: the arguments, then the options.
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

/** Opens the database for `work`, and closes it whatever happens. */
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

/** Before the database is closed: a secret that is shown once is seen even if that fails. */
export function print({ text, json, exitCode }: Done, asJson: boolean) {
  console.log(asJson ? JSON.stringify(json) : text)
  if (exitCode !== undefined) process.exitCode = exitCode
}

/** In the wrong folder a command must not make a new, empty database and find nothing in it. */
export function refuseMissingData({ database }: Config) {
  if (database.kind === 'embedded' && !existsSync(database.directory)) {
    throw new UsageError(
      `There is no database in ${database.directory}. Check DATA_DIR. To create a new database, run \`atelier-server migrate\`.`,
    )
  }
}
