import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuSeconds } from './cpu-time.ts'
import { median } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import type { Line, Options } from './lines.ts'
import { type Request, send } from './load/load.ts'
import { type Running, startServer } from './processes.ts'
import { openTemplates } from './templates.ts'

/** Goal relative to one process. The difference from 2 is the cost of shared counting. */
const goal = 1.7
const workers = 2
const readyMsMax = 30_000

/**
 * Compares two workers with one process. The load needs part of the same cores, so the throughput of two full
 * cores cannot be measured here. Instead, this measures the CPU time of all server processes per request, at
 * full load.
 */
export async function workersLine(engine: Engine, { effort, templates, nodeFlags }: Options): Promise<Line> {
  const filled = await openTemplates(engine, templates)
  const [token] = filled.facts.account.tokens as [string]
  const requests: Request[] = [{ method: 'GET', path: '/api/templates?per_page=20', token }]
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const options = { nodeFlags, everyCore: true, isWarm: true }
  const running: Running[] = []
  try {
    const one = await startServer(filled.server, directory, options)
    running.push(one)
    const several = await startServer(filled.server, directory, { ...options, workers })
    running.push(several)
    await untilAllServe(several)
    const { connections, seconds, warmSeconds, rounds } = effort
    for (const { url } of running) await send({ url, requests, connections, seconds: warmSeconds })

    /** Returns the requests per second of one fully used core. */
    async function perCoreSecond({ url, pid }: Running) {
      const before = cpuSeconds(pid)
      const { perSecond } = await send({ url, requests, connections, seconds })
      return (perSecond * seconds) / (cpuSeconds(pid) - before)
    }
    const results: [several: number, one: number][] = []
    for (let round = 0; round < rounds; round++)
      results.push([(await perCoreSecond(several)) * workers, await perCoreSecond(one)])
    const ratios = results.map(([ours, bare]) => ours / bare)
    return {
      system: median(results.map(([ours]) => ours)),
      baseline: median(results.map(([, bare]) => bare)),
      ratio: median(ratios),
      ratios,
      what: `\`serve --workers ${workers}\`, a cached page`,
      goal,
      note: `by CPU time: requests per second of ${workers} dedicated cores, against one process on one core; server and load share ${availableParallelism()} cores`,
    }
  } finally {
    for (const server of running) await server.stop()
    rmSync(directory, { recursive: true })
  }
}

/** Waits for all workers, because the port is open as soon as the first worker listens. */
async function untilAllServe({ url }: Running) {
  for (const end = Date.now() + readyMsMax; Date.now() < end; await wait(100)) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    if (new RegExp(`^atelier_workers ${workers}$`, 'm').test(metrics)) return
  }
  throw new Error(`${workers} workers did not start.`)
}
