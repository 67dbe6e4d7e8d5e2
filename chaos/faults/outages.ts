import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../../server/test/support/cluster.ts'
import { until } from '../../server/test/support/until.ts'
import { upload } from '../../server/test/support/uploads.ts'
import { someSound } from '../load/kinds.ts'
import { startLoad } from '../load/load.ts'
import { type Nodes, nodeNames, startNodes, withoutNodes } from '../nodes.ts'
import type { Effort, Fault, Outcome } from '../outcome.ts'
import { verifyAll } from '../verify/verify.ts'
import { startWatch, type Watched } from '../verify/watch.ts'

type Name = 'postgres' | 'redis' | 'store'
/** Away and back, silent, ended in the middle of its work and started at once, and behind a network that is cut. */
const ways = ['stopped', 'frozen', 'restarted', 'cut'] as const
type Way = (typeof ways)[number]

const acknowledgedBetween = 150
/** What hangs is given up after this and a little more (docs/operators.md), of a store that takes a part of a file later. */
const postgresMsMax = 20_000
/** A node that counts by itself does not wait. On a busy machine a request may take its time all the same. */
const redisMsMax = 5_000
const backMsMax = 60_000
/** What limits are counted against. It is never met. */
const limits = { RATE_LIMIT_PER_MINUTE: '1000000' }

type Service = {
  /** Statuses of writes that it explains. */
  mayRefuse: readonly number[]
  /** Statuses of lists. 503 comes with `Retry-After`, whoever sends it. */
  listsMay: readonly number[]
  listMsMax: number
  /** It stays away for so long: longer than anybody waits for what hangs. */
  awayMs: number
  /** What else holds while it is away. */
  meanwhile?(nodes: Nodes, way: Way): Promise<void>
  /** Whether all is as it was. */
  isBack(nodes: Nodes): Promise<boolean>
}

const services: Record<Name, Service> = {
  postgres: {
    // 409: the first request with the same key has not ended.
    mayRefuse: [409, 423, 503],
    listsMay: [200, 503],
    listMsMax: postgresMsMax,
    awayMs: 25_000,
    async meanwhile({ node }, way) {
      if (way === 'restarted') return
      for (const name of nodeNames) {
        const isUnready = async () => (await fetch(`${node(name).url}/readyz`)).status === 503
        await until(`${name} says that it is not ready`, isUnready)
      }
    },
    isBack: async () => true,
  },
  redis: {
    mayRefuse: [],
    listsMay: [200],
    listMsMax: redisMsMax,
    awayMs: 8_000,
    async meanwhile({ metric }, way) {
      if (way === 'restarted') return
      for (const name of nodeNames)
        await until(`${name} counts by itself`, async () => (await metric(name, sharedLimits)) === 0)
    },
    async isBack({ metric }) {
      const shared = await Promise.all(nodeNames.map((name) => metric(name, sharedLimits)))
      return shared.every((is) => is === 1)
    },
  },
  store: {
    mayRefuse: [409, 423, 503],
    listsMay: [200],
    listMsMax: redisMsMax,
    awayMs: 12_000,
    async meanwhile(nodes, way) {
      if (way === 'restarted') return
      const status = await statusOfUpload(nodes)
      if (status !== 503 && status !== undefined)
        throw new Error(`While the store was ${way}, an upload was answered ${status}.`)
    },
    isBack: async (nodes) => (await statusOfUpload(nodes)) === 201,
  },
}

const sharedLimits = 'atelier_rate_limits_shared'

/** Undefined where it still waits after a while. What becomes of it is its own affair: it has no name in the ledger. */
async function statusOfUpload({ target }: Nodes): Promise<number | undefined> {
  const asked = upload(target, target, someSound(10_000)).then(({ status }) => status)
  asked.catch(() => {})
  return Promise.race([asked, wait(uploadMsMax, undefined, { ref: false })])
}
const uploadMsMax = 10_000

export const outageOf = (name: Name): Fault => ({
  leftOut: withoutNodes,
  run: (effort) => takeAway(name, effort),
})

/** One of the services that two nodes stand on goes away under load, in each way, and comes back. */
async function takeAway(name: Name, effort: Effort): Promise<Outcome> {
  const service = services[name]
  const nodes = await startNodes(limits)
  const load = startLoad(nodes.target, { mayRefuse: service.mayRefuse, mayComeLate: true })
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
      const [met] = await Promise.allSettled([service.meanwhile?.(nodes, way), wait(away)])
      if (met.status === 'rejected') problems.push(`${name} ${way}: ${met.reason.message}`)
      await restore()
      const since = performance.now()
      await load.back(since)
      const isBack = until(`${name} is back`, () => service.isBack(nodes), backMsMax)
      await isBack.catch((error) => problems.push(`${name} ${way}: ${error.message}`))
      backMs.push(performance.now() - since)
    }
  await Promise.all(watches.map((watch) => watch.stop()))
  await load.stop()
  if (load.counts.unanswered > 0 && name !== 'store')
    problems.push(`${load.counts.unanswered} writes were never answered.`)
  await verifyAll(nodes, load.ledger)
  const done = `stopped, froze, restarted and cut off ${rounds} times each under the load of two nodes`
  return { done, counts: load.counts, problems, backMs }
}

/** Takes it away. @returns what brings it back. */
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
