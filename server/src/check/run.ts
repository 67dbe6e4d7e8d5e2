import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import { change } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { isChanging, unlessChanging } from '../jobs/large-change.ts'
import type { Checking, Problem } from './context.ts'
import { type KeptCount, keptCounts, recountOne, wrongRows } from './counts.ts'
import { checkFiles, checkStrangers, numbered } from './files.ts'
import { checkIndexes, countByIndexes } from './indexes.ts'
import { checkLargeChanges } from './large-changes.ts'
import { changesOf, rowFaults } from './rows.ts'

/** Maximum number of rows per commit, which other writes of the company wait for. */
const recountedAtOnce = 500

/** Compares rows with each other, with their indexes, and with the files in storage. */
export async function* checkAll(checking: Checking): AsyncGenerator<Problem> {
  const { db, storage, options } = checking
  yield* checkIndexes(db)
  const companies = await db.selectFrom('companies').select(['id', 'name']).orderBy('id').execute()
  if (options.indexes)
    yield* countByIndexes(
      db,
      companies.map(({ id }) => id),
    )
  for (const { id, name } of companies) {
    // Rows and counters agree again after the job.
    if (await asCompany(db, id, (trx) => isChanging(trx, id))) {
      yield* checkLargeChanges(checking, id, name)
    } else {
      yield* checkRows(db, id, name)
      yield* checkCounts(checking, id, name)
    }
    yield* checkFiles(checking, id, name)
  }
  yield* checkStrangers(db, storage)
}

async function* checkRows(db: Db, companyId: CompanyId, name: string): AsyncGenerator<Problem> {
  for (const [what, query] of Object.entries(rowFaults)) {
    // A large change may have started in the meantime.
    const { rows } = await asCompany(db, companyId, (trx) => unlessChanging(companyId, query).execute(trx))
    if (rows.length > 0)
      yield {
        check: 'rows',
        companyId,
        text: `${name} has ${what}: ${rows.length.toLocaleString('en-US')}.`,
        advice: 'Restore the database from a backup, or report this with the output of --json.',
        isFixed: false,
      }
  }
  const { version, events, newest } = await asCompany(db, companyId, (trx) => changesOf(trx, companyId))
  if (version !== events || version !== newest)
    yield {
      check: 'changes',
      companyId,
      text: `${name} is at version ${version}, but has ${events} changes, of which the newest is number ${newest}.`,
      advice:
        'Rows are lost: restore the database from a backup. Clients that follow the change feed must read everything again.',
      isFixed: false,
    }
}

async function* checkCounts(
  { db, options }: Checking,
  companyId: CompanyId,
  name: string,
): AsyncGenerator<Problem> {
  const found = await asCompany(db, companyId, async (trx) => {
    const wrong: [(typeof keptCounts)[number], Uuid[]][] = []
    for (const kept of keptCounts)
      wrong.push([kept, (await wrongRows(trx, companyId, kept)).map(({ id }) => id)])
    return wrong.filter(([, ids]) => ids.length > 0)
  })
  for (const [kept, ids] of found) {
    const isFixed = options.fix && (await recountRows(db, companyId, kept, ids))
    yield {
      check: 'counts',
      companyId,
      text: `${name} has ${kept.what}: ${numbered(ids.length, 'row')}.`,
      advice: isFixed ? 'They were recomputed.' : '`atelier-server check --fix` recomputes them.',
      isFixed,
    }
  }
}

/** @returns false during a large change, which updates the counters itself. */
async function recountRows(db: Db, companyId: CompanyId, kept: KeptCount, ids: readonly Uuid[]) {
  let isFixed = true
  for (let at = 0; at < ids.length && isFixed; at += recountedAtOnce)
    isFixed = await change(db, { companyId, actor: { type: 'operator' } }, async (trx) => {
      if (await isChanging(trx, companyId)) return { result: false, events: [] }
      await recountOne(trx, companyId, kept, ids.slice(at, at + recountedAtOnce))
      // Invalidates pages with the old counters.
      const event = { type: 'company.recounted', resourceType: 'company', resourceId: companyId }
      return { result: true, events: [event] }
    })
  return isFixed
}
