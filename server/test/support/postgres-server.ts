// PostgreSQL servers that a test file starts, copies, kills and promotes, each with its own directory and port.
import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { appendFile, chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { childrenOf } from './children.ts'
import { here, type Machine } from './network.ts'
import { freePort } from './redis.ts'
import { atEnd } from './service.ts'
import { until } from './until.ts'

const run = promisify(execFile)

const programs = globSync('/usr/lib/postgresql/*/bin')
  .sort((one, other) => versionOf(one) - versionOf(other))
  .at(-1)
const isRoot = process.getuid?.() === 0
const account = isRoot ? accountOfPostgres() : undefined
const isHere =
  programs !== undefined && existsSync(join(programs, 'initdb')) && (!isRoot || account !== undefined)
if (!isHere && process.env.CI)
  throw new Error('The tests of replicas and failover need the programs of PostgreSQL.')
if (!isHere) console.error('NO PROGRAMS OF PostgreSQL ARE HERE: poolers, replicas and failover are left out.')
/** Why tests that start PostgreSQL are skipped, or false. */
export const withoutServers = !isHere && 'there are no programs of PostgreSQL'

function versionOf(path: string) {
  return Number(path.split('/').at(-2))
}

/** PostgreSQL refuses to run as root. */
function accountOfPostgres() {
  try {
    const idOf = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }).toString())
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return undefined
  }
}

/** That user cannot read the directory of the tests. */
const asPostgres = { ...account, cwd: '/' }

/** Test data need not survive a crash of the machine, so nothing is synced. */
const settings = ['fsync=off', 'max_connections=100', 'wal_level=replica']

/**
 * Durable settings, as in production, for measurements and tests of lost data. If a setting is repeated, the last one
 * counts.
 */
export const waitingForDisk = ['fsync=on']

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

/** A directory that PostgreSQL can write. It is deleted with the test file. */
export async function folderForPostgres(within = '/tmp'): Promise<string> {
  // The socket is outside the tests' own temporary directory, because other users cannot enter it, and
  // socket paths must be short.
  const folder = await mkdtemp(join(within, 'atelier-postgres-'))
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Runs a program as PostgreSQL's user until it is killed. */
export const spawnAsPostgres = (program: string, args: string[], on = here) =>
  on.spawn(program, args, { ...asPostgres, stdio: ['ignore', 'ignore', 'pipe'] })

/** A PostgreSQL program that exits by itself. */
export const runForPostgres = (program: string, args: string[]) =>
  run(join(programs!, program), args, asPostgres)

/**
 * Starts an empty server, or a standby of another server.
 * @param options.byPassword an account that needs its password. All other accounts need none.
 */
export async function startPostgres(
  options: {
    copyOf?: { port: number }
    set?: string[]
    on?: Machine
    within?: string
    byPassword?: string
  } = {},
) {
  const { on = here } = options
  const host = on.address
  const folder = await folderForPostgres(options.within)
  const port = await freePort()
  const data = join(folder, 'data')
  if (options.copyOf) {
    const from = ['-h', host, '-p', `${options.copyOf.port}`, '-U', 'postgres']
    const copied = ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
    await run(join(programs!, 'pg_basebackup'), [...from, ...copied], asPostgres)
  } else {
    const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    await run(join(programs!, 'initdb'), [`--pgdata=${data}`, ...how], asPostgres)
    const rules = join(data, 'pg_hba.conf')
    await appendFile(rules, 'host all all samenet trust\n')
    // The first matching line counts.
    if (options.byPassword)
      await writeFile(
        rules,
        `host all ${options.byPassword} all scram-sha-256\n${await readFile(rules, 'utf8')}`,
      )
  }
  let child: ChildProcess | undefined

  async function start() {
    const listen = [`listen_addresses=${host}`, `port=${port}`]
    const set = [...settings, ...listen, `unix_socket_directories=${folder}`, ...(options.set ?? [])]
    const started = spawnAsPostgres(
      join(programs!, 'postgres'),
      ['-D', data, ...set.flatMap((one) => ['-c', one])],
      on,
    )
    child = started
    let said = ''
    started.stderr!.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-10_000)
    })
    await until('PostgreSQL responds', async () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL has ended: ${said}`)
      return ask('select 1').catch(() => undefined)
    })
  }

  async function ask<Row extends object>(sql: string, database = 'postgres'): Promise<Row[]> {
    const client = new pg.Client({ host, port, user: 'postgres', database, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }

  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null

  /**
   * Kills the server and all its processes at once. The operating system keeps the data that they have
   * written, so this differs from a power loss.
   */
  async function kill() {
    if (!child?.pid || hasEnded()) return
    const ended = once(child, 'exit')
    const sessions = childrenOf(child.pid)
    child.kill('SIGKILL')
    for (const pid of sessions) signal(pid, 'SIGKILL')
    await ended
  }

  /** Stops the server as an administrator does: SIGINT is `fast`, SIGQUIT is `immediate` (pg_ctl). */
  async function stop(how: 'SIGINT' | 'SIGQUIT') {
    const ended = once(child!, 'exit')
    child!.kill(how)
    await ended
  }

  function signalAll(name: NodeJS.Signals) {
    for (const pid of [child!.pid!, ...childrenOf(child!.pid!)]) signal(pid, name)
  }

  atEnd(kill)
  await start()
  return {
    port,
    /** A directory that its programs can write. */
    folder,
    ask,
    start,
    hasEnded,
    stop,
    kill,
    /** Freezes the server, as a hanging machine would, until it is thawed. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    url: (database: string, user = 'postgres') => `postgres://${user}@${host}:${port}/${database}`,
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** An operator's account and database, as in `scripts/with-postgres.sh`. */
export async function makeAtelier(server: PostgresServer): Promise<string> {
  await server.ask('create role atelier login createdb createrole')
  await server.ask('create database atelier owner atelier')
  return server.url('atelier', 'atelier')
}
