import type { Answer } from '../../server/test/support/companies.ts'
import type { Target } from '../load/writer.ts'

export type Told = Pick<Answer, 'status' | 'text'>

/** The mixed load of a server. `part` is the share of all requests. */
export type Work = {
  name: string
  part: number
  ask(): Promise<Told>
  expected: number
  /** Whether the request also waits for something else, so that its duration does not measure the server. */
  waits?: true
}

export type SoakTarget = Target & { url: string }
