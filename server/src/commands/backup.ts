import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { nodeStream } from '../archive/node-stream.ts'
import type { Config } from '../config.ts'
import { DataInUseError } from '../db/data-lock.ts'
import { syncPath } from '../disk/sync-tree.ts'
import { refuseExisting } from './new-file.ts'
import { type Done, print, refuseMissingData, type Settings } from './operator.ts'
import { count, size } from './text-output.ts'
import { UsageError } from './usage-error.ts'

export function addBackup(program: Command, settings: Settings) {
  const runs = (command: Command, work: (config: Config, file: string) => Promise<Done>) =>
    command
      .option('--json', 'print one JSON document and nothing else')
      .action(async (file: string, { json }: { json?: boolean }) => {
        const config = await settings()
        refuseServerDatabase(config)
        print(await work(config, file), json ?? false)
      })
  runs(
    program
      .command('backup')
      .description('Back up the embedded database and its files into one file. The server can keep running.')
      .argument('<file>', 'path of the new backup; must not exist')
      .addHelpText('after', aboutBackup),
    backup,
  )
  runs(
    program
      .command('restore')
      .description('Restore a backup into an empty data directory.')
      .argument('<file>', 'file written by `backup`')
      .addHelpText('after', aboutRestore),
    restore,
  )
}

const aboutBackup = `
A running server keeps serving requests. The backup contains the secret key: protect it like the data.
On PostgreSQL, use its own tools (pg_dump, pg_basebackup), and copy the files separately.

Example:
  $ atelier-server backup /backups/atelier-2026-11-20.tar`

const aboutRestore = `
Example:
  $ DATA_DIR=/var/lib/atelier atelier-server restore /backups/atelier-2026-11-20.tar`

function refuseServerDatabase({ database }: Config) {
  if (database.kind !== 'embedded')
    throw new UsageError(
      'This command is only for the embedded database. Back up PostgreSQL with its own tools: pg_dump, pg_basebackup.',
    )
}

/** The file gets its name only after it was read back completely. */
async function backup(config: Config, file: string): Promise<Done> {
  refuseMissingData(config)
  refuseExisting(file)
  const { readBackup } = await import('../backup/restore.ts')
  const unfinished = `${file}.unfinished`
  try {
    await copyTo(config, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
    const end = await readBackup(unfinished)
    await rename(unfinished, file)
    syncPath(dirname(file))
    return {
      text: `Backed up ${count(end.files, 'file')} (${size(end.bytes)}) to ${file}.`,
      json: { file, ...end },
    }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Copies the data directory itself or, if a server has it open, requests the copy from the server. */
async function copyTo(config: Config, target: Writable) {
  const { openDatabase } = await import('../db/database.ts')
  const { writeBackup } = await import('../backup/write.ts')
  try {
    const database = await openDatabase(config.database)
    await writeBackup(database.db, config.dataDirectory, target).finally(() => database.close())
  } catch (error) {
    if (!(error instanceof DataInUseError)) throw error
    await askServer(config, target, error)
  }
}

async function askServer(config: Config, target: Writable, inUse: DataInUseError) {
  const { announcedServer, operatorToken } = await import('../operations/operator-endpoints.ts')
  const { openKeys } = await import('../secrets/secret-key.ts')
  const url = announcedServer(config.dataDirectory)
  if (url === undefined) throw inUse
  const authorization = `Bearer ${operatorToken(openKeys(config).operator)}`
  const response = await fetch(`${url}/operations/backup`, {
    method: 'POST',
    headers: { authorization },
  }).catch(() => undefined)
  if (!response?.ok || !response.body) throw inUse
  await pipeline(nodeStream(response.body), target)
}

async function restore(config: Config, file: string): Promise<Done> {
  const { restoreBackup } = await import('../backup/restore.ts')
  const { BackupError } = await import('../backup/format.ts')
  try {
    const end = await restoreBackup(file, config.dataDirectory)
    return {
      text: `Restored ${count(end.files, 'file')} (${size(end.bytes)}) to ${config.dataDirectory}.`,
      json: { data_directory: config.dataDirectory, ...end },
    }
  } catch (error) {
    if (error instanceof BackupError) throw new UsageError(error.message)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`There is no file ${file}.`)
    throw error
  }
}
