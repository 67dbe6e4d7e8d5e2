import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicId } from '../server/src/ids.ts'
import { median } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import { type AssetLibrary, fillAssets } from './fill/assets.ts'
import { rareWord } from './fill/library.ts'
import { type Request, send } from './load/load.ts'
import { look, walk } from './pages.ts'
import { type Running, startServer } from './processes.ts'

export const growthGoal = 1.5

/** A page asked for in libraries of several sizes: the median latency in each, and the largest by the smallest. */
export type GrowthLine = { what: string; mediansMs: number[]; growth: number }

export type GrowthOptions = { sizes: number[]; rounds: number; seconds: number }

type Library = { rows: number; facts: AssetLibrary; server: Running; deep: string[] }

const deepPagesMax = 500

export async function growthLines(engine: Engine, options: GrowthOptions): Promise<GrowthLine[]> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const libraries: Library[] = []
  try {
    for (const rows of options.sizes) libraries.push(await openLibrary(engine, rows, directory))
    const lines: GrowthLine[] = []
    for (const [what, pathsOf] of Object.entries(pages)) {
      console.error(`Measuring «${what}» …`)
      lines.push(await measure(libraries, what, pathsOf, options))
    }
    return lines
  } finally {
    for (const { server } of libraries) await server.stop()
    rmSync(directory, { recursive: true })
  }
}

/** The paths of one line's requests. All fill a page of 20 and leave more to come, whatever the size. */
const pages: Record<string, (library: Library) => string[]> = {
  'First page': () => ['/api/assets?per_page=20'],
  'Deep cursor': ({ deep }) => deep.map((cursor) => `/api/assets?per_page=20&cursor=${cursor}`),
  'Tag of 5 % of the rows': ({ facts }) => [`/api/assets?per_page=20&tag=${facts.tagSlug}`],
  'Subtree of 13 folders': ({ facts }) => [
    `/api/assets?per_page=20&folder_id=${publicId('folder', facts.folderId)}&recursive=true`,
  ],
  'Search, a word of 3 % of the rows': ({ facts }) => [`/api/assets?per_page=20&search=${facts.word}`],
  'Search, a word of 25 rows': () => [`/api/assets?per_page=20&search=${rareWord}`],
  'Search, three letters': ({ facts }) => [`/api/assets?per_page=20&search=${facts.prefix}`],
}

async function openLibrary(engine: Engine, rows: number, directory: string): Promise<Library> {
  const { facts, server: environment } = await engine.open({
    name: `assets_${rows}`,
    kept: true,
    fill: (owner) => fillAssets(owner, rows),
  })
  const server = await startServer(environment, join(directory, String(rows)))
  const ends = await walk(`${server.url}/api/assets`, facts.account.tokens[0]!)
  const secondHalf = ends.slice(ends.length >> 1, -1)
  return { rows, facts, server, deep: secondHalf.slice(-deepPagesMax).map(({ cursor }) => cursor) }
}

/** One request at a time, the sizes in turn. */
async function measure(
  libraries: Library[],
  what: string,
  pathsOf: (library: Library) => string[],
  { rounds, seconds }: GrowthOptions,
): Promise<GrowthLine> {
  const results = new Map<Library, number[]>(libraries.map((library) => [library, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const library of libraries) {
      const token = library.facts.account.tokens[0]!
      const { url } = library.server
      const requests = pathsOf(library).map((path): Request => ({ method: 'GET', path, token }))
      const { rows } = await look(url + requests[0]!.path, token)
      if (rows < 20) throw new Error(`«${what}» found ${rows} rows among ${library.rows}.`)
      const { medianMs } = await send({ url, requests, connections: 1, seconds })
      if (round > 0) results.get(library)!.push(medianMs) // The first one warms up.
    }
  }
  const mediansMs = [...results.values()].map(median)
  return { what, mediansMs, growth: mediansMs.at(-1)! / mediansMs[0]! }
}
