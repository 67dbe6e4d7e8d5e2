// Engines: postgres
// Runs: first
// Two nodes, PostgreSQL, Redis and an S3 store, each on its own machine. Tests how the nodes work together,
// and how each works when it is cut off.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type NodeName, newKeyPair, startCluster, variablesOf, withoutCluster } from './support/cluster.ts'
import { type Answer, newCompany, send, someAddress } from './support/companies.ts'
import { append, ask, begin } from './support/resumable.ts'
import type { ServerProcess } from './support/server-process.ts'
import { engine, startOn } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const skip = (engine !== 'postgres' && 'several nodes need PostgreSQL') || withoutCluster
const limit = 1_000
const metricsToken = 'for-the-tests-of-nodes'
/** Maximum time until every other node knows of a change. */
const notifiedMsMax = 1_000
/** The maximum age of a cache entry without notifications (cache/cache-versions.ts). */
const cacheAgeMsMax = 5_000
/** Time that exceeds the timeout of a request on a silent connection, and of any statement. */
const silenceMsMax = 20_000

describe('two nodes', { skip, concurrency: false, timeout: 280_000 }, async () => {
  if (skip) return
  const cluster = await startCluster()
  const start = (name: NodeName, env: Record<string, string> = {}) =>
    cluster.startNode(name, {
      RATE_LIMIT_PER_MINUTE: `${limit}`,
      TRUSTED_PROXIES: '198.18.0.0/15,127.0.0.1',
      METRICS_TOKEN: metricsToken,
      ...env,
    })
  let [one, two] = await Promise.all([start('one'), start('two')])
  const here = await startOn(await cluster.config())
  const acme = await newCompany(here, 'Acme')
  await here.close()

  /** Each test has its own IP address, so that rate limits do not mix. */
  const call = (node: ServerProcess, method: string, path: string, json?: unknown, from = someAddress()) =>
    send(node, method, path, {
      json,
      headers: { authorization: `Bearer ${acme.token}`, 'x-forwarded-for': from },
    })
  const tags = async (node: ServerProcess) => {
    const { status, body } = await call(node, 'GET', '/api/tags?per_page=100')
    return { status, names: body.data?.map(({ name }: { name: string }) => name) as string[] | undefined }
  }
  const addTag = async (node: ServerProcess, name: string) =>
    assert.equal((await call(node, 'POST', '/api/tags', { name })).status, 201)
  const metric = async ({ url }: ServerProcess, name: string) => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)![1])
  }
  async function timed(asking: Promise<Answer>) {
    const began = performance.now()
    const { status, headers, text } = await asking
    return { status, headers, text, ms: performance.now() - began }
  }

  test("two nodes show each other's changes within a second", async () => {
    for (let at = 0; at < 20; at++) {
      const [writer, reader] = at % 2 === 0 ? [one, two] : [two, one]
      await tags(reader)
      await addTag(writer, `Shared ${at}`)
      const shows = async () => (await tags(reader)).names!.includes(`Shared ${at}`)
      await until('the other shows it', shows, notifiedMsMax)
    }
  })

  test('two nodes share the rate limit of an IP address exactly', async () => {
    const from = someAddress()
    const statuses: number[] = []
    for (let at = 0; at < limit + 40; at += 40) {
      const asked = Array.from({ length: 40 }, (_, n) =>
        call(n % 2 === 0 ? one : two, 'GET', '/api/x', undefined, from),
      )
      for (const { status } of await Promise.all(asked)) statuses.push(status)
    }
    assert.equal(statuses.filter((status) => status === 404).length, limit)
    assert.equal(statuses.filter((status) => status === 429).length, 40)
  })

  test('two nodes resume an upload of a killed node', async () => {
    const bytes = await picture({ width: 1_500, height: 1_500, format: 'tiff' })
    const half = Math.floor(bytes.length / 2)
    const { path } = await begin(one, acme, bytes.length, { filename: 'half.tiff' })
    const place = new URL(path, one.url).pathname
    assert.equal((await append(one, acme, place, 0, bytes.subarray(0, half))).status, 204)
    one.child.kill('SIGKILL')
    await one.ended
    const { headers } = await ask(two, acme, 'HEAD', place)
    const offset = Number(headers.get('upload-offset'))
    assert.equal(offset, half)
    assert.equal((await append(two, acme, place, offset, bytes.subarray(offset))).status, 204)
    one = await start('one')
    const made = await until('it is an asset', async () => {
      const { body } = await call(one, 'GET', place)
      return body.data.asset_id as string | undefined
    })
    const { body } = await call(one, 'GET', `/api/assets/${made}`)
    const { pathname, search } = new URL(body.data.url)
    const file = await fetch(one.url + pathname + search)
    assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes))
  })

  test('two nodes run a job once in total', async () => {
    const pictures = await Promise.all(Array.from({ length: 16 }, () => picture({ width: 300, height: 200 })))
    const made = await Promise.all(
      pictures.map((bytes, at) => upload(at % 2 === 0 ? one : two, acme, { bytes })),
    )
    const ids = made.map(({ body }) => body.data.id as string)
    await until('every image has its renditions', async () => {
      const { body } = await call(two, 'GET', `/api/assets?ids=${ids.join(',')}`)
      return body.data.every(({ status }: { status: string }) => status === 'ready')
    })
    const { body } = await call(one, 'GET', '/api/changes?per_page=1000')
    for (const id of ids) {
      const own = body.data.filter((change: Change) => change.resource_id === id)
      assert.deepEqual(
        own.map(({ type }: Change) => type),
        ['asset.created', 'asset.updated'],
      )
    }
    const retried = 'select name from pgboss.job where retry_count > 0'
    assert.deepEqual(await cluster.postgres.ask(retried, 'atelier'), [])
  })

  /** The status of an upload, and of downloads of the earlier files. */
  async function filesBy(node: ServerProcess, urls: string[]) {
    const { status, body } = await upload(node, acme, { bytes: await picture() })
    const asked = urls.map(async (url) => {
      const { pathname, search } = new URL(url)
      return (await fetch(node.url + pathname + search)).status
    })
    if (status === 201) urls.push(body.data.url)
    return [status, ...new Set(await Promise.all(asked))]
  }

  test('two nodes switch to new store credentials one after the other, and all files stay available', async () => {
    const urls: string[] = []
    const next = newKeyPair('next')
    const withNext = async (node: ServerProcess, name: NodeName) => {
      node.child.kill('SIGTERM')
      assert.equal(await node.ended, 0)
      return start(name, variablesOf(next))
    }
    assert.deepEqual(await filesBy(two, urls), [201])
    await cluster.store.startKnowing(cluster.store.pair, next)
    one = await withNext(one, 'one')
    assert.deepEqual(await filesBy(one, urls), [201, 200])
    assert.deepEqual(await filesBy(two, urls), [201, 200])
    await cluster.store.startKnowing(next)
    await until('the store is back', async () => (await filesBy(one, urls))[0] === 201)
    assert.deepEqual(await filesBy(one, urls), [201, 200])
    // The old credentials are no longer valid, so a node that still uses them gets an error.
    assert.deepEqual(await filesBy(two, urls), [503, 503])
    two = await withNext(two, 'two')
    assert.deepEqual(await filesBy(two, urls), [201, 200])
  })

  describe('cut off', () => {
    const severed = async (other: 'postgres' | 'redis' | 'store', work: () => Promise<void>) => {
      cluster.cut('one', other)
      try {
        await work()
      } finally {
        cluster.mend('one', other)
      }
    }

    test('cut off from Redis, a node counts alone, and joins the shared count once Redis is back', async () => {
      await severed('redis', async () => {
        const { status, ms } = await timed(call(one, 'GET', '/api/x'))
        assert.equal(status, 404)
        assert.ok(ms < 2_000, `${ms} ms`)
        assert.equal(await metric(one, 'atelier_rate_limits_shared'), 0)
        assert.equal(await metric(two, 'atelier_rate_limits_shared'), 1)
      })
      await until('they count together', async () => (await metric(one, 'atelier_rate_limits_shared')) === 1)
    })

    test('cut off from PostgreSQL, a node returns 503 after at most the cache age, serves nothing stale, and recovers by itself', async () => {
      await addTag(two, 'before')
      await until('it is in memory', async () => (await tags(one)).names!.includes('before'))
      await severed('postgres', async () => {
        const cutAt = performance.now()
        await addTag(two, 'after')
        while (performance.now() - cutAt < silenceMsMax) {
          const asked = performance.now()
          const answer = await timed(call(one, 'GET', '/api/tags?per_page=100'))
          assert.ok(answer.ms < silenceMsMax, `${answer.ms} ms`)
          if (asked - cutAt < cacheAgeMsMax) continue
          assert.equal(answer.status, 503, answer.text)
          assert.ok(Number(answer.headers.get('retry-after')) > 0)
        }
        const soon = await timed(call(one, 'GET', '/api/tags?per_page=100'))
        assert.equal(soon.status, 503)
        assert.ok(soon.ms < 7_000, `${soon.ms} ms`)
        assert.equal((await fetch(`${one.url}/healthz`)).status, 200)
        assert.equal((await fetch(`${one.url}/readyz`)).status, 503)
        assert.equal((await tags(two)).status, 200)
      })
      await until('it is there again', async () => (await tags(one)).names?.includes('after'))
      await addTag(one, 'again')
      await until(
        'both nodes are notified again',
        async () => (await tags(two)).names!.includes('again'),
        notifiedMsMax,
      )
      await addTag(two, 'both')
      const hears = async () => (await tags(one)).names!.includes('both')
      await until('both nodes are notified again', hears, cacheAgeMsMax + notifiedMsMax)
    })

    test('cut off from the store, a node serves everything else, and an upload in progress is stored once or not at all', async () => {
      const bytes = await picture()
      const lonely = { bytes, name: 'lonely.png' }
      let pendingUpload: Promise<Answer> | undefined
      await severed('store', async () => {
        pendingUpload = upload(one, acme, lonely, { name: 'lonely' })
        assert.equal((await tags(one)).status, 200)
        assert.equal((await upload(two, acme, { bytes: await picture() })).status, 201)
      })
      const { status } = await pendingUpload!
      assert.ok(status === 201 || status === 503, `${status}`)
      assert.equal((await upload(one, acme, lonely, { name: 'lonely' })).status, 201)
      const { body } = await call(two, 'GET', '/api/assets?search=lonely')
      assert.equal(body.data.length, status === 201 ? 2 : 1)
    })
  })
})

type Change = { type: string; resource_id: string }
