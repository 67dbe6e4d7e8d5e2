import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseId } from '../server/src/ids.ts'
import { type Duel, duel, type Effort } from './duel.ts'
import type { Engine, Filled } from './engines/engine.ts'
import { type Account, makeAccount } from './fill/accounts.ts'
import { letOwnerIn } from './fill/library.ts'
import { fillTags } from './fill/tags.ts'
import type { Request } from './load/load.ts'
import { look, walk } from './pages.ts'
import { type Running, startBaseline, startServer, tokensAlone } from './processes.ts'
import { openTemplates } from './templates.ts'

/** Lines without a goal are for comparison only. */
export type Line = Duel & { what: string; note: string; goal?: number }

export type Options = { effort: Effort; templates: number; nodeFlags: string[] }

/** Goal relative to a bare server that reads. */
const readGoal = 0.8
/**
 * The goals are relative to a bare server with one query per page. On the embedded engine, that server runs
 * the query on its own thread.
 */
const listGoals = { postgres: 1, embedded: 1.2 }
/** Goal relative to a bare server that syncs to disk once per token. */
const issueGoals = { postgres: 2, embedded: readGoal }
/** Goal relative to a bare server that writes two rows in one transaction. */
const writeGoal = 0.6

const tokensIntrospected = 1_000

/**
 * Measures an uncached list page, which includes token, rate limit, row-level security, one query, JSON and
 * ETag.
 */
export async function listLine(engine: Engine, { effort, templates, nodeFlags }: Options): Promise<Line> {
  const filled = await openTemplates(engine, templates)
  const cold = { ...filled, server: { ...filled.server, ...tokensAlone } }
  return against('list', cold, nodeFlags, async (system, baseline) => {
    const [token] = filled.facts.account.tokens as [string]
    const ends = await walk(`${system.url}/api/templates`, token)
    const path = (cursor: string) => `/api/templates?per_page=20&cursor=${cursor}`
    const asked = ends.map(({ cursor }): Request => ({ method: 'GET', path: path(cursor), token }))
    const bare = ends.map(({ lastId }): Request => {
      return { method: 'GET', path: path(parseId('template', lastId)!), token }
    })
    const ours = await look(system.url + asked[0]!.path, token)
    const theirs = await look(baseline.url + bare[0]!.path, token)
    const result = await duel(
      { url: system.url, requests: asked },
      { url: baseline.url, requests: bare },
      effort,
    )
    return {
      ...result,
      what: '`GET /api/templates?per_page=20`',
      goal: listGoals[engine.kind],
      note: `${ends.length} different pages; ${ours.bytes} bytes against ${theirs.bytes}`,
    }
  })
}

export async function tokenLines(engine: Engine, { effort, nodeFlags }: Options): Promise<Line[]> {
  const filled = await engine.open({
    name: 'accounts',
    kept: false,
    fill: (owner) => makeAccount(owner, 'Measured', tokensIntrospected),
  })
  const { clientId, clientSecret, tokens } = filled.facts
  const post = (path: string, body: object): Request => ({ method: 'POST', path, body: JSON.stringify(body) })
  const credentials = (id: string) =>
    post('/oauth/access-token', { client_id: id, client_secret: clientSecret })
  const introspections = tokens.map((token) => post('/oauth/introspect', { token }))

  const introspection = await against('introspection', filled, nodeFlags, async (system, baseline) => ({
    ...(await duel(
      { url: system.url, requests: introspections },
      { url: baseline.url, requests: introspections },
      effort,
    )),
    what: '`POST /oauth/introspect`',
    goal: readGoal,
    note: `${tokens.length} tokens in rotation`,
  }))
  const issue = await against('token', { ...filled, isWarm: true }, nodeFlags, async (system, baseline) => ({
    ...(await duel(
      { url: system.url, requests: [credentials(clientId)] },
      { url: baseline.url, requests: [credentials(parseId('client', clientId)!)] },
      effort,
    )),
    what: '`POST /oauth/access-token`',
    goal: issueGoals[engine.kind],
    note: 'one client, known to both; every token on disk before it is returned',
  }))
  await filled.remove()
  return [issue, introspection]
}

const companiesWriting = 8
/**
 * These tags exist before the measurement. PostgreSQL keeps query plans made for empty tables until the
 * tables are analyzed, so the tables are filled and analyzed first.
 */
const tagsBefore = 1_000

/** Creates a tag, its search terms and its event, in several companies at once. */
export async function writeLine(engine: Engine, { effort, nodeFlags }: Options): Promise<Line> {
  const filled = await engine.open({
    name: 'writers',
    kept: false,
    fill: async (owner) => {
      await letOwnerIn(owner)
      const accounts: Account[] = []
      for (let n = 1; n <= companiesWriting; n++) accounts.push(await makeAccount(owner, `Writer${n}`))
      await fillTags(owner, tagsBefore)
      return accounts
    },
  })
  const requests = filled.facts.map(({ tokens }): Request => {
    return { method: 'POST', path: '/api/tags', token: tokens[0]!, body: '{"name":"tag {n}"}' }
  })
  const line = await against('write', filled, nodeFlags, async (system, baseline) => ({
    ...(await duel({ url: system.url, requests }, { url: baseline.url, requests }, effort)),
    what: '`POST /api/tags`',
    goal: writeGoal,
    note: `${companiesWriting} companies; on disk before the response, against a plain transaction of two rows`,
  }))
  await filled.remove()
  return line
}

async function against<Facts>(
  kind: Parameters<typeof startBaseline>[0],
  { isWarm = false, ...filled }: Filled<Facts> & { isWarm?: boolean },
  nodeFlags: string[],
  measure: (system: Running, baseline: Running) => Promise<Line>,
): Promise<Line> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const running: Running[] = []
  try {
    running.push(await startServer(filled.server, directory, { nodeFlags, isWarm }))
    running.push(await startBaseline(kind, filled.baseline, nodeFlags))
    return await measure(running[0]!, running[1]!)
  } finally {
    for (const one of running) await one.stop()
    rmSync(directory, { recursive: true })
  }
}
