import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandExists, loadCore, output } from '../processes.ts'

export type Request = {
  method: 'GET' | 'POST'
  path: string
  token?: string
  body?: string
  /** Content type of the body. Default: JSON. */
  type?: string
  etag?: string
}

export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'

export type Load = { url: string; requests: Request[]; connections: number; seconds: number }

export type Measured = { perSecond: number; medianMs: number; p99Ms: number }

export type Latencies = { p50Ms: number; p99Ms: number }

export const loadTool = commandExists('wrk') ? 'wrk' : 'autocannon'

/** Maximum time for a response, which can take long on a busy machine. A missing response is an error. */
const answerSecondsMax = 10

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/**
 * Sends the requests in turn, repeatedly, from a separate core.
 * @throws if a response is missing or not successful, because the measurement would be invalid.
 */
export async function send(load: Load): Promise<Measured> {
  const { per_second, median_ms, p99_ms } = await sendWith(loadTool === 'wrk' ? wrk : autocannon, load)
  return { perSecond: per_second!, medianMs: median_ms!, p99Ms: p99_ms! }
}

/** Sends the requests at a fixed rate per second. */
export async function sendAtRate({ perSecond, ...load }: Load & { perSecond: number }): Promise<Latencies> {
  const { p50_ms, p99_ms } = await sendWith(
    (load, file) => ownScript('constant-rate.ts', load, file, perSecond),
    load,
  )
  return { p50Ms: p50_ms!, p99Ms: p99_ms! }
}

type Tool = (load: Load, file: string) => Promise<string>

async function sendWith(tool: Tool, load: Load): Promise<Record<string, number>> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-load-'))
  try {
    const text = await tool(load, join(directory, 'requests'))
    const { refused, late, broken, ...measured } = JSON.parse(text.trim().split('\n').at(-1)!)
    if (refused + late + broken > 0) {
      const { path } = load.requests[0]!
      throw new Error(`${load.url}${path}: ${refused} rejected, ${late} late, ${broken} disconnected.`)
    }
    return measured
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function wrk({ url, requests, connections, seconds }: Load, file: string) {
  const line = ({ method, path, token = '', body = '', type = jsonType, etag = '' }: Request) =>
    `${method}\t${path}\t${token}\t${body}\t${type}\t${etag}\n`
  writeFileSync(file, requests.map(line).join(''))
  const flags = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    `--timeout=${answerSecondsMax}`,
    '-s',
    beside('wrk.lua'),
  ]
  return output(loadCore, 'wrk', [...flags, url, '--', file])
}

const autocannon: Tool = (load, file) => ownScript('autocannon.ts', load, file)

function ownScript(
  script: string,
  { url, requests, connections, seconds }: Load,
  file: string,
  ...more: number[]
) {
  writeFileSync(file, JSON.stringify(requests))
  const numbers = [connections, seconds, ...more].map(String)
  return output(loadCore, process.execPath, [beside(script), url, file, ...numbers])
}
