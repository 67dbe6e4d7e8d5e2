import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { childrenOf } from '../server/test/support/children.ts'
import { cpuSeconds } from './cpu-time.ts'
import type { Engine } from './engines/engine.ts'
import type { TimedLine } from './files.ts'
import { type Account, makeAccount } from './fill/accounts.ts'
import { whole } from './numbers.ts'
import { makeOrdinaryFiles } from './ordinary-files.ts'
import { type Running, startServer } from './processes.ts'
import { totalOf } from './upload.ts'

const goal = 0.7
const decoderBytesMax = 300 * 1024 ** 2
const transfers = 4
const sides = [1600, 640, 256]
const pollMs = 250

/**
 * The CPU time from the first byte sent until all files have their three renditions, of the server with its
 * database and decoder processes. The baseline is `vipsthumbnail` creating the same renditions. CPU time
 * depends less than elapsed time on other work on the machine. Each round has its own files.
 */
export async function renditionsLine(engine: Engine, count: number, rounds: number): Promise<TimedLine> {
  const filled = await engine.open({
    name: 'renditions',
    kept: false,
    fill: (owner) => makeAccount(owner, 'Uploader'),
  })
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const server = await startServer(filled.server, directory, { everyCore: true, isWarm: true })
  try {
    const warmUp = await makeOrdinaryFiles(join(directory, 'warm-up'), 20)
    await uploadAll(server, filled.facts, warmUp)
    let peakBytes = 0
    const pairs: [ours: number, bare: number][] = []
    for (let round = 1; round <= rounds; round++) {
      const files = await makeOrdinaryFiles(join(directory, `files-${round}`), Math.ceil(count / rounds))
      const before = cpuSeconds(server.pid)
      peakBytes = Math.max(peakBytes, await uploadAll(server, filled.facts, files))
      const ours = cpuSeconds(server.pid) - before
      pairs.push([ours, vipsSeconds(files, join(directory, `vips-${round}`), server)])
    }
    const sum = (side: 0 | 1) => pairs.reduce((total, pair) => total + pair[side], 0)
    const ratios = pairs.map(([ours, bare]) => bare / ours)
    const span = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
    const megabytes = (bytes: number) => whole(bytes / 1024 ** 2)
    const isMet = peakBytes <= decoderBytesMax ? 'met' : 'missed'
    return {
      what: `Upload of ${whole(count)} files until their renditions are there`,
      oursMs: sum(0) * 1000,
      bareMs: sum(1) * 1000,
      goal,
      note:
        `CPU time of the server with its database and decoders, ${rounds} rounds, ratios ${span}, against ` +
        `\`vipsthumbnail\` creating the same three renditions of the images; photos of 2 to 12 megapixels, 15 % logos, 5 % PDFs; ` +
        `a decoder process took ${megabytes(peakBytes)} MB at most, goal ${megabytes(decoderBytesMax)}, ${isMet}`,
    }
  } finally {
    await server.stop()
    await filled.remove()
    rmSync(directory, { recursive: true })
  }
}

/**
 * Uploads the files and waits for their renditions.
 * @returns the peak memory of a decoder process in bytes.
 */
async function uploadAll(server: Running, company: Account, files: string[]): Promise<number> {
  let peakBytes = 0
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, ...childrenOf(server.pid).map(peakOf))
  }, pollMs)
  try {
    const left = files.values()
    await Promise.all(
      Array.from({ length: transfers }, async () => {
        for (const file of left) await upload(server, company, file)
      }),
    )
    while ((await totalOf(server, company, '&status=processing')) > 0) await wait(pollMs)
    const failed = await totalOf(server, company, '&status=failed')
    if (failed > 0) throw new Error(`${failed} files have no renditions.`)
    return peakBytes
  } finally {
    clearInterval(watch)
  }
}

async function upload({ url }: Running, { tokens }: Account, file: string) {
  const body = new FormData()
  body.set('file', await openAsBlob(file), basename(file))
  const headers = { authorization: `Bearer ${tokens[0]}` }
  const answer = await fetch(`${url}/api/assets`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The upload was refused: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** The peak resident memory of a process. 0 if it has exited. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/**
 * The CPU time of one process for each size, as one would call it for a folder. Not every build of the program
 * reads PDFs, so it gets only the images, which is to its advantage.
 */
function vipsSeconds(files: string[], directory: string, server: Running): number {
  mkdirSync(directory)
  const withoutServer = () => cpuSeconds(process.pid) - cpuSeconds(server.pid)
  const before = withoutServer()
  const images = files.filter((file) => !file.endsWith('.pdf'))
  for (const side of sides) {
    const output = join(directory, `%s-${side}.webp[Q=80,strip]`)
    execFileSync('vipsthumbnail', ['--size', `${side}x${side}>`, '-o', output, ...images])
  }
  return withoutServer() - before
}
