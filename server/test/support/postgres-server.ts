// PostgreSQL servers that a test file starts, copies, kills and promotes, each in a folder and on a port of its own.
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
/** Why a test that starts PostgreSQL is left out; false where it is not. */
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

/** They may not read the folder that the tests run in. */
const asPostgres = { ...account, cwd: '/' }

/** What a test keeps need not outlive the machine, so nothing waits for the disk. */
const settings = ['fsync=off', 'max_connections=100', 'wal_level=replica']

/** For whoever measures, or says what a fault loses: a server as an operator has it. Of two that are set the last one holds. */
export const waitingForDisk = ['fsync=on']

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

/** A folder that the programs of PostgreSQL may write, gone when the test file ends. */
export async function folderForPostgres(within = '/tmp'): Promise<string> {
  // Not the tests' own temporary folder, which others may not enter: and a socket's path is short.
  const folder = await mkdtemp(join(within, 'atelier-postgres-'))
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Runs a program as whoever PostgreSQL runs as, until it is killed. */
export const spawnAsPostgres = (program: string, args: string[], on = here) =>
  on.spawn(program, args, { ...asPostgres, stdio: ['ignore', 'ignore', 'pipe'] })

/** A program of PostgreSQL that ends by itself. */
export const runForPostgres = (program: string, args: string[]) =>
  run(join(programs!, program), args, asPostgres)

/**
 * An empty server, or the copy of one that follows it.
 * @param options.byPassword the account that is let in by its password; all others need none.
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
    // The first that fits is the one that holds.
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
    await until('PostgreSQL answers', async () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL has ended: ${said}`)
      return ask('select 1').catch(() => undefined)
    })
  }

  /** As an administrator. */
  async function ask<Row extends object>(sql: string, database = 'postgres'): Promise<Row[]> {
    const client = new pg.Client({ host, port, user: 'postgres', database, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }

  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null

  /** The server and all that it has started, at once. What they have written the system still has: no power is lost. */
  async function kill() {
    if (!child?.pid || hasEnded()) return
    const ended = once(child, 'exit')
    const sessions = childrenOf(child.pid)
    child.kill('SIGKILL')
    for (const pid of sessions) signal(pid, 'SIGKILL')
    await ended
  }

  /** As an administrator stops it: SIGINT is `fast`, SIGQUIT is `immediate` (pg_ctl). */
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
    /** Where its programs may write. */
    folder,
    ask,
    start,
    hasEnded,
    stop,
    kill,
    /** Silent, as a machine that hangs, until it is thawed. */
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

/** The account of an operator and a database of its own, as `scripts/with-postgres.sh` makes them. */
export async function makeAtelier(server: PostgresServer): Promise<string> {
  await server.ask('create role atelier login createdb createrole')
  await server.ask('create database atelier owner atelier')
  return server.url('atelier', 'atelier')
}
