import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openFoundation } from '../../server/src/app/foundation.ts'
import { startApp } from '../../server/src/app.ts'
import { parseConfig } from '../../server/src/config.ts'
import { endpoints } from '../../server/src/routes.ts'
import { backUp } from '../../server/test/support/backups.ts'
import { type Caller, newCompany, send } from '../../server/test/support/companies.ts'
import { everything, fillLibrary, type Shown } from '../../server/test/support/library.ts'
import {
  makeAtelier,
  type PostgresServer,
  startPostgres,
  waitingForDisk,
  withoutServers,
} from '../../server/test/support/postgres-server.ts'
import { atEnd, engine, freshConfig } from '../../server/test/support/service.ts'
import { type Ledger, openLedger } from '../load/ledger.ts'
import { startLoad } from '../load/load.ts'
import type { Fault, Outcome } from '../outcome.ts'
import { type System, systemOn } from '../system.ts'
import { verifyCreated } from '../verify/created.ts'
import { verifyFeed } from '../verify/feed.ts'
import { verifyFiles } from '../verify/files.ts'
import { verifyStore } from '../verify/store.ts'
import { verifyTokens } from '../verify/tokens.ts'

const acknowledgedBefore = 300
const acknowledgedAfterwards = 100
/** Number of resources per list that are also read individually. */
const onesMax = 10

export const restore: Fault = {
  leftOut: () => (engine === 'postgres' ? withoutServers || undefined : undefined),
  run: (effort) => restoreOften(effort === 'quick' ? 1 : 3),
}

/**
 * Takes a backup during writes to one company, then deletes everything and restores it. Another company,
 * which has no writes, must return identical responses. The first company must have everything that was
 * acknowledged before the backup.
 */
async function restoreOften(times: number): Promise<Outcome> {
  const server = engine === 'postgres' ? await startPostgres({ set: waitingForDisk }) : undefined
  const { system, quiet } = await twoCompanies(server)
  const counts = { acknowledged: 0, refused: 0, unanswered: 0 }
  const problems: string[] = []
  let compared = 0
  for (let time = 0; time < times; time++) {
    await system.start()
    const load = startLoad(system.target, { mayRefuse: [503] })
    await load.acknowledged(acknowledgedBefore)
    const before = await answersOf(system, quiet)
    const known = copyOf(load.ledger)
    const backup = await backUp(system.config, server)
    await system.kill()
    await load.stop()
    await backup.restore()

    await system.start()
    const after = await answersOf(system, quiet)
    for (const [path, answer] of before)
      if (after.get(path) !== answer) problems.push(`${path} has a different response after the restore.`)
    compared += before.size
    await verifyTokens(system.target, known)
    await verifyCreated(system.target, known)
    await verifyFeed(system.target, known)
    await verifyFiles(system.target, known)
    const again = startLoad(system.target, { mayRefuse: [503] })
    await again.acknowledged(acknowledgedAfterwards)
    await again.stop()
    await system.stop()
    await verifyStore(system, known)
    problems.push(...known.problems, ...again.ledger.problems)
    for (const name of ['acknowledged', 'refused', 'unanswered'] as const)
      counts[name] += load.counts[name] + again.counts[name]
  }
  const done = `backed up under load, destroyed and restored ${times} times, ${compared} responses compared`
  return { done, counts, problems, backMs: [] }
}

async function twoCompanies(server: PostgresServer | undefined) {
  const config = server
    ? parseConfig({ ...(await emptyPlace()), DATABASE_URL: await makeAtelier(server) })
    : await freshConfig()
  const foundation = await openFoundation(config)
  const service = {
    ...foundation,
    ...(await startApp(config, foundation, pino({ level: 'silent' }))),
    config,
  }
  const acme = await newCompany(service, 'Acme')
  const quiet = await newCompany(service, 'Globex')
  await fillLibrary(service, quiet)
  await service.close()
  return { system: systemOn(config, acme), quiet }
}

async function emptyPlace() {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-restore-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  return {
    DATA_DIR: directory,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    OPEN_RATE_LIMIT_PER_MINUTE: '0',
    TOKENS_PER_MINUTE: '0',
  }
}

/** Copies the ledger at the time of the backup. Later writes may or may not be in the backup. */
function copyOf({ told, tokens }: Ledger): Ledger {
  const { live, revoked, asked } = tokens
  return {
    ...openLedger(),
    told: [...told],
    // A token that is about to be revoked does not count as active (load/tokens.ts).
    tokens: { live: new Set(live), revoked: new Set(revoked), asked: new Set(asked) },
  }
}

/**
 * Returns the responses to all lists of a company and to some individual resources. The server's port is
 * removed, because it changes.
 */
async function answersOf({ server }: System, { token }: Caller): Promise<Map<string, string>> {
  const { url } = server()
  const { port } = new URL(url)
  const answers = new Map<string, string>()
  const get = async (path: string) => {
    const answer = await send({ url }, 'GET', path, { headers: { authorization: `Bearer ${token}` } })
    const plain = new URL(path, url)
    answers.set(plain.pathname + plain.search, `${answer.status} ${answer.text.replaceAll(`:${port}/`, '/')}`)
    return answer
  }
  for (const { method, path, list } of endpoints) {
    if (method !== 'GET' || !list || path.includes(':')) continue
    const rows: Shown[] = await everything({ get }, `/api${path}`)
    for (const { id } of rows.slice(0, onesMax)) await get(`/api${path}/${id}`)
  }
  await get('/api/changes?per_page=1000')
  return answers
}
