import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../src/config.ts'
import { printed } from './commands.ts'
import { environmentOf } from './environment.ts'
import { type PostgresServer, runForPostgres } from './postgres-server.ts'
import { atEnd } from './service.ts'
import { until } from './until.ts'

/**
 * Backs up as in docs/operators.md, on either engine, and restores after deleting the original.
 * @param server the PostgreSQL server of the database; omit it for the embedded engine.
 * @param env variables of the commands that back up and restore.
 */
export async function backUp(
  config: Config,
  server: PostgresServer | undefined,
  env: Record<string, string> = {},
) {
  const place = await mkdtemp(join(tmpdir(), 'atelier-backup-'))
  atEnd(() => rm(place, { recursive: true, force: true }))
  const empty = async () => {
    for (const name of await readdir(config.dataDirectory))
      await rm(join(config.dataDirectory, name), { recursive: true })
  }
  if (!server) {
    const file = join(place, 'backup.tar')
    await printed({ ...environmentOf(config), ...env }, 'backup', file)
    return {
      async restore() {
        await empty()
        await printed({ ...environmentOf(config), ...env }, 'restore', file)
      },
    }
  }
  const admin = ['--host=127.0.0.1', `--port=${server.port}`, '--username=postgres']
  const dump = `${server.folder}/dump`
  await rm(dump, { force: true })
  await runForPostgres('pg_dump', [...admin, '--format=custom', `--file=${dump}`, 'atelier'])
  await cp(config.dataDirectory, place, { recursive: true })
  return {
    async restore() {
      await empty()
      await until('no session is open', () =>
        server.ask('drop database if exists atelier with (force)').then(() => true),
      )
      await server.ask('create database atelier owner atelier')
      await runForPostgres('pg_restore', [...admin, '--dbname=atelier', dump])
      await cp(place, config.dataDirectory, { recursive: true })
    },
  }
}
