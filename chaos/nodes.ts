import { type Cluster, type NodeName, startCluster, withoutCluster } from '../server/test/support/cluster.ts'
import { newCompany } from '../server/test/support/companies.ts'
import { waitingForDisk } from '../server/test/support/postgres-server.ts'
import type { ServerProcess } from '../server/test/support/server-process.ts'
import { engine, startOn } from '../server/test/support/service.ts'
import { until } from '../server/test/support/until.ts'
import { startBalancer } from './balancer.ts'
import type { Target } from './load/writer.ts'
import type { Served } from './verify/verify.ts'

export const nodeNames: readonly NodeName[] = ['one', 'two']
const metricsToken = 'for-the-chaos-of-nodes'
const readyMsMax = 60_000

/** Two nodes behind a balancer, and all services that they need. The load is sent to the balancer. */
export type Nodes = Served & {
  cluster: Cluster
  target: Target & { url: string }
  node(name: NodeName): ServerProcess
  /** Starts or restarts a node and returns once the balancer sends requests to it. */
  start(name: NodeName): Promise<void>
  /** Stops a node as an operator would. @returns its exit code. */
  end(name: NodeName): Promise<number | string>
  metric(name: NodeName, metric: string): Promise<number>
}

export const withoutNodes = () =>
  (engine !== 'postgres' && 'several nodes need PostgreSQL') || withoutCluster || undefined

export async function startNodes(env: Record<string, string> = {}): Promise<Nodes> {
  const cluster = await startCluster({ set: waitingForDisk })
  const config = await cluster.config()
  const service = await startOn(config)
  const company = await newCompany(service, 'Acme')
  await service.close()
  const balancer = await startBalancer()
  const running = new Map<NodeName, ServerProcess>()

  async function start(name: NodeName) {
    const own = { PUBLIC_URL: balancer.url, METRICS_TOKEN: metricsToken, ...env }
    const node = await cluster.startNode(name, own)
    running.set(name, node)
    balancer.set(name, node.url)
    await until(`${name} is ready`, () => balancer.isReady(name), readyMsMax)
  }

  function end(name: NodeName) {
    const { child, ended } = running.get(name)!
    child.kill('SIGTERM')
    return ended
  }

  await Promise.all(nodeNames.map(start))
  const { token, clientId, clientSecret } = company
  return {
    cluster,
    config,
    nodes: await Promise.all(nodeNames.map(async (name) => (await cluster.config(name)).storage)),
    company,
    target: { url: balancer.url, token, clientId, clientSecret },
    node: (name) => running.get(name)!,
    start,
    end,
    async metric(name, metric) {
      const headers = { authorization: `Bearer ${metricsToken}` }
      const text = await (await fetch(`${running.get(name)!.url}/metrics`, { headers })).text()
      return Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1])
    },
    async stop() {
      const ends = await Promise.all(nodeNames.map(end))
      if (ends.some((code) => code !== 0)) throw new Error(`The nodes were stopped and exited with ${ends}.`)
    },
  }
}
