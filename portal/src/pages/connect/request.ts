import { AtelierError } from '../../../../sdk/src/errors.ts'
import { wordsOf } from '../../errors.ts'

/** The request of an app, as the server has validated it. */
export type AppRequest = {
  /** `document_host` is the host of the app's metadata document. Null for an app that has registered. */
  app: { name: string; document_host: string | null; redirect_host: string }
  scopes: string[]
  /** The redirect for Deny. */
  denied_url: string
}

/** The reason why the server rejects the request, in words for the person. */
export function refusalReason(error: Error): string {
  const { reason } = error instanceof AtelierError ? (Object(error.body) as { reason?: unknown }) : {}
  return typeof reason === 'string' ? reason : wordsOf(error)
}

/** Scopes that change the library. They are only granted if the person selects them. */
export const isOptional = (scope: string) => scope === 'assets:write'
