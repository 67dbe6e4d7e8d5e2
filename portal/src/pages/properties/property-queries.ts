import type { Property } from '../../../../sdk/src/index.ts'
import { listQuery } from '../../lists.ts'
import type { CurrentCompany } from '../../session.ts'

export const propertyType = 'property'

export const propertiesQuery = (company: CurrentCompany, kind: Property['applies_to']) =>
  listQuery<Property>(company, propertyType, '/properties', {
    applies_to: kind,
    sort: 'position',
    per_page: 100,
  })
