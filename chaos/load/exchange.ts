import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../server/test/support/companies.ts'

/** Longer than the server lets anybody wait: whoever hears nothing until then never will. */
const answerMsMax = 45_000

/** `unknown`: no answer, or one that does not tell whether it was done. `unsent`: nobody was there to be asked. */
export type Outcome =
  | { fate: 'acknowledged' | 'refused'; answer: Answer }
  | { fate: 'unknown'; answer: Answer | undefined }
  | { fate: 'unsent'; answer: undefined }

/** What has come of a request, whatever became of the server meanwhile. */
export async function outcomeOf(request: Promise<Answer>): Promise<Outcome> {
  const alarm = new AbortController()
  const silence = wait(answerMsMax, undefined, { signal: alarm.signal })
  try {
    const answer = await Promise.race([request, silence])
    if (answer === undefined) return { fate: 'unknown', answer }
    return { fate: fateOf(answer), answer } as Outcome
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return { fate: cause?.code === 'ECONNREFUSED' ? 'unsent' : 'unknown', answer: undefined }
  } finally {
    silence.catch(() => {})
    alarm.abort()
  }
}

function fateOf({ status }: Answer): Outcome['fate'] {
  if (status < 400) return 'acknowledged'
  // Of other faults of a server it is not known how far it had come.
  return status < 500 || status === 507 ? 'refused' : 'unknown'
}
