import type { ErrorCode } from '../errors.ts'
import type { Principal } from './caller.ts'

export type RequestSummary = {
  id: string
  method: string
  /** The pattern of the route, never the URL. Undefined without a route. */
  route: string | undefined
  status: number
  elapsedMs: number
  principal?: Principal | undefined
  refusal?: ErrorCode | undefined
}
