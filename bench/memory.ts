import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { childrenOf } from '../server/test/support/children.ts'
import type { Engine } from './engines/engine.ts'
import type { Options } from './lines.ts'
import { type Request, send } from './load/load.ts'
import { walk } from './pages.ts'
import { type Running, startBytes, startServer } from './processes.ts'
import { openTemplates } from './templates.ts'

/** Resident memory of Atelier and of a bare Node process. */
export type MemoryLine = { what: string; oursBytes: number; bareBytes: number; goalBytes: number }

export type MemoryOptions = { loadSeconds: number; pauseSeconds: number }

const megabyte = 2 ** 20
const goalBytes = 90 * megabyte
/** Time until the memory needed only for the start is released. */
const settleSeconds = 3

/**
 * Measures memory at rest after the start, and again after a load and a pause. Both servers are measured
 * alternately, under the same load.
 */
export async function memoryLines(
  engine: Engine,
  { templates, effort }: Options,
  { loadSeconds, pauseSeconds }: MemoryOptions,
): Promise<MemoryLine[]> {
  const filled = await openTemplates(engine, templates)
  const [token] = filled.facts.account.tokens as [string]
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))

  async function measured(server: Running, pagesOf: (url: string) => Promise<Request[]>) {
    try {
      await wait(settleSeconds * 1000)
      const atStart = residentBytes(server.pid)
      const requests = await pagesOf(server.url)
      await send({ url: server.url, requests, connections: effort.connections, seconds: loadSeconds })
      await wait(pauseSeconds * 1000)
      return { atStart, atRest: residentBytes(server.pid) }
    } finally {
      await server.stop()
    }
  }

  try {
    const page: Request = { method: 'GET', path: '/api/templates?per_page=20', token }
    const ours = await measured(
      await startServer(filled.server, directory, { isWarm: true }),
      async (url) => {
        const ends = await walk(`${url}/api/templates`, token)
        return ends.map(({ cursor }) => ({ ...page, path: `${page.path}&cursor=${cursor}` }))
      },
    )
    const file = join(directory, 'answer.json')
    writeFileSync(file, JSON.stringify({ data: 'x'.repeat(22_000) }))
    const bare = await measured(await startBytes(file), async () => [page])
    const line = (what: string, at: 'atStart' | 'atRest') => ({
      what,
      oursBytes: ours[at],
      bareBytes: bare[at],
      goalBytes,
    })
    return [
      line('After startup', 'atStart'),
      line(`After ${loadSeconds} s of load and ${pauseSeconds} s of rest`, 'atRest'),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Returns the RSS of a process and its children. PSS would depend on how many other processes run Node. */
function residentBytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const own = Number(/^Rss:\s+(\d+) kB/m.exec(rollup)![1]) * 1024
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), own)
}
