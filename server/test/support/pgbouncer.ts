import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { folderForPostgres, type PostgresServer, spawnAsPostgres, withoutServers } from './postgres-server.ts'
import { freePort } from './redis.ts'
import { atEnd } from './service.ts'
import { until } from './until.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync) ?? 'pgbouncer'
const isHere = spawnSync(program, ['--version']).status === 0
if (!isHere && process.env.CI) throw new Error('The tests of poolers need pgbouncer.')
if (!isHere) console.error('NO pgbouncer IS HERE: what holds behind a pooler is left out.')
/** Why tests of PgBouncer are skipped, or false. */
export const withoutPgbouncer = withoutServers || (!isHere && 'there is no pgbouncer')

/** PgBouncer in transaction mode in front of a server. It ends with the test file. */
export async function startPgbouncer(server: PostgresServer, settings: string[] = []) {
  const folder = await folderForPostgres()
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  await writeFile(
    users,
    ['postgres', 'atelier', 'atelier_app_atelier'].map((user) => `"${user}" ""`).join('\n'),
  )
  await chmod(users, 0o644)
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    `unix_socket_dir = ${folder}`,
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    // Few server connections, so that clients actually share them.
    'default_pool_size = 4',
    'max_client_conn = 500',
    ...settings,
  ]
  await writeFile(file, lines.join('\n'))
  await chmod(file, 0o644)
  const child = spawnAsPostgres(program, [file])
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-20_000)
  })
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const url = (database: string, user: string) => `postgres://${user}@127.0.0.1:${port}/${database}`
  await until('pgbouncer responds', async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer has ended: ${said}`)
    const client = new pg.Client(url('postgres', 'postgres'))
    return client
      .connect()
      .then(() => client.end())
      .then(
        () => true,
        () => false,
      )
  })
  return {
    url,
    port,
    said: () => said,
    /** Freezes PgBouncer, as a hanging machine would, until it is thawed. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
  }
}
