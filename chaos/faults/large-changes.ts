import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { whole } from '../../bench/numbers.ts'
import type { Db } from '../../server/src/db/database.ts'
import { asCompany } from '../../server/src/db/tenancy.ts'
import { type CompanyId, parseId, type Uuid } from '../../server/src/ids.ts'
import {
  type Answer,
  type Caller,
  newCompany,
  type TestCompany,
} from '../../server/test/support/companies.ts'
import { fillFolder } from '../../server/test/support/large-folder.ts'
import { freshConfig, startOn } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { asked } from '../load/kinds.ts'
import type { Effort, Fault, Outcome } from '../outcome.ts'
import { type Pace, quantile, startPace } from '../soak/pace.ts'
import type { SoakTarget } from '../soak/weighted-request.ts'
import { systemOn } from '../system.ts'

/** The maximum duration of the company's other writes. */
const waitMsMax = 250
const sizes = { whole: { folders: 600, assetsEach: 170 }, quick: { folders: 20, assetsEach: 40 } } as const
const writesPerSecond = 20
const restMs = { whole: 10_000, quick: 1_000 } as const
const jobMsMax = 600_000

/** Changes a folder with 102,000 assets and merges tags while the company's other writes continue. */
export const largeChanges: Fault = { run }

async function run(effort: Effort): Promise<Outcome> {
  const config = await freshConfig()
  const service = await startOn(config)
  const company = await newCompany(service, 'Acme')
  const size = sizes[effort]
  const filled = await fill(service.db, company, size)
  await service.close()
  const system = systemOn(config, company)
  const { url } = await system.start()
  const target: SoakTarget = { ...system.target, url }
  const call = (method: string, path: string, json?: unknown) =>
    asked(target, target.token, method, path, json)

  const pace = startPace(
    [
      {
        name: 'write',
        part: 1,
        expected: 200,
        ask: () => call('PATCH', `/api/asset-tags/${filled.written}`, { name: randomUUID() }),
      },
    ],
    writesPerSecond,
  )
  await new Promise((resolve) => setTimeout(resolve, restMs[effort]))
  const phases: Phase[] = [{ name: 'at rest', ms: msOf(pace) }]
  for (const { name, ask } of changesOf(filled, call)) {
    const began = performance.now()
    const answer = await ask()
    await isDone(answer, call)
    phases.push({ name, ms: msOf(pace), seconds: (performance.now() - began) / 1_000 })
  }
  await pace.stop()
  await system.stop()

  const assets = whole(size.folders * size.assetsEach)
  const slow = phases.slice(1).filter(({ ms }) => Math.max(...ms) > waitMsMax)
  return {
    done: [`changed a folder with ${assets} assets`, ...phases.map(textOf)].join('; '),
    counts: { acknowledged: phases.flatMap(({ ms }) => ms).length, refused: 0, unanswered: 0 },
    problems: [
      ...pace.errors,
      // Smaller changes run within the request, so they cannot delay other writes.
      ...(effort === 'quick'
        ? []
        : slow.map(
            ({ name, ms }) => `A write waited ${Math.max(...ms).toFixed(0)} ms while it was ${name}.`,
          )),
    ],
    backMs: [],
  }
}

type Phase = {
  name: string
  /** Milliseconds of each write. */
  ms: number[]
  /** Duration of the change in seconds. */
  seconds?: number
}

const msOf = (pace: Pace): number[] => Object.values(pace.took()).flat()

function textOf({ name, ms, seconds }: Phase): string {
  const duration = seconds === undefined ? '' : ` in ${seconds.toFixed(1)} s`
  if (ms.length === 0) return `${name}${duration}: no writes`
  const longest = Math.max(...ms).toFixed(0)
  return `${name}${duration}: p99 of ${whole(ms.length)} writes ${quantile(ms, 0.99).toFixed(0)} ms, longest ${longest} ms`
}

type Filled = { top: string; home: string; stays: string; gone: string; written: string }
type Call = (method: string, path: string, json?: unknown) => Promise<Answer>

const changesOf = ({ top, home, stays, gone }: Filled, call: Call) => [
  { name: 'moved', ask: () => call('PATCH', `/api/folders/${top}`, { parent_id: home }) },
  { name: 'trashed', ask: () => call('DELETE', `/api/folders/${top}?recursive=true`) },
  { name: 'restored', ask: () => call('POST', `/api/folders/${top}/restoration`) },
  {
    name: 'merged its tag into another',
    ask: () => call('POST', `/api/asset-tags/${stays}/merges`, { tags: [gone] }),
  },
]

async function isDone({ status, text, body }: Answer, call: Call) {
  if (status >= 300) throw new Error(`A change got ${status}: ${text.slice(0, 200)}`)
  if (status !== 202) return
  await until(
    'the job ends',
    async () => {
      const { data } = (await call('GET', `/api/jobs/${body.job.id}`)).body
      if (data.status === 'failed') throw new Error(`A job failed: ${data.error}`)
      return data.status === 'done'
    },
    jobMsMax,
  )
}

/** A folder with subfolders and assets. Every asset has a tag that will be merged. */
async function fill(
  db: Db,
  company: TestCompany & Caller,
  size: { folders: number; assetsEach: number },
): Promise<Filled> {
  const { companyId } = company
  const create = async (path: string, name: string): Promise<string> =>
    (await company.post(path, { name })).body.data.id
  const home = await create('/api/folders', 'Home')
  const top = await create('/api/folders', 'Large')
  await fillFolder(db, { companyId, folder: parseId('folder', top)!, path: '/Large', ...size })
  const stays = await create('/api/asset-tags', 'stays')
  const gone = await create('/api/asset-tags', 'gone')
  await tagAll(db, companyId, parseId('assetTag', gone)!)
  return { top, home, stays, gone, written: await create('/api/asset-tags', 'written') }
}

const tagAll = (db: Db, companyId: CompanyId, tag: Uuid) =>
  asCompany(db, companyId, async (trx) => {
    await sql`
      insert into asset_taggings (company_id, tag_id, id)
      select company_id, ${tag}, id from assets where company_id = ${companyId}`.execute(trx)
    await sql`
      update asset_tags t set assets_count = (select count(*) from asset_taggings g where g.tag_id = t.id)
      where company_id = ${companyId} and id = ${tag}`.execute(trx)
  })
