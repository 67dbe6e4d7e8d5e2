import type { Answer } from '../../server/test/support/companies.ts'
import type { Target } from '../load/writer.ts'

export type Told = Pick<Answer, 'status' | 'text'>

/** What a service is asked for day and night. `part` is of all requests. */
export type Work = {
  name: string
  part: number
  ask(): Promise<Told>
  expected: number
  /** For something else: that is no measure of the server. */
  waits?: true
}

export type SoakTarget = Target & { url: string }
