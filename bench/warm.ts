import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { duel } from './duel.ts'
import type { Engine } from './engines/engine.ts'
import { makeAccount } from './fill/accounts.ts'
import type { Line, Options } from './lines.ts'
import type { Request } from './load/load.ts'
import { startBytes, startServer } from './processes.ts'
import { openTemplates } from './templates.ts'

/** Goal for a cached token, relative to a bare server that responds to the POST. */
const introspectionGoal = 0.75
const pageGoal = 0.8
const tokensCount = 1_000

/** Compares cached responses with bare node:http that sends the same bytes. */
export async function warmLines(engine: Engine, { effort, templates, nodeFlags }: Options): Promise<Line[]> {
  const filled = await openTemplates(engine, templates)
  const [token] = filled.facts.account.tokens as [string]
  const page: Request = { method: 'GET', path: '/api/templates?per_page=20', token }
  const list = await beside(filled.server, nodeFlags, page, async (system, baseline, { etag, bytes }) => {
    const whole = await duel({ url: system, requests: [page] }, { url: baseline, requests: [page] }, effort)
    const known = [{ ...page, etag }]
    const same = await duel({ url: system, requests: known }, { url: baseline, requests: known }, effort)
    return [
      {
        ...whole,
        what: '`GET /api/templates?per_page=20`, cached',
        goal: pageGoal,
        note: `token, limit, isolation on; ${bytes} bytes, against plain \`node:http\` sending the same`,
      },
      {
        ...same,
        what: '`GET /api/templates?per_page=20`, cached, 304',
        goal: pageGoal,
        note: 'against plain `node:http` sending 304',
      },
    ]
  })
  return [...list, ...(await introspectionLines(engine, { effort, templates, nodeFlags }))]
}

async function introspectionLines(engine: Engine, { effort, nodeFlags }: Options): Promise<Line[]> {
  const filled = await engine.open({
    name: 'warm_accounts',
    kept: false,
    fill: (owner) => makeAccount(owner, 'Measured', tokensCount),
  })
  const requests = filled.facts.tokens.map((token): Request => {
    return { method: 'POST', path: '/oauth/introspect', body: JSON.stringify({ token }) }
  })
  const lines = await beside(filled.server, nodeFlags, requests[0]!, async (system, baseline) => [
    {
      ...(await duel({ url: system, requests }, { url: baseline, requests }, effort)),
      what: '`POST /oauth/introspect`, live tokens',
      goal: introspectionGoal,
      note: `${tokensCount} tokens in rotation, against plain \`node:http\` answering the JSON POST`,
    },
  ])
  await filled.remove()
  return lines
}

type Sample = { etag: string; bytes: number }

/** @param sample a request to Atelier. The bare server always sends the response to this request. */
async function beside(
  environment: Record<string, string>,
  nodeFlags: string[],
  sample: Request,
  measure: (system: string, baseline: string, answer: Sample) => Promise<Line[]>,
): Promise<Line[]> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const system = await startServer(environment, directory, { nodeFlags, isWarm: true })
  try {
    const { method, path, token, body } = sample
    const headers =
      body === undefined ? { authorization: `Bearer ${token}` } : { 'content-type': 'application/json' }
    const answer = await fetch(system.url + path, { method, headers, ...(body !== undefined && { body }) })
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}.`)
    const file = join(directory, 'answer.json')
    const bytes = Buffer.from(await answer.arrayBuffer())
    writeFileSync(file, bytes)
    const baseline = await startBytes(file, nodeFlags)
    try {
      const etag = answer.headers.get('etag') ?? ''
      return await measure(system.url, baseline.url, { etag, bytes: bytes.length })
    } finally {
      await baseline.stop()
    }
  } finally {
    await system.stop()
    rmSync(directory, { recursive: true })
  }
}
