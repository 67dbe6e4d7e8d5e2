import { ApiError, type Faults } from '../errors.ts'
import { type Caller, scopes } from '../http/caller.ts'
import { publicId } from '../ids.ts'
import type { DrawnBody, RenderBody } from '../renders/body.ts'
import type { Batch } from './batch.ts'
import type { ClaimedRow } from './claim.ts'

/** The row as the body of a single render. */
export const bodyOf = (batch: Batch, row: ClaimedRow): RenderBody => ({
  ...batch.request,
  ...(row.request as Partial<DrawnBody> | null),
  variables: row.variables,
  template_version: row.template_version,
  include_unavailable: false,
  keep: null,
})

export const templateIdOf = (row: ClaimedRow) => publicId('template', row.template_id)

/** The author, who has every permission that the endpoint's scopes require. */
export const readerOf = ({ companyId, personId }: Batch): Caller => ({
  clientId: null,
  companyId,
  personId,
  scopes,
})

/** The errors of a row. Undefined if the error is not about the row. */
export function faultsIn(error: unknown): Faults | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code, extras } = error
  if (code === 'invalid') return extras.faults
  if (code === 'not_found') return { template: ['The template was deleted.'] }
  if (code === 'wrong_status') return { template: ['The template is archived.'] }
  return undefined
}
