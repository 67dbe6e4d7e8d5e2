import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { signedPath } from '../server/src/render-links/signature.ts'
import { type Effort, median } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import type { TimedLine } from './files.ts'
import { type Account, makeAccount } from './fill/accounts.ts'
import { send } from './load/load.ts'
import { type Running, startServer } from './processes.ts'

/**
 * Measures rendering on a server and its database: the cost of requests, and how batches share cores with
 * other companies.
 */
const goals = { check: 10, again: 0.8, cores: 1.8, neighbor: 0.67 }
const rows = 1_000
const listsPerSecond = 20

type Client = { server: Running; token: string }
type Made = { id: string; url: string }

/** Measures four lines: checks, repeated renders, batches on two cores, and list requests during a batch. */
export async function renderingLines(engine: Engine, quick: boolean, effort: Effort): Promise<TimedLine[]> {
  const filled = await engine.open({
    name: 'rendering',
    kept: false,
    fill: async (owner) => [await makeAccount(owner, 'Renderer'), await makeAccount(owner, 'Neighbor')],
  })
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const [renderer, neighbor] = filled.facts as [Account, Account]
  const environment = { ...filled.server, RENDERS_PER_MINUTE: '0' }
  const start = (everyCore: boolean) => startServer(environment, directory, { everyCore, isWarm: true })
  const batchRows = quick ? 40 : rows
  const serving = async <Result>(everyCore: boolean, work: (client: Client) => Promise<Result>) => {
    const server = await start(everyCore)
    try {
      return await work({ server, token: renderer.tokens[0]! })
    } finally {
      await server.stop()
    }
  }
  try {
    const { template, lines } = await serving(true, async (client) => {
      const template = await newTemplate(client)
      const check = await checkLine(client, template, quick ? 5 : 100)
      const again = await againLine(client, template, effort)
      return { template, lines: [check, again] }
    })
    // Each request has its own texts, so that no response comes from an earlier render.
    const bareMs = await serving(false, (client) => batchMs(client, template, batchRows, 'one core'))
    const oursMs = await serving(true, (client) => batchMs(client, template, batchRows, 'two cores'))
    const cores: TimedLine = {
      what: `A batch of ${batchRows.toLocaleString('en')} rows on two cores`,
      oursMs,
      bareMs,
      goal: goals.cores,
      note: 'checked and drawn as JPEG of 1080 × 1080; against the same on one core',
    }
    const beside = await serving(true, (client) =>
      neighborLine(client, neighbor.tokens[0]!, template, batchRows),
    )
    return [...lines, cores, beside]
  } finally {
    await filled.remove()
    rmSync(directory, { recursive: true })
  }
}

/** A post of a shop, with a shape, its shadow, and three texts. */
const document = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1080">
  <defs><filter id="shadow"><feDropShadow dx="0" dy="12" stdDeviation="16" flood-opacity="0.4"/></filter></defs>
  <rect width="1080" height="1080" fill="#F2EDE4"/>
  <rect id="$accent" x="90" y="600" width="900" height="380" rx="24" fill="#1F3D33" filter="url(#shadow)"/>
  <text id="$headline" x="140" y="720" font-family="Noto Sans" font-size="72" fill="#FFFFFF">Made for first light</text>
  <text id="$line" x="140" y="800" font-family="Noto Sans" font-size="40" fill="#FFFFFF">From small farms</text>
  <text id="$price" x="140" y="900" font-family="Noto Sans" font-size="56" fill="#FFD27A">18,00</text>
</svg>`

const valuesOf = (what: string, n: number) => ({
  headline: `${what} ${n}`,
  line: `Number ${n} of many`,
  price: `${n % 90},50`,
})

async function newTemplate(client: Client): Promise<string> {
  const form = new FormData()
  form.set('document', new Blob([document], { type: 'image/svg+xml' }), 'post.svg')
  const { data } = await ask<{ data: { id: string } }>(client, '/api/templates', form)
  return data.id
}

async function ask<Answer>({ server, token }: Client, path: string, body?: object): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      prefer: 'wait=30',
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function checkLine(client: Client, template: string, count: number): Promise<TimedLine> {
  const ours: number[] = []
  const bare: number[] = []
  const path = `/api/templates/${template}`
  // The first request opens the fonts.
  for (let n = -1; n < count; n++) {
    const body = (what: string) => ({ variables: valuesOf(what, n), format: 'jpeg' })
    const check = await timed(() => ask(client, `${path}/checks`, body('Check')))
    const render = await timed(() => ask(client, `${path}/renders`, body('Render')))
    if (n < 0) continue
    ours.push(check)
    bare.push(render)
  }
  return {
    what: 'A check of a template with three texts',
    oursMs: median(ours),
    bareMs: median(bare),
    goal: goals.check,
    note: `against its render, 1080 × 1080 as JPEG with a shadow; medians of ${count} pairs, one after the other`,
  }
}

/** Both files are on disk and in the caches of the server. */
async function againLine(client: Client, template: string, effort: Effort): Promise<TimedLine> {
  const { server } = client
  const link = await ask<{ data: { id: string; secret: string } }>(
    client,
    `/api/templates/${template}/render-links`,
    { open: ['headline'], formats: ['jpeg'] },
  )
  const path = signedPath(link.data.secret, `${link.data.id}.jpeg`, { headline: 'Made before' })
  const first = await fetch(server.url + path)
  const bytes = (await first.arrayBuffer()).byteLength
  if (!first.ok) throw new Error(`The link returned ${first.status}.`)
  const body = { variables: { headline: 'Made before' }, format: 'jpeg' }
  const made = await ask<{ data: Made }>(client, `/api/templates/${template}/renders`, body)
  const { pathname, search } = new URL(made.data.url)
  const { rounds, seconds, connections } = effort
  const perSecond = async (path: string) =>
    (await send({ url: server.url, requests: [{ method: 'GET', path }], connections, seconds })).perSecond
  const ours: number[] = []
  const bare: number[] = []
  for (let round = -1; round < rounds; round++) {
    const [link, file] = [await perSecond(path), await perSecond(pathname + search)]
    if (round < 0) continue
    ours.push(1_000 / link)
    bare.push(1_000 / file)
  }
  return {
    what: 'A render that was made before, by its link',
    oursMs: median(ours),
    bareMs: median(bare),
    goal: goals.again,
    note: `${bytes.toLocaleString('en')} bytes, against the signed URL of the file; ${rounds} rounds over ${connections} connections`,
  }
}

type Batch = { id: string; status: string; counts: { rows: number; done: number; failed: number } }

const newBatch = (client: Client, template: string, count: number, what: string) =>
  ask<{ data: Batch }>(client, '/api/render-batches', {
    template_ids: [template],
    format: 'jpeg',
    rows: Array.from({ length: count }, (_, n) => valuesOf(what, n)),
  })

async function ended(client: Client, id: string): Promise<void> {
  while (true) {
    const { data } = await ask<{ data: Batch }>(client, `/api/render-batches/${id}`)
    if (data.counts.failed > 0) throw new Error(`${data.counts.failed} rows failed.`)
    if (data.status === 'done') return
    await wait(50)
  }
}

/** The time from the request until all rows are rendered. */
async function batchMs(client: Client, template: string, count: number, what: string): Promise<number> {
  // Starts the decoder processes and opens the fonts.
  await ended(client, (await newBatch(client, template, 4, `${what}, first`)).data.id)
  return timed(async () => ended(client, (await newBatch(client, template, count, what)).data.id))
}

/** Sends list requests of another company at fixed intervals. Returns the p99 in milliseconds. */
async function neighborLine(
  client: Client,
  token: string,
  template: string,
  count: number,
): Promise<TimedLine> {
  const neighbor = { ...client, token }
  const list = () => timed(() => ask(neighbor, '/api/templates?per_page=20'))
  const p99 = async (isOver: () => boolean) => {
    const times: Promise<number>[] = []
    while (!isOver()) {
      times.push(list())
      await wait(1_000 / listsPerSecond)
    }
    const sorted = (await Promise.all(times)).sort((one, other) => one - other)
    return sorted[Math.ceil(sorted.length * 0.99) - 1]!
  }
  await list()
  let isDone = false
  const { data } = await newBatch(client, template, count, 'Beside')
  const drawn = ended(client, data.id).finally(() => {
    isDone = true
  })
  const startedAt = performance.now()
  const oursMs = await p99(() => isDone)
  await drawn
  const lastedMs = performance.now() - startedAt
  const quietFrom = performance.now()
  const bareMs = await p99(() => performance.now() - quietFrom > lastedMs)
  return {
    what: `List requests of another company during a batch of ${count.toLocaleString('en')} rows, p99`,
    oursMs,
    bareMs,
    goal: goals.neighbor,
    note: `${listsPerSecond} list requests per second; goal: at most 1.5 times as long as without the batch`,
  }
}
