import { z } from 'zod'
import type { Outbound, OutboundAnswer } from '../outbound/outbound.ts'
import { OutboundError } from '../outbound/outbound-error.ts'
import { type AppMetadata, readMetadata } from './app-metadata.ts'
import { parseRedirectUri } from './redirect-uris.ts'

/** Maximum length of a `client_id` that is a URL. */
export const documentUrlLengthMax = 500
/** Maximum size of a document: twice the limit that the draft recommends. */
const documentBytesMax = 10 * 1024
const documentTimeoutMs = 5_000
/** A document lists the redirect URIs of an app on every platform. */
const redirectUrisMax = 50

/** Minimum and maximum time for which a document is cached, regardless of its `Cache-Control`. */
const cacheSecondsMin = 60
const cacheSecondsMax = 24 * 60 * 60
const cacheSecondsDefault = 60 * 60

/** The content of a document about an app, and the number of seconds for which it is valid. */
export type AppDocument = AppMetadata & { cacheSeconds: number }

/** Thrown if a document cannot be used, with the reason for the person who connects the app. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

/**
 * Parses a `client_id` that is the URL of a metadata document (draft-ietf-oauth-client-id-metadata-document-01 §3):
 * https, with a path, without a fragment and credentials. The text must be normalized, so that each document has
 * exactly one `client_id`.
 */
export function parseDocumentUrl(text: string): URL | undefined {
  if (!text.startsWith('https://') || text.length > documentUrlLengthMax || text.includes('#'))
    return undefined
  const url = URL.parse(text)
  const isUsable = url?.href === text && url.username === '' && url.password === '' && url.pathname !== '/'
  return isUsable ? url : undefined
}

/**
 * Reads the document of an app. Redirects are not followed.
 * @throws {DocumentError}
 */
export async function readDocument(outbound: Outbound, url: URL): Promise<AppDocument> {
  const answer = await outbound
    .send(url.href, {
      headers: { Accept: 'application/json' },
      timeoutMs: documentTimeoutMs,
      bytesMax: documentBytesMax,
    })
    .catch(unreadable)
  try {
    if (answer.status !== 200) throw new DocumentError(`Its URL returned the status ${answer.status}.`)
    if (!isJson(answer)) throw new DocumentError('Its Content-Type must be application/json.')
    const app = appIn(parsed(await textOf(answer).catch(unreadable)), url)
    return { ...app, cacheSeconds: cacheSecondsOf(answer) }
  } finally {
    answer.discard()
  }
}

const isJson = ({ headers }: OutboundAnswer) =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '')

async function textOf({ body }: OutboundAnswer): Promise<string> {
  return Buffer.concat(await Array.fromAsync(body)).toString()
}

function unreadable(error: unknown): never {
  throw error instanceof OutboundError ? new DocumentError(error.message) : error
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DocumentError('It is not JSON.')
  }
}

/** Apps have no secret, because no secret can be shared with them (§4.1). */
const Document = z.looseObject({
  client_id: z.string(),
  redirect_uris: z.array(z.unknown()),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
})

function appIn(json: unknown, { href, host }: URL): AppMetadata {
  const { success, data, error } = Document.safeParse(json)
  if (!success)
    throw new DocumentError(faults[String(error.issues[0]!.path[0])] ?? 'It must be a JSON object.')
  if (data.client_id !== href) throw new DocumentError(faults.client_id)
  // The document is written for all servers. Redirect URIs that this server does not allow are omitted.
  const redirect_uris = data.redirect_uris.filter((uri) => typeof uri === 'string' && parseRedirectUri(uri))
  const app = readMetadata({ ...data, redirect_uris }, redirectUrisMax, host)
  if ('code' in app) throw new DocumentError(app.description)
  return app
}

const noSecret = 'It must not have a client_secret.'
const faults: Record<string, string> = {
  client_id: 'Its client_id must be its URL.',
  redirect_uris: 'redirect_uris must be a list of URLs.',
  token_endpoint_auth_method: 'token_endpoint_auth_method must be none.',
  client_secret: noSecret,
  client_secret_expires_at: noSecret,
}

function cacheSecondsOf({ headers }: OutboundAnswer): number {
  const control = headers['cache-control'] ?? ''
  const [, maxAge] = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(control) ?? []
  const seconds = /no-store|no-cache/i.test(control) ? 0 : Number(maxAge ?? cacheSecondsDefault)
  return Math.min(Math.max(seconds, cacheSecondsMin), cacheSecondsMax)
}
