import type { Render } from '../../../../../sdk/src/index.ts'
import { listQuery } from '../../../lists.ts'
import type { CurrentCompany } from '../../../session.ts'

const pageSize = 12

export const rendersQuery = (company: CurrentCompany, templateId: string) =>
  listQuery<Render>(company, 'render', '/renders', { template_id: templateId, per_page: pageSize })
