/** The event gets its number when its transaction commits. */
export type PendingEvent = {
  type: string
  resource_type: string
  resource_id: string
  actor: object
  request_id: string | null
  at: Date
  data: object
}
