import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandExists, loadCore, output } from '../processes.ts'

export type Request = { method: 'GET' | 'POST'; path: string; token?: string; body?: string; etag?: string }

export type Load = { url: string; requests: Request[]; connections: number; seconds: number }

export type Measured = { perSecond: number; medianMs: number }

export const loadTool = commandExists('wrk') ? 'wrk' : 'autocannon'

/** On a busy machine an answer may take long; one that never comes is a fault. */
const answerSecondsMax = 10

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/**
 * Sends the requests in turn, over and over, from a core of its own.
 * @throws when an answer is missing or is no success: what was measured then is not the work.
 */
export async function send(load: Load): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-load-'))
  try {
    const text = await (loadTool === 'wrk' ? wrk : autocannon)(load, join(directory, 'requests'))
    const { per_second, median_ms, refused, late, broken } = JSON.parse(text.trim().split('\n').at(-1)!)
    if (refused + late + broken > 0) {
      const { path } = load.requests[0]!
      throw new Error(`${load.url}${path}: ${refused} refused, ${late} late, ${broken} broken off.`)
    }
    return { perSecond: per_second, medianMs: median_ms }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function wrk({ url, requests, connections, seconds }: Load, file: string) {
  const line = ({ method, path, token = '', body = '', etag = '' }: Request) =>
    `${method}\t${path}\t${token}\t${body}\t${etag}\n`
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

function autocannon({ url, requests, connections, seconds }: Load, file: string) {
  writeFileSync(file, JSON.stringify(requests))
  const script = beside('autocannon.ts')
  return output(loadCore, process.execPath, [script, url, file, String(connections), String(seconds)])
}
