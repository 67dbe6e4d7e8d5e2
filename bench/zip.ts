import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import { type TimedLine, timed } from './files.ts'
import { fillAssets } from './fill/assets.ts'
import { type Running, startServer } from './processes.ts'

const goal = 0.8
const kilobyte = 1_000
const smallest = 50 * kilobyte
const sizes = 200

/** A zip of all assets of a company, against `zip -0` of the same files. */
export async function zipLine(engine: Engine, files: number, rounds: number): Promise<TimedLine> {
  const filled = await engine.open({
    name: 'zipped',
    kept: false,
    fill: (owner) => fillAssets(owner, files),
  })
  const { companyId, tokens } = filled.facts.account
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const stored = join(filled.server.DATA_DIR ?? directory, 'files', companyId)
  const server = await startServer(filled.server, directory, { everyCore: true })
  try {
    const bytes = makeFiles(stored, files)
    const url = await urlOf(server, tokens[0]!)
    const ours: number[] = []
    const bare: number[] = []
    // The first round is the warm-up for both.
    for (let round = 0; round <= rounds; round++) {
      ours.push(await timed(async () => download(url, bytes)))
      bare.push(await timed(async () => zip(stored)))
    }
    const ratios = ours.slice(1).map((ms, round) => bare[round + 1]! / ms)
    return {
      what: `Zip of ${files.toLocaleString('en')} files, ${Math.round(bytes / kilobyte ** 2)} MB`,
      oursMs: median(ours.slice(1)),
      bareMs: median(bare.slice(1)),
      goal,
      note: `the median of ${rounds}, ratios ${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}, downloaded by curl, against \`zip -0\` of the same files; neither writes a file`,
    }
  } finally {
    await server.stop()
    await filled.remove()
    rmSync(directory, { recursive: true })
  }
}

/** Creates images as large as typical web images. @returns their size in bytes. */
function makeFiles(directory: string, count: number): number {
  mkdirSync(directory, { recursive: true })
  let bytes = 0
  for (let n = 1; n <= count; n++) {
    const content = randomBytes(smallest + ((n * 37) % sizes) * kilobyte)
    writeFileSync(join(directory, `o${n}.jpg`), content)
    bytes += content.length
  }
  return bytes
}

async function urlOf({ url }: Running, token: string): Promise<string> {
  const response = await fetch(`${url}/api/archives`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ folder_id: 'root' }),
  })
  const body = (await response.json()) as { data: { url: string } }
  if (response.status !== 201) throw new Error(`The archive was refused: ${JSON.stringify(body)}`)
  return body.data.url
}

function download(url: string, bytes: number) {
  const options = ['-sS', '--fail', '-o', '/dev/null', '-w', '%{size_download}', url]
  const size = Number(execFileSync('curl', options, { encoding: 'utf8' }))
  if (size < bytes) throw new Error(`The zip has ${size} bytes instead of more than ${bytes}.`)
}

function zip(directory: string) {
  const { status } = spawnSync('zip', ['-0', '-q', '-r', '-', '.'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('zip failed.')
}
