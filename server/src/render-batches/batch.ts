import type { Author } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Sources } from '../renders/sources.ts'
import type { BatchRequest } from './body.ts'

export type Batch = {
  companyId: CompanyId
  id: Uuid
  status: 'checking' | 'rendering'
  request: BatchRequest
  author: Author
  personId: Uuid | null
  sources: Sources
}
