import { keptCounts, wrongRows } from '../../server/src/check/counts.ts'
import { changesOf, rowFaults } from '../../server/src/check/rows.ts'
import type { Db } from '../../server/src/db/database.ts'
import { asCompany, type Trx } from '../../server/src/db/tenancy.ts'
import type { CompanyId } from '../../server/src/ids.ts'

/** Checks that a company's rows are consistent. */
export async function verifyRows(db: Db, companyId: CompanyId, problems: string[]) {
  const found = <T>(query: (trx: Trx) => Promise<T>) => asCompany(db, companyId, query)
  const note = (what: string, rows: readonly unknown[]) => {
    if (rows.length > 0) problems.push(`Found ${what}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  for (const [what, query] of Object.entries(rowFaults))
    note(what, (await found((trx) => query.execute(trx))).rows)
  for (const kept of keptCounts) note(kept.what, await found((trx) => wrongRows(trx, companyId, kept)))
  const { version, events, newest } = await found((trx) => changesOf(trx, companyId))
  if (version !== events || version !== newest)
    note('companies whose newest change is not the last', [{ id: companyId }])
}
