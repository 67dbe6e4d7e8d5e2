import type { ErrorCode } from '../errors.ts'
import type { Principal } from './caller.ts'

/** A request as logs and figures tell of it. */
export type RequestSummary = {
  id: string
  method: string
  /** Its pattern, never the URL; undefined where there is none. */
  route: string | undefined
  status: number
  elapsedMs: number
  principal?: Principal | undefined
  refusal?: ErrorCode | undefined
}
