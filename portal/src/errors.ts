import { AtelierError } from '../../sdk/src/errors.ts'
import { isLost } from '../../sdk/src/http/retry.ts'
import { apiText } from './strings/api.ts'

/** An error of the portal itself, in the form of a server error. */
export const refused = (status: number, message: string, requestId: string | null = null) =>
  new AtelierError(message, { status, code: 'unexpected', requestId, body: { message } })

/** The server's message for programs (contract R-AUTH-5). People have roles, not scopes. */
const missingScope = 'Token does not have the required scope.'

/**
 * The server's fixed messages in the language of the page. Messages about fields contain values, and stay as they
 * are.
 */
export const rejections: Readonly<Record<string, string>> = {
  'Not Found.': apiText.rejections.notFound,
  'The resource is in use.': apiText.rejections.inUse,
  'The folder is not empty.': apiText.rejections.notEmpty,
  'A large change here is still in progress. Try again when its job is done.':
    apiText.rejections.stillChanging,
  'The current status does not allow this.': apiText.rejections.wrongStatus,
  'The client already has two secrets.': apiText.rejections.twoSecrets,
  'A company needs at least one owner.': apiText.rejections.needsOwner,
  'Only an owner can do this.': apiText.rejections.ownersOnly,
  'Only the author can do this.': apiText.rejections.authorsOnly,
  'The setup token is wrong. Copy it from the log of the server.': apiText.rejections.wrongSetupToken,
  'The invitation is for another e-mail address.': apiText.rejections.notInvited,
  'Inactive enterprise.': apiText.rejections.inactive,
  'The asset is not available now. With assets:write, include_unavailable=true includes it.':
    apiText.rejections.assetUnavailable,
  'Insufficient Storage.': apiText.rejections.storageFull,
  'Content Too Large.': apiText.rejections.tooLarge,
}

/** The error message for users: the server's, not the SDK's, which is for programs. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof AtelierError)) return error instanceof Error ? error.message : String(error)
  if (isLost(error)) return apiText.unreachable
  // The server's message names only the header.
  if (error.status === 412) return apiText.changedMeanwhile
  if (error.status === 403 && Object(error.body).message === missingScope) return apiText.notAllowed
  if (error.status === 429) return apiText.tooManyAttempts
  const said = Object.values(error.fields).flat()[0] ?? Object(error.body).message
  return typeof said === 'string' && said !== '' ? (rejections[said] ?? said) : apiText.failed
}

/**
 * The request ID, under which the server's log has details. Null for errors that the user can correct, such
 * as a wrong password or a rejected file: there is nothing to look up.
 */
export const requestIdOf = (error: unknown): string | null =>
  error instanceof AtelierError && !isOwnMistake(error) ? error.requestId : null

const isOwnMistake = ({ status }: AtelierError) => status !== undefined && status >= 400 && status < 500

export const statusOf = (error: unknown): number | undefined =>
  error instanceof AtelierError ? error.status : undefined

/** Whether the server cannot be reached or is starting, so that the same request can succeed later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof AtelierError && (isLost(error) || (error.status !== undefined && error.status >= 502))

/** The error message in one line, with the request ID. */
export function refusalOf(error: Error | null | undefined): string | undefined {
  if (!error) return undefined
  const requestId = requestIdOf(error)
  return requestId ? `${wordsOf(error)} (${requestId})` : wordsOf(error)
}

/** The user canceled, so there is no message. */
export class Canceled extends Error {}
