import type { Db } from '../db/database.ts'
import { minuteMs } from '../durations.ts'
import { ApiError } from '../errors.ts'
import { type Limiters, tooManyAttempts } from '../http/rate-limits/rate-limit.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { DocumentError, parseDocumentUrl, readDocument } from './app-document.ts'
import { type App, findApp, keepDocument } from './apps.ts'

/** Maximum number of documents per minute that the server fetches for a person. */
const documentsPerMinute = 20

type Options = {
  db: Db
  limiters: Limiters
  outbound: Outbound | undefined
}

/**
 * Finds the app of an authorization request. If its `client_id` is the URL of a document, the document is read, unless the
 * cached copy is fresh. Only signed-in people can make the server call a URL.
 * @throws {ApiError} `app_refused` for a document that cannot be used; `too_many_attempts`.
 */
export function appFinder({ db, limiters, outbound }: Options) {
  const limiter = limiters('app-documents', documentsPerMinute, minuteMs)
  return async (clientId: string, personId: string): Promise<App | undefined> => {
    const url = parseDocumentUrl(clientId)
    if (url && !outbound) return undefined
    const known = await findApp(db, clientId)
    if (!url || (known?.document_until && known.document_until.getTime() > Date.now())) return known
    const verdict = await limiter.take(personId)
    if (!verdict.allowed) throw tooManyAttempts(documentsPerMinute, minuteMs, verdict)
    return keepDocument(db, url.href, await readDocument(outbound!, url).catch(refused))
  }
}

export type FindApp = ReturnType<typeof appFinder>

function refused(error: unknown): never {
  if (!(error instanceof DocumentError)) throw error
  const reason = `The metadata document of the app cannot be used. ${error.message}`
  throw new ApiError('app_refused', { more: { reason } })
}
