import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import { type TimedLine, timed } from './files.ts'
import { type Account, makeAccount } from './fill/accounts.ts'
import { makePictures } from './pictures.ts'
import { loadCore, output, type Running, startServer } from './processes.ts'

const goal = 0.7
/** The numbers of concurrent transfers that curl tries. The fastest is the baseline. */
const transfersTried = [4, 8, 16, 32]
/**
 * The share of images that is uploaded to choose the baseline. It is large enough for a stable ratio and also
 * serves as the warm-up.
 */
const triedShare = 0.2

type Pass = (server: Running, company: Account, files: string[]) => Promise<void>

/** A folder of small images with `atelier assets upload`, against curl, each time into an empty company. */
export async function uploadLine(engine: Engine, pictures: number, rounds: number): Promise<TimedLine> {
  const filled = await engine.open({
    name: 'uploads',
    kept: false,
    fill: async (owner) => {
      const companies: Account[] = []
      const passes = 1 + transfersTried.length + 2 * rounds
      for (let n = 1; n <= passes; n++) companies.push(await makeAccount(owner, `Uploader${n}`))
      return companies
    },
  })
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const server = await startServer(filled.server, directory)
  const companies = filled.facts.values()
  try {
    const files = await makePictures(join(directory, 'pictures'), pictures)
    const run = (pass: Pass, some = files) => timeOf(server, companies.next().value!, pass, some)
    const tried = files.slice(0, Math.ceil(pictures * triedShare))
    await run(byCommand(directory), tried)
    const trials: [transfers: number, ms: number][] = []
    for (const transfers of transfersTried)
      trials.push([transfers, await run(byCurl(directory, transfers), tried)])
    const [transfers] = trials.reduce((best, next) => (next[1] < best[1] ? next : best))
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(await run(byCommand(directory)))
      bare.push(await run(byCurl(directory, transfers)))
    }
    const ratios = ours.map((ms, round) => bare[round]! / ms)
    const span = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
    return {
      what: `\`atelier assets upload\` of ${pictures.toLocaleString('en')} images of 50 kB`,
      oursMs: median(ours),
      bareMs: median(bare),
      goal,
      note: `the median of ${rounds}, ratios ${span}, against \`curl --parallel\` with ${transfers} at once, the fastest of ${transfersTried.join(', ')}`,
    }
  } finally {
    await server.stop()
    await filled.remove()
    rmSync(directory, { recursive: true })
  }
}

/**
 * Measures the upload, then waits until the renditions are finished, which would slow down the next
 * measurement.
 */
async function timeOf(server: Running, company: Account, pass: Pass, files: string[]): Promise<number> {
  const ms = await timed(() => pass(server, company, files))
  const kept = await totalOf(server, company, '')
  if (kept !== files.length) throw new Error(`${kept} of ${files.length} images were stored.`)
  while ((await totalOf(server, company, '&status=processing')) > 0) await wait(200)
  return ms
}

export async function totalOf({ url }: Running, { tokens }: Account, filter: string): Promise<number> {
  const headers = { authorization: `Bearer ${tokens[0]}` }
  const answer = await fetch(`${url}/api/assets?per_page=1&with_total=true&fields=id${filter}`, { headers })
  return ((await answer.json()) as { meta: { total: number } }).meta.total
}

const program = fileURLToPath(new URL('../cli/src/main.ts', import.meta.url))

/** Runs the command as users do, with default settings. */
function byCommand(home: string): Pass {
  return async ({ url }, { tokens }, files) => {
    const env = { PATH: process.env.PATH, HOME: home, ATELIER_URL: url, ATELIER_TOKEN: tokens[0] }
    await output(loadCore, process.execPath, [program, 'assets', 'upload', ...files], env)
  }
}

/** One process uploads all files and reuses its connections. */
function byCurl(directory: string, transfers: number): Pass {
  return async ({ url }, { tokens }, files) => {
    const config = join(directory, 'curl.conf')
    const one = (file: string) => `url = "${url}/api/assets"
header = "Authorization: Bearer ${tokens[0]}"
form = "file=@${file}"
output = "/dev/null"
fail
silent
show-error
`
    writeFileSync(config, files.map(one).join('next\n'))
    const parallel = ['--parallel', '--parallel-max', String(transfers)]
    await output(loadCore, 'curl', ['--fail-early', ...parallel, '--config', config])
  }
}
