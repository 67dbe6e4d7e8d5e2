import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import type { Options } from './lines.ts'
import { type Request, send, sendAtRate } from './load/load.ts'
import { walk } from './pages.ts'
import { startBytes, startServer, tokensAlone } from './processes.ts'
import { openTemplates } from './templates.ts'

/** The ratio of p99 to p50 on a server that is busy but not overloaded. */
export type LatencyLine = {
  what: string
  goal?: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  ratios: number[]
}

const latencyGoal = 5
/** The size of a page of twenty, in bytes. */
const answerBytes = 22_500
export const loadPart = 0.8

export async function latencyLines(engine: Engine, options: Options): Promise<LatencyLine[]> {
  const filled = await openTemplates(engine, options.templates)
  const [token] = filled.facts.account.tokens as [string]
  const path = '/api/templates?per_page=20'
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))

  async function measured(what: string, isWarm: boolean): Promise<LatencyLine> {
    const server = await startServer({ ...filled.server, ...(!isWarm && tokensAlone) }, directory, {
      isWarm: true,
    })
    try {
      const ends = isWarm ? [] : await walk(`${server.url}/api/templates`, token)
      const cold = ends.map(({ cursor }): Request => {
        return { method: 'GET', path: `${path}&cursor=${cursor}`, token }
      })
      const requests = isWarm ? [{ method: 'GET' as const, path, token }] : cold
      return { what, goal: latencyGoal, ...(await underLoad(server.url, requests, options)) }
    } finally {
      await server.stop()
    }
  }

  /** The same ratio for the simplest server on this machine under this load. */
  async function bare(): Promise<LatencyLine> {
    const file = join(directory, 'answer.json')
    writeFileSync(file, JSON.stringify({ data: 'x'.repeat(answerBytes) }))
    const server = await startBytes(file)
    try {
      const what = 'plain `node:http` sending as many bytes'
      return { what, ...(await underLoad(server.url, [{ method: 'GET', path }], options)) }
    } finally {
      await server.stop()
    }
  }

  try {
    return [
      await measured('`GET /api/templates?per_page=20`, cached', true),
      await measured('`GET /api/templates?per_page=20`, uncached', false),
      await bare(),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** The maximum load is measured again in each round, because it varies on a shared machine. */
async function underLoad(url: string, requests: Request[], { effort }: Options) {
  const { rounds, seconds, warmSeconds, connections } = effort
  const load = { url, requests, connections }
  await send({ ...load, seconds: warmSeconds })
  const found: { perSecond: number; p50Ms: number; p99Ms: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const top = await send({ ...load, seconds })
    const perSecond = top.perSecond * loadPart
    found.push({ perSecond, ...(await sendAtRate({ ...load, seconds, perSecond })) })
  }
  return {
    perSecond: median(found.map((one) => one.perSecond)),
    p50Ms: median(found.map((one) => one.p50Ms)),
    p99Ms: median(found.map((one) => one.p99Ms)),
    ratios: found.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms),
  }
}
