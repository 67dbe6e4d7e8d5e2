import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from './engines/engine.ts'
import { fillAssets } from './fill/assets.ts'
import { startServer } from './processes.ts'

const wordsTyped = 40
const pagesAsked = 200
const facets = 'tag,type,folder_id,extension,orientation,color,year'

/** Milliseconds of whole requests, sent one at a time. */
export type SearchTimes = { what: string; p50Ms: number; p95Ms: number }

/**
 * Measures searches during typing and facets, and plain pages for comparison. No request repeats, so no page
 * comes from the cache.
 */
export async function searchTimes(engine: Engine, size: number): Promise<SearchTimes[]> {
  const filled = await engine.open({
    name: `assets_${size}`,
    kept: true,
    fill: (owner) => fillAssets(owner, size),
  })
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const server = await startServer(filled.server, directory)
  const ask = async (query: string) => {
    const url = `${server.url}/api/assets?per_page=20${query}`
    const headers = { authorization: `Bearer ${filled.facts.account.tokens[0]}` }
    const response = await fetch(url, { headers })
    const body = (await response.json()) as { data: { name: string }[] }
    if (response.status !== 200 || body.data.length === 0) throw new Error(`${url}: ${response.status}`)
    return body.data
  }
  // Every asset is younger, so the condition changes the URL but not the result.
  const pages = Array.from(
    { length: pagesAsked },
    (_, at) => `&created_since=2001-01-01T00:00:00.${String(at).padStart(3, '0')}Z`,
  )
  try {
    const named = [...(await ask('&fields=name')), ...(await ask('&sort=name&fields=name'))]
    const words = new Set(named.flatMap(({ name }) => name.toLowerCase().split(/\W+/)))
    const typed = [...words]
      .filter((word) => word.length > 2)
      .slice(0, wordsTyped)
      .flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1)))
    const asked: Record<string, string[]> = {
      'First page': pages,
      'First page with all facets': pages.map((page) => `${page}&facets=${facets}`),
      'Search, each letter of a word as it is typed': [...new Set(typed)].map((text) => `&search=${text}`),
      'The same with all facets': [...new Set(typed)].map((text) => `&search=${text}&facets=${facets}`),
    }
    const times: SearchTimes[] = []
    for (const [what, queries] of Object.entries(asked)) {
      // The first calls plan their statements on each connection.
      for (const query of queries.slice(0, 20)) await ask(`${query}&fields=id`)
      const found: number[] = []
      for (const query of queries) {
        const from = performance.now()
        await ask(query)
        found.push(performance.now() - from)
      }
      found.sort((a, b) => a - b)
      const at = (share: number) => found[Math.floor((found.length - 1) * share)]!
      times.push({ what, p50Ms: at(0.5), p95Ms: at(0.95) })
    }
    return times
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true })
  }
}
