import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, NodeName } from '../../server/test/support/cluster.ts'
import { send } from '../../server/test/support/companies.ts'
import { until } from '../../server/test/support/until.ts'
import { upload } from '../../server/test/support/uploads.ts'
import { writeLargePieces } from '../load/chunked-uploads.ts'
import { asked, someSound } from '../load/kinds.ts'
import { startLoad } from '../load/load.ts'
import { type Nodes, nodeNames, startNodes, withoutNodes } from '../nodes.ts'
import type { Effort, Fault, Outcome } from '../outcome.ts'
import { verifyAll } from '../verify/verify.ts'
import { startWatch, type Watched } from '../verify/watch.ts'

type Name = 'postgres' | 'redis' | 'store'
/**
 * The ways in which a service becomes unavailable: stopped and started, frozen, restarted during its work, or
 * cut off by the network.
 */
const ways = ['stopped', 'frozen', 'restarted', 'cut'] as const
type Way = (typeof ways)[number]

const acknowledgedBetween = 150
/**
 * The maximum duration of a request while PostgreSQL is unavailable. The timeout for an unresponsive service, with a
 * margin (docs/operators.md). The limit is larger for a store that is receiving a file.
 */
const postgresMsMax = 20_000
/**
 * The maximum duration of a request while Redis is unavailable. A node that counts rate limits alone does not
 * wait, but on a busy machine a request can still take a while.
 */
const redisMsMax = 5_000
const backMsMax = 60_000
/** A rate limit that is never reached. */
const limits = { RATE_LIMIT_PER_MINUTE: '1000000', OPEN_RATE_LIMIT_PER_MINUTE: '0' }

type Service = {
  /** Statuses of writes that the fault explains. */
  mayRefuse: readonly number[]
  /** The statuses that lists can return. A 503 must have `Retry-After`. */
  listsMay: readonly number[]
  listMsMax: number
  /**
   * The minimum duration of the outage. It is longer than any timeout except the timeout for a file on its
   * way to the store.
   */
  awayMs: number
  meanwhile(nodes: Nodes, way: Way, round: number): Promise<void>
  /** Whether a node works normally again. Responding and writing are checked elsewhere. */
  isBack?(nodes: Nodes, name: NodeName): Promise<boolean>
}

const services: Record<Name, Service> = {
  postgres: {
    // The server responds with 409 if the first request with the same idempotency key is still running.
    mayRefuse: [409, 423, 503],
    listsMay: [200, 503],
    listMsMax: postgresMsMax,
    awayMs: 25_000,
    async meanwhile({ node }, way) {
      if (way === 'restarted') return
      for (const name of nodeNames) {
        const isUnready = async () => (await fetch(`${node(name).url}/readyz`)).status === 503
        await until(`${name} reports that it is not ready`, isUnready)
      }
    },
  },
  redis: {
    mayRefuse: [],
    listsMay: [200],
    listMsMax: redisMsMax,
    awayMs: 8_000,
    async meanwhile({ metric }, way) {
      if (way === 'restarted') return
      for (const name of nodeNames)
        await until(`${name} counts rate limits alone`, async () => (await metric(name, sharedLimits)) === 0)
    },
    isBack: async ({ metric }, name) => (await metric(name, sharedLimits)) === 1,
  },
  store: {
    mayRefuse: [409, 423, 503],
    listsMay: [200],
    listMsMax: redisMsMax,
    awayMs: 12_000,
    async meanwhile({ target }, way, round) {
      if (way === 'restarted') return
      // The timeout of a frozen store is long, so one round is enough.
      const isSeen = way === 'stopped' || (way === 'frozen' && round === 0)
      const status = await statusOfUpload(target, isSeen ? refusedMsMax : uploadMsMax)
      if (status !== 503 && (isSeen || status !== undefined))
        throw new Error(`With the store ${way}, an upload got ${status ?? 'no response'}.`)
    },
    isBack: async (nodes, name) => (await statusOfUpload(at(nodes, name), uploadMsMax)) === 201,
  },
}

const sharedLimits = 'atelier_rate_limits_shared'

/** Maximum time after which a node gives up an upload to a frozen store (storage/s3-client.ts). */
const refusedMsMax = 280_000
const uploadMsMax = 10_000

/** The request is sent to the node itself, because the balancer would skip a node that never recovers. */
const at = ({ node, target: { token } }: Nodes, name: NodeName) => ({ url: node(name).url, token })
type At = ReturnType<typeof at>

/**
 * Returns the status of an upload, or undefined if there is no response after a while. Its result does not
 * matter, because its name is not in the ledger.
 */
async function statusOfUpload(
  target: Pick<At, 'token'> & { url: string },
  msMax: number,
): Promise<number | undefined> {
  const sent = upload(target, target, someSound(10_000)).then(({ status }) => status)
  sent.catch(() => {})
  return Promise.race([sent, wait(msMax, undefined, { ref: false })])
}

/** Whether a node reports ready, returns a list and accepts a write. */
async function works(target: At): Promise<boolean> {
  const { token } = target
  if ((await send(target, 'GET', '/readyz')).status !== 200) return false
  if ((await asked(target, token, 'GET', '/api/folders?per_page=1')).status !== 200) return false
  const name = `Directly to a node ${randomUUID()}`
  return (await asked(target, token, 'POST', '/api/folders', { name })).status === 201
}

async function isBackAt(service: Service, nodes: Nodes, name: NodeName): Promise<boolean> {
  return (await works(at(nodes, name))) && ((await service.isBack?.(nodes, name)) ?? true)
}

export const outageOf = (name: Name): Fault => ({
  leftOut: withoutNodes,
  run: (effort) => takeAway(name, effort),
})

/** Makes a service of two nodes unavailable under load, in each way, and restores it. */
async function takeAway(name: Name, effort: Effort): Promise<Outcome> {
  const service = services[name]
  const nodes = await startNodes(limits)
  const load = startLoad(nodes.target, {
    mayRefuse: service.mayRefuse,
    mayComeLate: true,
    more: name === 'store' ? [writeLargePieces] : [],
  })
  const { problems } = load.ledger
  const watched: Watched = { may: service.listsMay, msMax: service.listMsMax }
  const watches = nodeNames.map((node) =>
    startWatch(() => nodes.node(node).url, nodes.target.token, watched, problems),
  )
  const backMs: number[] = []
  const rounds = effort === 'quick' ? 1 : 2
  for (let round = 0; round < rounds; round++)
    for (const way of ways) {
      await load.acknowledged(acknowledgedBetween)
      const restore = await harm(nodes.cluster, name, way)
      const away = way === 'restarted' ? 0 : service.awayMs
      const [met] = await Promise.allSettled([service.meanwhile(nodes, way, round), wait(away)])
      if (met.status === 'rejected') problems.push(`${name} ${way}: ${met.reason.message}`)
      await restore()
      const since = performance.now()
      await load.back(since)
      for (const node of nodeNames) {
        const isBack = () => isBackAt(service, nodes, node).catch(() => false)
        await until(`${node} works normally again`, isBack, backMsMax).catch((error) =>
          problems.push(`${name} ${way}: ${error.message}`),
        )
      }
      backMs.push(performance.now() - since)
    }
  await Promise.all(watches.map((watch) => watch.stop()))
  await load.stop()
  if (load.counts.unanswered > 0 && name !== 'store')
    problems.push(`${load.counts.unanswered} writes got no response.`)
  await verifyAll(nodes, load.ledger)
  const done = `stopped, froze, restarted and cut off ${rounds} times each under the load of two nodes`
  return { done, counts: load.counts, problems, backMs }
}

/** Starts the outage. @returns a function that ends it. */
async function harm(cluster: Cluster, name: Name, way: Way): Promise<() => Promise<void> | void> {
  const one = cluster[name]
  switch (way) {
    case 'stopped':
      await (name === 'postgres' ? cluster.postgres.stop('SIGINT') : one.kill())
      return one.start
    case 'frozen':
      one.freeze()
      return () => void one.thaw()
    case 'restarted':
      await (name === 'postgres' ? cluster.postgres.stop('SIGQUIT') : one.kill())
      return one.start
    case 'cut':
      for (const node of nodeNames) cluster.cut(node, name)
      return () => {
        for (const node of nodeNames) cluster.mend(node, name)
      }
  }
}
