import { AtelierError } from '../../sdk/src/errors.ts'
import { isLost } from '../../sdk/src/http/retry.ts'
import { apiText } from './strings/api.ts'

/** What the portal itself refuses, as the server would. */
export const refused = (status: number, message: string, requestId: string | null = null) =>
  new AtelierError(message, { status, code: 'unexpected', requestId, body: { message } })

/** What people read of an error: the words of the server, not the SDK's, which are for programs. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof AtelierError)) return error instanceof Error ? error.message : String(error)
  if (isLost(error)) return apiText.unreachable
  // Said to programs, it names the header alone.
  if (error.status === 412) return apiText.changedMeanwhile
  const said = Object.values(error.fields).flat()[0] ?? Object(error.body).message
  return typeof said === 'string' && said !== '' ? said : apiText.failed
}

/** Under this name the server's log tells more. */
export const requestIdOf = (error: unknown): string | null =>
  error instanceof AtelierError ? error.requestId : null

export const statusOf = (error: unknown): number | undefined =>
  error instanceof AtelierError ? error.status : undefined

/** What was refused, in one line, with the id under which the server's log tells more. */
export function refusalOf(error: Error | null | undefined): string | undefined {
  if (!error) return undefined
  const requestId = requestIdOf(error)
  return requestId ? `${wordsOf(error)} (${requestId})` : wordsOf(error)
}

/** The person did not go on with what they began: there is nothing to say about it. */
export class Cancelled extends Error {}
