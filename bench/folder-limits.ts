/**
 * `node bench/folder-limits.ts` compares pages of a client that is limited to a folder with the same pages of a
 * client without a limit, and writes docs/decisions/folder-limits.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicId } from '../server/src/ids.ts'
import { median } from './duel.ts'
import { embeddedEngine } from './engines/embedded.ts'
import type { Engine } from './engines/engine.ts'
import { postgresEngine } from './engines/postgres.ts'
import { limitedToken } from './fill/accounts.ts'
import { fillAssets } from './fill/assets.ts'
import { startServer } from './processes.ts'
import { table, writeBetween } from './report.ts'

const assetsCount = 20_000
const rounds = 60
const page = fileURLToPath(new URL('../docs/decisions/folder-limits.md', import.meta.url))

const engines = [await postgresEngine(process.env.TEST_DATABASE_URL ?? ''), await embeddedEngine()]
const texts: string[] = []
for (const engine of engines) {
  const text = await measure(engine)
  console.log(text)
  texts.push(text)
}
writeBetween(page, 'folder limits', texts.join('\n\n'))

async function measure(engine: Engine): Promise<string> {
  const { facts, server: environment } = await engine.open({
    name: `limited_${assetsCount}`,
    kept: true,
    fill: async (owner) => {
      const library = await fillAssets(owner, assetsCount)
      return { ...library, limited: await limitedToken(owner, library.account, [library.folderId]) }
    },
  })
  const { account, word, folderId, limited } = facts
  const within = `folder_id=${publicId('folder', folderId)}&recursive=true`
  const asked: Record<string, (narrow: string) => string> = {
    'First page': (narrow) => `/assets?per_page=20&${narrow}`,
    'First page with the total': (narrow) => `/assets?per_page=20&with_total=true&${narrow}`,
    'First page by name': (narrow) => `/assets?per_page=20&sort=name&${narrow}`,
    'Page of 100': (narrow) => `/assets?per_page=100&${narrow}`,
    'Search for a word': (narrow) => `/assets?per_page=20&search=${word}&${narrow}`,
    'First page with facets': (narrow) => `/assets?per_page=20&facets=tag,type,folder_id&${narrow}`,
    Folders: () => '/folders?per_page=20',
    Tags: () => '/asset-tags?per_page=20',
    Changes: () => '/changes?per_page=100',
  }
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const server = await startServer(environment, directory)
  const time = async (token: string, path: string) => {
    const from = performance.now()
    const response = await fetch(`${server.url}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    return performance.now() - from
  }
  try {
    const rows: string[][] = []
    for (const [what, pathOf] of Object.entries(asked)) {
      const times: [number[], number[], number[]] = [[], [], []]
      // The callers take turns, so that other load on the machine affects all of them.
      for (let round = -20; round < rounds; round++) {
        const each = [
          await time(account.tokens[0]!, pathOf('')),
          await time(account.tokens[0]!, pathOf(within)),
          await time(limited, pathOf('')),
        ]
        if (round >= 0) for (const [at, ms] of each.entries()) times[at]!.push(ms)
      }
      const [all, sameFolder, limitedMs] = times.map(median) as [number, number, number]
      const shown = [all, sameFolder, limitedMs].map((ms) => ms.toFixed(2))
      rows.push([what, ...shown, (limitedMs / all).toFixed(2)])
    }
    return `${engine.title}:\n\n${table(['Request', 'No limit', 'No limit, filtered by the folder', 'Limited to the folder', 'Ratio'], rows)}`
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true })
  }
}
