import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicId, type Uuid } from '../server/src/ids.ts'
import { median } from './duel.ts'
import type { Engine, Filled } from './engines/engine.ts'
import { fillAccess } from './fill/access.ts'
import type { Account } from './fill/accounts.ts'
import { fillAssets } from './fill/assets.ts'
import { type Library, rareWord } from './fill/library.ts'
import { type Request, send } from './load/load.ts'
import { look, walk } from './pages.ts'
import { type Running, startServer } from './processes.ts'
import { type TableSize, tableSizes } from './table-sizes.ts'
import { openTemplates } from './templates.ts'

export const growthGoal = 1.5

/**
 * The same request on databases of several sizes, with the latencies for each and the ratio of the medians of
 * the largest and the smallest.
 */
export type GrowthLine = { what: string; p50Ms: number[]; p99Ms: number[]; growth: number }

/** The dimension that grows, its amount in each database, and the measured requests. */
export type Growth = { of: string; sizes: number[]; lines: GrowthLine[]; largest: TableSize[] }

/**
 * For assets and templates: the number of rows of the measured company. Another company has the same number.
 * For tokens: the total.
 */
export type GrowthOptions = {
  assets: number[]
  templates: number[]
  tokens: number[]
  rounds: number
  seconds: number
}

type Opened = { server: Running; asked: Record<string, Request[]> }

const deepPagesMax = 500
const pageRows = 20

export async function growth(engine: Engine, options: GrowthOptions): Promise<Growth[]> {
  const { assets, templates, tokens } = options
  return [
    await grown('assets in the company', engine, assets, options, openAssets),
    await grown('templates in the company', engine, templates, options, openTemplateLibrary),
    await grown('tokens of all companies', engine, tokens, options, openAccess),
  ]
}

type Open = (engine: Engine, size: number) => Promise<Filled<unknown> & { askedOf: AskedOf }>
type AskedOf = (url: string) => Promise<Record<string, Request[]>>

async function grown(
  of: string,
  engine: Engine,
  sizes: number[],
  options: GrowthOptions,
  open: Open,
): Promise<Growth> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const opened: Opened[] = []
  /** The URL of the largest database, for the table sizes. Not available on the embedded engine. */
  let url: string | undefined
  try {
    for (const size of sizes) {
      const { askedOf, server: environment, baseline } = await open(engine, size)
      const server = await startServer(environment, join(directory, String(size)))
      opened.push({ server, asked: await askedOf(server.url) })
      url = baseline.DATABASE_URL
    }
    const lines: GrowthLine[] = []
    for (const what of Object.keys(opened[0]!.asked)) {
      console.error(`Measuring "${what}" …`)
      lines.push(await measure(opened, what, options))
    }
    return { of, sizes, lines, largest: url ? await tableSizes(url) : [] }
  } finally {
    for (const { server } of opened) await server.stop()
    rmSync(directory, { recursive: true })
  }
}

/** Sends one request at a time and alternates between the sizes. */
async function measure(
  opened: Opened[],
  what: string,
  { rounds, seconds }: GrowthOptions,
): Promise<GrowthLine> {
  const results = opened.map(() => ({ p50: [] as number[], p99: [] as number[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { server, asked }] of opened.entries()) {
      const { medianMs, p99Ms } = await send({
        url: server.url,
        requests: asked[what]!,
        connections: 1,
        seconds,
      })
      if (round === 0) continue // The first results are the warm-up and do not count.
      results[at]!.p50.push(medianMs)
      results[at]!.p99.push(p99Ms)
    }
  }
  const p50Ms = results.map(({ p50 }) => median(p50))
  const p99Ms = results.map(({ p99 }) => median(p99))
  return { what, p50Ms, p99Ms, growth: p50Ms.at(-1)! / p50Ms[0]! }
}

async function openAssets(engine: Engine, rows: number) {
  const filled = await engine.open({
    name: `assets_${rows}`,
    kept: true,
    fill: (owner) => fillAssets(owner, rows),
  })
  return { ...filled, askedOf: pages('/api/assets', filled.facts) }
}

async function openTemplateLibrary(engine: Engine, rows: number) {
  const filled = await openTemplates(engine, rows)
  return { ...filled, askedOf: pages('/api/templates', filled.facts) }
}

/** Every request returns a full page of 20 rows with a next page, for any size. */
const pages =
  (path: string, { account, tagSlug, word, prefix, folderId }: Library & { folderId?: Uuid }): AskedOf =>
  async (url) => {
    const token = account.tokens[0]!
    const page = (query: string): Request => ({
      method: 'GET',
      path: `${path}?per_page=${pageRows}${query}`,
      token,
    })
    const ends = await walk(url + path, token)
    const deep = ends.slice(ends.length >> 1, -1).slice(-deepPagesMax)
    const asked = {
      'First page': [page('')],
      'Deep cursor': deep.map(({ cursor }) => page(`&cursor=${cursor}`)),
      'Tag of 5 % of the rows': [page(`&tag=${tagSlug}`)],
      ...(folderId && {
        'Subtree of 13 folders': [page(`&folder_id=${publicId('folder', folderId)}&recursive=true`)],
      }),
      'Search, a word of 3 % of the rows': [page(`&search=${word}`)],
      'Search, a word of 25 rows': [page(`&search=${rareWord}`)],
      'Search, three letters': [page(`&search=${prefix}`)],
    }
    for (const [what, [first]] of Object.entries(asked)) {
      const { rows } = await look(url + first!.path, token)
      if (rows < pageRows) throw new Error(`«${what}» found ${rows} rows.`)
    }
    return asked
  }

async function openAccess(engine: Engine, tokens: number) {
  // Issuing tokens adds rows, but few compared with a day's tokens of a company, so the next run can reuse
  // the database.
  const filled = await engine.open({
    name: `tokens_${tokens}`,
    kept: true,
    fill: (owner) => fillAccess(owner, tokens),
  })
  return { ...filled, askedOf: async () => accessAsked(filled.facts) }
}

function accessAsked({ clientId, clientSecret, tokens }: Account): Record<string, Request[]> {
  const post = (path: string, body: object): Request => ({ method: 'POST', path, body: JSON.stringify(body) })
  return {
    '`POST /oauth/access-token`': [
      post('/oauth/access-token', { client_id: clientId, client_secret: clientSecret }),
    ],
    '`POST /oauth/introspect`, uncached': tokens.map((token) => post('/oauth/introspect', { token })),
  }
}
