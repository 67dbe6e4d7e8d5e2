// Two nodes as operators run them, each a process on its own machine, with PostgreSQL, Redis and an S3 store.
import { type ChildProcess, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type Config, parseConfig } from '../../src/config.ts'
import { childrenOf } from './children.ts'
import { type Machine, openNetwork } from './network.ts'
import { makeAtelier, startPostgres, withoutServers } from './postgres-server.ts'
import { isAlive } from './processes.ts'
import { freePort, startRedisOn, withoutRedis } from './redis.ts'
import { type ServerProcess, startProcessOn } from './server-process.ts'
import { atEnd } from './service.ts'
import { until } from './until.ts'

const names = ['one', 'two', 'postgres', 'redis', 'store'] as const
export type NodeName = 'one' | 'two'

const python = '/usr/bin/python3'
const runs = (code: string, ...args: string[]) => spawnSync(python, ['-c', code, ...args]).status === 0
const isHere = runs('import swift.common.middleware.s3api')
if (!isHere && process.env.CI) throw new Error('The tests of several nodes need python3-swift.')
if (!isHere) console.error('NO python3-swift IS HERE: several nodes with a store are left out.')
/** Why the tests of several machines are skipped, or false. */
export const withoutCluster = withoutServers || withoutRedis || (!isHere && 'there is no python3-swift')

const s3Server = fileURLToPath(new URL('../../../scripts/s3-server.py', import.meta.url))
const bucket = 'atelier'
const region = 'us-east-1'
/** The URL of a load balancer, which these tests do not use. */
const publicUrl = 'http://atelier.example'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * The services, and nodes that are not started yet. All of them end with the test file.
 * @param set additional PostgreSQL settings.
 */
export async function startCluster({ set = [] }: { set?: string[] } = {}) {
  const network = openNetwork(names)
  const { machines } = network
  const [postgres, redis, store] = await Promise.all([
    startPostgres({ on: machines.postgres, set }),
    startRedisOn(machines.redis),
    startStore(machines.store),
  ])
  const directories = { one: await directoryOfNode(), two: await directoryOfNode() }
  const secretKey = randomBytes(32).toString('base64')
  const databaseUrl = makeAtelier(postgres)

  async function environment(name: NodeName, directory: string): Promise<Record<string, string>> {
    const database = new URL(await databaseUrl)
    database.host = await network.way(name, 'postgres', postgres.port)
    return {
      HOST: machines[name].address,
      DATA_DIR: directory,
      DATABASE_URL: database.href,
      REDIS_URL: `redis://${await network.way(name, 'redis', redis.port)}`,
      SECRET_KEY: secretKey,
      S3_ENDPOINT: `http://${await network.way(name, 'store', store.port)}`,
      S3_BUCKET: bucket,
      S3_REGION: region,
      ...variablesOf(store.pair),
    }
  }

  return {
    ...network,
    postgres,
    redis,
    store,
    /** Starts `atelier-server serve` on its machine. A restarted node finds its earlier files. */
    async startNode(name: NodeName, env: Record<string, string> = {}): Promise<ServerProcess> {
      const port = await freePort()
      const own = {
        ...(await environment(name, directories[name])),
        PORT: `${port}`,
        PUBLIC_URL: publicUrl,
        ...env,
      }
      const node = await startProcessOn(machines[name], parseConfig(own), own)
      return { ...node, url: `http://${machines[name].address}:${port}` }
    },
    /**
     * Configuration for a service in this process, which creates objects that no endpoint can create.
     * @param node the node whose directory the service uses. Defaults to its own directory.
     */
    async config(node?: NodeName): Promise<Config> {
      const { href } = new URL(await databaseUrl)
      const own = await environment('one', node ? directories[node] : await directoryOfNode())
      return parseConfig({ ...own, DATABASE_URL: href, HOST: '127.0.0.1', PORT: '0' })
    },
  }
}

async function directoryOfNode() {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-node-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Credentials of the store. */
export type KeyPair = { accessKeyId: string; secretAccessKey: string }

export const newKeyPair = (name: string): KeyPair => ({
  accessKeyId: `test:${name}`,
  secretAccessKey: randomBytes(16).toString('hex'),
})

/** The variables with which a node uses these credentials. */
export const variablesOf = ({ accessKeyId, secretAccessKey }: KeyPair) => ({
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})

/** Starts OpenStack Swift. */
async function startStore({ address, spawn }: Machine) {
  const folder = await folderWithAttributes()
  const pair = newKeyPair('tester')
  let known = [pair]
  let child: ChildProcess
  let port: number | undefined

  async function start() {
    const at = port === undefined ? [] : [`${port}`]
    const keys = known.map(({ accessKeyId }) => accessKeyId).join()
    const secrets = known.map(({ secretAccessKey }) => secretAccessKey).join()
    const args = [s3Server, join(folder, 'files'), keys, secrets, address, ...at]
    child = spawn(python, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(child.stdout!.setEncoding('utf8'), 'data')
    port = Number(said)
  }

  const all = () => [child.pid!, ...childrenOf(child.pid!)]
  const signalAll = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, name)
  }

  async function kill() {
    const pids = all()
    signalAll(pids, 'SIGKILL')
    await until('the store has stopped', () => !pids.some(isAlive))
  }

  atEnd(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  await start()
  const client = new S3Client({
    endpoint: `http://${address}:${port}`,
    region,
    forcePathStyle: true,
    credentials: pair,
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return {
    port: port!,
    pair,
    /** Restarts the store, accepting only these credentials. */
    async startKnowing(...pairs: KeyPair[]) {
      await kill()
      known = pairs
      await start()
    },
    /** Starts the store again with its data at the same IP address. */
    start,
    kill,
    /** Freezes the store, as a hanging machine would, until it is thawed. */
    freeze: () => signalAll(all(), 'SIGSTOP'),
    thaw: () => signalAll(all(), 'SIGCONT'),
  }
}

/**
 * Swift stores metadata in extended attributes. Memory is used if its file system supports them, because
 * memory is faster than a disk.
 */
async function folderWithAttributes(): Promise<string> {
  for (const parent of ['/dev/shm', tmpdir(), '/var/tmp']) {
    const folder = await mkdtemp(join(parent, 'atelier-store-'))
    if (runs('import os, sys; os.setxattr(sys.argv[1], "user.atelier", b"1")', folder)) return folder
    await rm(folder, { recursive: true })
  }
  throw new Error('No folder here has extended attributes.')
}
