import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseId } from '../../server/src/ids.ts'
import { type Contender, duel } from '../duel.ts'
import type { Engine, Environment } from '../engines/engine.ts'
import type { Library } from '../fill/library.ts'
import type { Line, Options } from '../lines.ts'
import type { Request } from '../load/load.ts'
import { look, type PageEnd, walk } from '../pages.ts'
import { output, type Running, serverCore, startOther, startServer, tokensAlone } from '../processes.ts'
import { openTemplates } from '../templates.ts'
import { installPeer, type Peer } from './install.ts'

const warmGoal = 100
const coldGoal = 20

/**
 * Directus cannot read tables with a two-column key, so it gets a copy of the rows keyed by the ID. It can continue
 * only after a time, not after an ID. With the right index, its pages cost PostgreSQL no more than Atelier's pages.
 */
const copiedRows = [
  'create table bench_templates as select * from templates',
  'alter table bench_templates add primary key (id)',
  'create index on bench_templates (company_id, created_at) where deleted_at is null',
  'vacuum analyze bench_templates',
]

/**
 * The fields of Atelier's response, without the tags and the person's name, for which Directus would need
 * more queries.
 */
const fields =
  'id,name,description,type,status,width,height,unit,page_count,thumbnail_key,preview_key,variables,external_id,metadata,version,created_by,created_at,updated_at,published_at'

/** A list of 20 templates against Directus, on the same PostgreSQL and a copy of the same rows. */
export async function directusLines(engine: Engine, { effort, templates }: Options): Promise<Line[]> {
  const peer = engine.copy && (await installPeer('directus'))
  if (!engine.copy || !peer) return []
  const filled = await openTemplates(engine, templates)
  const copied = await engine.copy(filled, 'directus', copiedRows)
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const settings = settingsOf(copied.server.DATABASE_URL!)
  const { account } = filled.facts

  async function compared(isWarm: boolean, goal: number, what: string): Promise<Line> {
    const servers: Running[] = []
    const environment = { ...filled.server, ...(!isWarm && tokensAlone) }
    try {
      servers.push(await startServer(environment, directory, { isWarm: true }))
      const cache = { CACHE_ENABLED: String(isWarm), CACHE_STORE: 'memory' }
      servers.push(await startOther(commandOf(peer!, 'start'), { ...settings, ...cache }))
      const [system, other] = servers as [Running, Running]
      const [token] = account.tokens as [string]
      const ends = isWarm ? [] : await walk(`${system.url}/api/templates`, token)
      const ours = { url: system.url, requests: ourPages(ends, token) }
      const theirs = { url: other.url, requests: theirPages(ends, account, settings.ADMIN_TOKEN) }
      const bytes = await sizes(ours, theirs)
      const pages = isWarm ? 'one page' : `${ends.length} different pages`
      return {
        ...(await duel(ours, theirs, effort)),
        what: `${what}, against Directus ${peer!.version} ${isWarm ? 'with' : 'without'} its cache`,
        goal,
        note: `${pages}; ${bytes.join(' bytes against ')}`,
      }
    } finally {
      for (const one of servers) await one.stop()
    }
  }

  try {
    await output(serverCore, process.execPath, commandOf(peer, 'bootstrap'), { ...process.env, ...settings })
    return [
      await compared(true, warmGoal, 'A list page, cached'),
      await compared(false, coldGoal, 'A list page, uncached'),
    ]
  } finally {
    await copied.remove()
    rmSync(directory, { recursive: true })
  }
}

const commandOf = ({ folder }: Peer, command: string) => [
  '--import',
  join(folder, 'without-sandbox.js'),
  join(folder, 'node_modules/directus/cli.js'),
  command,
]

/**
 * The recommended production settings, without features that Atelier does not have or that do not matter
 * here.
 */
function settingsOf(databaseUrl: string) {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1',
    SECRET: randomBytes(32).toString('hex'),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    DB_POOL__MAX: '10',
    LOG_LEVEL: 'silent',
    RATE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomBytes(16).toString('hex'),
    ADMIN_TOKEN: randomBytes(24).toString('base64url'),
  } satisfies Environment
}

function ourPages(ends: PageEnd[], token: string): Request[] {
  const path = '/api/templates?per_page=20'
  if (ends.length === 0) return [{ method: 'GET', path, token }]
  return ends.map(({ cursor }) => ({ method: 'GET', path: `${path}&cursor=${cursor}`, token }))
}

function theirPages(ends: PageEnd[], { companyId }: Library['account'], token: string): Request[] {
  const live = { company_id: { _eq: companyId }, deleted_at: { _null: true } }
  const page = (filter: object): Request => {
    const query = new URLSearchParams({
      fields,
      limit: '20',
      sort: '-created_at',
      filter: JSON.stringify(filter),
    })
    return { method: 'GET', path: `/items/bench_templates?${query}`, token }
  }
  if (ends.length === 0) return [page(live)]
  return ends.map(({ lastId }) => page({ ...live, created_at: { _lt: createdAt(lastId) } }))
}

/** A UUIDv7 starts with its time. */
const createdAt = (id: string) =>
  new Date(Number.parseInt(parseId('template', id)!.replaceAll('-', '').slice(0, 12), 16)).toISOString()

/** @throws if a contender does not return a full page. */
async function sizes(...contenders: Contender[]): Promise<number[]> {
  const bytes: number[] = []
  for (const { url, requests } of contenders) {
    const [{ path, token }] = requests as [Request]
    const answer = await look(url + path, token!)
    if (answer.rows !== 20) throw new Error(`${url}${path} answered ${answer.rows} rows.`)
    bytes.push(answer.bytes)
  }
  return bytes
}
