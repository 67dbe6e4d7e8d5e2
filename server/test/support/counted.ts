import assert from 'node:assert/strict'
import { requestCounts } from '../../src/clients/request-counts.ts'
import { requestLog } from '../../src/clients/request-log.ts'
import { type CompanyId, newId } from '../../src/ids.ts'
import type { Service } from './service.ts'

/** Counts and logs a request of a client of the company and stores both at once. */
export async function countedRequest({ db }: Pick<Service, 'db'>, companyId: CompanyId) {
  const lost = (error: unknown) => assert.fail(String(error))
  const [counts, log] = [requestCounts(db, lost), requestLog(db, lost)]
  const principal = { clientId: newId(), companyId, personId: null, scopes: [] }
  counts.note({ principal })
  log.note({
    id: `req_${newId()}`,
    method: 'GET',
    route: '/api/assets',
    status: 200,
    elapsedMs: 1,
    principal,
  })
  await Promise.all([counts.close(), log.close()])
}
