import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../server/test/support/companies.ts'

/** Timeout of a request. No response of the server can take longer. */
const answerMsMax = 45_000

/**
 * `unknown`: there was no response, or the response does not say whether the request was processed. `unsent`:
 * there was no server to send the request to.
 */
export type Outcome =
  | { fate: 'acknowledged' | 'refused'; answer: Answer }
  | { fate: 'unknown'; answer: Answer | undefined }
  | { fate: 'unsent'; answer: undefined }

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
  // After any other server error, it is unknown whether the request was processed.
  return status < 500 || status === 507 ? 'refused' : 'unknown'
}
