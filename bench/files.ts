import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { median } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import { makeAccount } from './fill/accounts.ts'
import { type Running, startServer } from './processes.ts'

/** The time of one operation, for Atelier and for the baseline. */
export type TimedLine = { what: string; oursMs: number; bareMs: number; goal: number; note: string }

const pictureGoal = 0.6
const streamGoal = 0.4
const pictures = 6
const streamRounds = 5
const megabyte = 1024 * 1024

/**
 * Measures files through the whole pipeline: images and their renditions, and a video at the speed of the
 * disk.
 */
export async function fileLines(engine: Engine, quick: boolean): Promise<TimedLine[]> {
  const filled = await engine.open({
    name: 'files',
    kept: false,
    fill: (owner) => makeAccount(owner, 'Uploader'),
  })
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const limits = { UPLOAD_BYTES_MAX: String(2048 * megabyte) }
  const server = await startServer({ ...filled.server, ...limits }, directory, { everyCore: true })
  try {
    const uploads = { server, directory, token: filled.facts.tokens[0]! }
    return [await pictureLine(uploads), await streamLine(uploads, (quick ? 64 : 1024) * megabyte)]
  } finally {
    await server.stop()
    await filled.remove()
    rmSync(directory, { recursive: true })
  }
}

type Uploads = { server: Running; directory: string; token: string }

/**
 * The time from the first byte sent until three renditions are on disk. The baseline is sharp creating the
 * same three.
 */
async function pictureLine({ server, directory, token }: Uploads): Promise<TimedLine> {
  const ours: number[] = []
  const bare: number[] = []
  for (let n = 0; n < pictures; n++) {
    const file = join(directory, `picture${n}.jpg`)
    await makePicture(file)
    ours.push(await timed(async () => untilReady(server, token, upload(server, token, file))))
    bare.push(await timed(async () => runSharp(file, directory)))
  }
  return {
    what: 'Upload of a 5 MB JPEG until its renditions are there',
    // The first uploads start the decoder processes.
    oursMs: median(ours.slice(1)),
    bareMs: median(bare.slice(1)),
    goal: pictureGoal,
    note: 'against sharp in a running process, creating the same three renditions',
  }
}

/** Creates an image with noise, which makes the file as large as a camera's. */
async function makePicture(file: string) {
  const [width, height] = [3600, 2400]
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 18 }
  await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 86 })
    .toFile(file)
}

function upload({ url }: Running, token: string, file: string): { id: string; status: string } {
  const form = ['-sS', '-H', `Authorization: Bearer ${token}`, '-F', `file=@${file}`, `${url}/api/assets`]
  const answer = JSON.parse(execFileSync('curl', form, { encoding: 'utf8' }))
  if (!answer.data) throw new Error(`The upload was refused: ${JSON.stringify(answer)}`)
  return answer.data
}

async function untilReady({ url }: Running, token: string, { id }: { id: string }) {
  const headers = { authorization: `Bearer ${token}` }
  while (true) {
    const { data } = (await (await fetch(`${url}/api/assets/${id}`, { headers })).json()) as {
      data: { status: string; renditions: object[] }
    }
    if (data.status === 'failed') throw new Error('The renditions failed.')
    if (data.status === 'ready' && data.renditions.length >= 3) return
    await wait(10)
  }
}

async function runSharp(file: string, directory: string) {
  for (const side of [1600, 640, 256]) {
    await sharp(file)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(join(directory, `${side}.webp`))
  }
}

/** Measures the time to write bytes to disk. The client is curl; the baseline is `cat` and a sync. */
async function streamLine({ server, directory, token }: Uploads, bytes: number): Promise<TimedLine> {
  const file = join(directory, 'film.mp4')
  const ours: number[] = []
  const bare: number[] = []
  let grownBytes = 0
  for (let round = 0; round < streamRounds; round++) {
    makeFilm(file, bytes)
    const watched = watchMemory(server.pid)
    ours.push(await timed(async () => void upload(server, token, file)))
    grownBytes = Math.max(grownBytes, watched())
    const copy = join(directory, 'copy')
    bare.push(
      await timed(async () => void spawnSync('sh', ['-c', 'cat "$0" > "$1" && sync "$1"', file, copy])),
    )
  }
  return {
    what: `Upload of ${Math.round(bytes / megabyte)} MB to disk`,
    // Disturbances only slow a copy down, so the best of several is used.
    oursMs: Math.min(...ours),
    bareMs: Math.min(...bare),
    goal: streamGoal,
    note: `the best of ${streamRounds} rounds of each, against \`cat\` to a file and a sync; the server's memory grew by ${Math.round(grownBytes / megabyte)} MB at most`,
  }
}

/** The magic bytes of a video file, followed by random data. */
function makeFilm(file: string, bytes: number) {
  const handle = openSync(file, 'w')
  const head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isommp42')])
  writeSync(handle, head)
  const body = Buffer.alloc(8)
  body.writeUInt32BE(1)
  body.write('mdat', 4)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(bytes - head.length))
  writeSync(handle, Buffer.concat([body, length]))
  const noise = randomBytes(megabyte)
  for (let left = bytes - head.length - 16; left > 0; left -= megabyte) {
    noise.writeDoubleLE(Math.random(), 0)
    writeSync(handle, noise, 0, Math.min(left, megabyte))
  }
  closeSync(handle)
  spawnSync('sync', [file])
}

/** The kernel stores the peak, which is reset here and read when the returned function is called. */
function watchMemory(pid: number): () => number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = memoryOf(pid, 'VmRSS')
  return () => memoryOf(pid, 'VmHWM') - before
}

const memoryOf = (pid: number, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

export async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
