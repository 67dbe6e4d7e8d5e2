import type { Author } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { BatchRequest } from './body.ts'

/** The fields of a batch that its rows need. */
export type Batch = {
  companyId: CompanyId
  id: Uuid
  status: 'checking' | 'rendering'
  request: BatchRequest
  author: Author
  personId: Uuid | null
}
