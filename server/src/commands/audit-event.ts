import type { SecurityEventRow } from '../audit/queries.ts'
import { publicId } from '../ids.ts'

export const presentEvent = (event: SecurityEventRow) => ({
  event_id: publicId('securityEvent', event.id),
  at: event.created_at.toISOString(),
  type: event.type,
  company_id: event.company_id && publicId('company', event.company_id),
  client_id: event.client_id && publicId('client', event.client_id),
  person_id: event.person_id && publicId('person', event.person_id),
  address: event.address,
  request_id: event.request_id,
  data: event.data,
})

export type PresentedEvent = ReturnType<typeof presentEvent>
