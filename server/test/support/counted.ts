import assert from 'node:assert/strict'
import { requestCounts } from '../../src/clients/request-counts.ts'
import { type CompanyId, newId } from '../../src/ids.ts'
import type { Service } from './service.ts'

/** Counts a request of some client of the company, and stores the count at once. */
export async function countedRequest({ db }: Pick<Service, 'db'>, companyId: CompanyId) {
  const counts = requestCounts(db, (error) => assert.fail(String(error)))
  counts.note({ principal: { clientId: newId(), companyId, personId: null, scopes: [] } })
  await counts.close()
}
