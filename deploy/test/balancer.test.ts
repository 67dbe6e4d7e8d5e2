// Engines: embedded
// Runs: without retry
// The committed haproxy.cfg in front of two real nodes with PostgreSQL, Redis and an S3 store.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { root } from '../../scripts/supply-chain/lockfile.ts'
import { ambiguousRequests, smuggledPath } from '../../server/test/support/ambiguous-requests.ts'
import { childrenOf } from '../../server/test/support/children.ts'
import { type NodeName, startCluster, withoutCluster } from '../../server/test/support/cluster.ts'
import { type Answer, newCompany, send } from '../../server/test/support/companies.ts'
import { follow } from '../../server/test/support/event-stream.ts'
import { answerTo } from '../../server/test/support/raw-connection.ts'
import { freePort } from '../../server/test/support/redis.ts'
import type { ServerProcess } from '../../server/test/support/server-process.ts'
import { atEnd, startOn } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { sound, upload } from '../../server/test/support/uploads.ts'

const file = join(root, 'deploy/haproxy.cfg')
/** Debian installs haproxy in sbin, which is not in every PATH. */
const haproxy = ['haproxy', '/usr/sbin/haproxy'].find((name) => spawnSync(name, ['-v']).status === 0)
if (!haproxy && process.env.CI) throw new Error('The tests of the balancer need haproxy.')
if (!haproxy) console.error('SKIPPED: haproxy is not installed, so the load balancer is not tested.')
const skip = !haproxy ? 'haproxy is not installed' : withoutCluster

const limit = 40
const uploadBytes = 100 * 1024 ** 2
/** Maximum memory of haproxy, which needs about 20 MB. If it buffered the upload, it would need more. */
const balancerBytesMax = 64 * 1024 ** 2
/** Maximum delay of an event. Less than the heartbeat interval (15 s), which would flush a buffering proxy. */
const promptMsMax = 10_000
/** Maximum time for a request that is answered or rejected immediately. */
const answeredMsMax = 500
/** RFC 9112 §6.3 and §5.2 allow a proxy to reject these, or to forward the only valid length. */
const mayBeMended = [
  'twice the same length',
  'a list of lengths',
  'a folded length',
  // haproxy forwards these requests, and the node rejects them. Both agree where the next request starts.
  'two names in Host',
  'a path in Host',
  'a user in Host',
  // haproxy always sends HTTP/1.1 to the nodes.
  'HTTP/2.0 in words',
  'a chunked body in HTTP/2.0',
]

type Nodes = Record<NodeName, ServerProcess>

describe('the balancer', { skip, concurrency: false, timeout: 120_000 }, async () => {
  if (skip) return
  const cluster = await startCluster()
  /** @param port the port of the previous run, for a restart. haproxy.cfg has fixed ports. */
  const start = (name: NodeName, port?: string) =>
    cluster.startNode(name, {
      RATE_LIMIT_PER_MINUTE: `${limit}`,
      // The IP address from which haproxy connects to the nodes.
      TRUSTED_PROXIES: '198.18.0.0/15,127.0.0.1',
      SHUTDOWN_DELAY_SECONDS: '3',
      ...(port && { PORT: port }),
    })
  const [one, two] = await Promise.all([start('one'), start('two')])
  const nodes: Nodes = { one, two }
  const here = await startOn(await cluster.config())
  const acme = await newCompany(here, 'Acme')
  await here.close()
  const balancer = await startBalancer(nodes)
  const authorization = `Bearer ${acme.token}`

  const listTags = (from = someone(), headers: Headers = {}, agent?: Agent) =>
    statusOf(`${balancer.url}/api/tags`, {
      localAddress: from,
      headers: { authorization, ...headers },
      agent,
    })
  const addTag = (name: string, from = someone(), agent?: Agent) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const how = { method: 'POST', localAddress: from, headers, agent }
    return statusOf(`${balancer.url}/api/tags`, how, JSON.stringify({ name }))
  }

  test('the balancer sends requests to both nodes', async () => {
    for (let at = 0; at < 20; at++) assert.equal(await listTags(), 200)
    await until('both nodes have responded', () => requestsOf(nodes.one) >= 5 && requestsOf(nodes.two) >= 5)
  })

  test("rate limits count the client's real IP address, regardless of its headers", async () => {
    const [loud, quiet] = [someone(), someone()]
    const claim = (at: number) => ({ 'x-forwarded-for': `203.0.113.${at}`, forwarded: `for=203.0.113.${at}` })
    const statuses: number[] = []
    for (let at = 0; at < limit + 5; at++) statuses.push(await listTags(loud, claim(at)))
    assert.equal(statuses.filter((status) => status === 200).length, limit)
    assert.equal(statuses.filter((status) => status === 429).length, 5)
    assert.equal(await listTags(quiet, claim(1)), 200)
  })

  test('a smuggled request reaches no node', async () => {
    const sendAll = (all: [string, string | Uint8Array][]) =>
      Promise.all(all.map(([, bytes]) => answerTo(balancer, Buffer.from(bytes), answeredMsMax)))
    const all = Object.entries(ambiguousRequests)
    await sendAll(all.filter(([what]) => !mayBeMended.includes(what)))
    assert.deepEqual(await reached(smuggledPath), [])

    // If haproxy corrects a length, then haproxy and the node both read the rest as the client's next
    // request, which gets a response.
    const answers = await sendAll(all.filter(([what]) => mayBeMended.includes(what)))
    const seconds = answers.filter((text) => text.split('HTTP/1.1 ').length === 3)
    assert.equal((await reached(smuggledPath)).length, seconds.length)
  })

  /** The log lines of the nodes for `path`, after all earlier requests. */
  async function reached(path: string) {
    const both = [nodes.one, nodes.two]
    const before = both.map(requestsOf)
    await until('both nodes have logged a later request', async () => {
      await listTags()
      return both.every((node, at) => requestsOf(node) > before[at]!)
    })
    return both.flatMap(({ log }) => log.filter(({ route }) => route === path))
  }

  test('an upload of 100 MB is not buffered', async () => {
    const bytes = sound(randomBytes(uploadBytes), { rate: 44_100, bits: 16 })
    const { status, body, text } = await upload(balancer, acme, { bytes, name: 'long.wav' })
    assert.equal(status, 201, text)
    assert.equal(body.data.size, bytes.length)
    assert.ok(balancer.peakBytes() < balancerBytesMax, `${balancer.peakBytes()} bytes of memory`)
  })

  test('changes arrive immediately, on a stream and on a long poll', async () => {
    const stream = await follow(balancer, acme.token, '/api/changes?since=latest')
    assert.equal(stream.response.status, 200)
    const since = '/api/changes?since=latest&wait=25'
    let polled: Answer | undefined
    const poll = send(balancer, 'GET', since, { headers: { authorization } }).then((answer) => {
      polled = answer
    })
    // The change is repeated, because the test cannot know when the long poll has started.
    const both = async () => {
      assert.equal(await addTag(`Change ${performance.now()}`), 201)
      return polled !== undefined && stream.events.length > 0
    }
    await until('both have received a change', both, promptMsMax)
    await poll
    assert.equal(polled?.status, 200)
    assert.ok(polled.body.data.length > 0)
    stream.stop()
  })

  test('no request is lost while the nodes are restarted one after the other', async () => {
    const lost: string[] = []
    let done = 0
    let isOver = false
    // Each client keeps its connection and switches to another IP address before it reaches the rate limit.
    const callers = Array.from({ length: 6 }, async (_, at) => {
      while (!isOver) {
        const [agent, from] = [new Agent({ keepAlive: true }), someone()]
        for (let round = 0; round < limit && !isOver; round++) {
          const asking = at % 2 === 0 ? listTags(from, {}, agent) : addTag(`Kept ${at} ${done}`, from, agent)
          const status = await asking.catch((error: Error) => error.message)
          if (status !== 200 && status !== 201) lost.push(`${status}, ${from}, ${round}`)
          done++
        }
        agent.destroy()
      }
    })
    const flow = (from = done) => until('requests get responses', () => done > from + 40)
    try {
      for (const name of ['one', 'two'] as const) {
        await flow()
        const { child, ended } = nodes[name]
        child.kill('SIGTERM')
        assert.equal(await ended, 0)
        await flow()
        nodes[name] = await start(name, balancer.places[name].port)
        await until('the balancer uses it again', () => requestsOf(nodes[name]) > 5)
      }
    } finally {
      isOver = true
      await Promise.all(callers)
    }
    assert.deepEqual(lost, [])
  })
})

type Headers = Record<string, string>
type How = { method?: string; localAddress: string; headers: Headers; agent?: Agent | undefined }

let addresses = 0

/** Returns an unused IP address of this machine, in 127.0.0.0/8. Each address has its own rate limit. */
function someone(): string {
  const at = addresses++
  return `127.1.${Math.floor(at / 250)}.${1 + (at % 250)}`
}

async function statusOf(url: string, how: How, body?: string): Promise<number> {
  const sent = request(url, how).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode!
}

/** The number of requests for tags in a node's log. */
const requestsOf = ({ log }: ServerProcess) => log.filter(({ route }) => route === '/api/tags').length

async function startBalancer({ one, two }: Nodes) {
  const port = await freePort()
  const places = { one: new URL(one.url), two: new URL(two.url) }
  const child = spawn(haproxy!, ['-W', '-db', '-f', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      BALANCER_BIND: `127.0.0.1:${port}`,
      NODE_ONE: places.one.host,
      NODE_TWO: places.two.host,
    },
  })
  let said = ''
  for (const out of [child.stdout, child.stderr])
    out.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-10_000)
    })
  const ended = once(child, 'exit')
  atEnd(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await until('haproxy has found a node', async () => {
    if (child.exitCode !== null) throw new Error(`haproxy has exited: ${said}`)
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok
  })
  const [worker] = childrenOf(child.pid!)
  return {
    url,
    places,
    /** Returns the peak memory, if Linux reports it. */
    peakBytes: () =>
      Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${worker}/status`, 'utf8'))![1]) * 1024,
  }
}
