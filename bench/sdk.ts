import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Atelier } from '../sdk/src/index.ts'
import { median } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import { type TimedLine, timed } from './files.ts'
import { startServer } from './processes.ts'
import { openTemplates } from './templates.ts'

const loopGoal = 0.9

/** An SDK loop over all templates, against plain `fetch` over the same pages. */
export async function sdkLine(engine: Engine, templates: number, rounds: number): Promise<TimedLine> {
  const filled = await openTemplates(engine, templates)
  const [token] = filled.facts.account.tokens as [string]
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const server = await startServer(filled.server, directory)
  const ours: number[] = []
  const bare: number[] = []
  try {
    const loops: [number[], () => Promise<number>][] = [
      [ours, () => bySdk(server.url, token)],
      [bare, () => byFetch(server.url, token)],
    ]
    for (const [, loop] of loops) await count(loop, templates)
    for (let round = 0; round < rounds; round++)
      for (const [times, loop] of loops) times.push(await timed(() => count(loop, templates)))
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true })
  }
  return {
    what: `All ${templates.toLocaleString('en')} templates with the SDK`,
    oursMs: median(ours),
    bareMs: median(bare),
    goal: loopGoal,
    note: `the median of ${rounds}, against plain \`fetch\` and the same pages of 100`,
  }
}

async function count(loop: () => Promise<number>, expected: number) {
  const rows = await loop()
  if (rows !== expected) throw new Error(`The loop saw ${rows} templates of ${expected}.`)
}

async function bySdk(url: string, token: string): Promise<number> {
  let rows = 0
  for await (const template of new Atelier({ url, token }).templates.list()) rows += template.id ? 1 : 0
  return rows
}

type Page = { data: { id: string }[]; meta: { next_cursor: string | null } }

async function byFetch(url: string, token: string): Promise<number> {
  let rows = 0
  for (let next = ''; ; ) {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/api/templates?per_page=100${next}`, { headers })
    const { data, meta } = (await response.json()) as Page
    for (const template of data) rows += template.id ? 1 : 0
    if (meta.next_cursor === null) return rows
    next = `&cursor=${meta.next_cursor}`
  }
}
