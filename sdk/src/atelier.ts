import type { Introspection, User } from './api.gen.ts'
import { changes } from './changes/changes.ts'
import { ValidationError } from './errors.ts'
import { type Api, connect, responseOf } from './http/api.ts'
import type { Query } from './http/query.ts'
import { isApiPath, type Method } from './http/request.ts'
import type { ApiResponse, AtelierOptions, CallOptions, CreateOptions } from './options.ts'
import { archives } from './resources/archives.ts'
import { assets } from './resources/assets.ts'
import { brandKits } from './resources/brand-kits.ts'
import { brandPages } from './resources/brand-pages.ts'
import { collections } from './resources/collections.ts'
import { comments } from './resources/comments.ts'
import { folders } from './resources/folders.ts'
import { jobs } from './resources/jobs.ts'
import { presets } from './resources/presets.ts'
import { properties } from './resources/properties.ts'
import { renderBatches } from './resources/render-batches.ts'
import { renderLinks } from './resources/render-links.ts'
import { renders } from './resources/renders.ts'
import { reviews } from './resources/reviews.ts'
import { savedSearches } from './resources/saved-searches.ts'
import { shares } from './resources/shares.ts'
import { tags } from './resources/tags.ts'
import { templates } from './resources/templates.ts'
import { webhooks } from './resources/webhooks.ts'
import { uploads } from './uploads/upload.ts'

/** Options of `atelier.request`. */
export type RawRequest = CreateOptions & {
  query?: Query | undefined
  /** Request body, sent as JSON. */
  json?: unknown
  headers?: Record<string, string> | undefined
}

/** The SDK's headers are in lower case. Headers of the call take precedence. */
const lowercase = (headers: Record<string, string> = {}) => Object.fromEntries(new Headers(headers))

/**
 * Client for a company's creative resources. Create one client per program. Its calls share an access
 * token, which is renewed before it expires, and stay within the rate limit together.
 */
export class Atelier {
  readonly templates: ReturnType<typeof templates>
  readonly templateTags: ReturnType<typeof tags<'/api/tags'>>
  readonly assets: ReturnType<typeof assets>
  readonly archives: ReturnType<typeof archives>
  readonly collections: ReturnType<typeof collections>
  readonly reviews: ReturnType<typeof reviews>
  readonly comments: ReturnType<typeof comments>
  readonly properties: ReturnType<typeof properties>
  readonly savedSearches: ReturnType<typeof savedSearches>
  readonly presets: ReturnType<typeof presets>
  readonly assetTags: ReturnType<typeof tags<'/api/asset-tags'>>
  readonly folders: ReturnType<typeof folders>
  readonly brandKits: ReturnType<typeof brandKits>
  readonly renders: ReturnType<typeof renders>
  readonly renderBatches: ReturnType<typeof renderBatches>
  readonly renderLinks: ReturnType<typeof renderLinks>
  readonly brandPages: ReturnType<typeof brandPages>
  readonly shares: ReturnType<typeof shares>
  readonly webhooks: ReturnType<typeof webhooks>
  readonly changes: ReturnType<typeof changes>
  readonly uploads: ReturnType<typeof uploads>
  readonly jobs: ReturnType<typeof jobs>
  readonly #api: Api

  /**
   * Sends no request.
   * @throws {TypeError} if `url` is missing, or if there are no credentials, token or backend.
   */
  constructor(options: AtelierOptions) {
    const api = connect(options)
    this.#api = api
    this.templates = templates(api)
    this.templateTags = tags(api, '/api/tags')
    this.assets = assets(api)
    this.archives = archives(api)
    this.collections = collections(api)
    this.reviews = reviews(api)
    this.comments = comments(api)
    this.properties = properties(api)
    this.savedSearches = savedSearches(api)
    this.presets = presets(api)
    this.assetTags = tags(api, '/api/asset-tags')
    this.folders = folders(api)
    this.brandKits = brandKits(api)
    this.renders = renders(api)
    this.renderBatches = renderBatches(api)
    this.renderLinks = renderLinks(api)
    this.brandPages = brandPages(api)
    this.shares = shares(api)
    this.webhooks = webhooks(api)
    this.changes = changes(api)
    this.uploads = uploads(api)
    this.jobs = jobs(api)
  }

  /**
   * The response of the last successful call: status, headers and request ID. Undefined before the first
   * successful call. With concurrent calls, each call can observe its own response with the `onResponse`
   * option.
   */
  get lastResponse(): ApiResponse | undefined {
    return this.#api.lastResponse()
  }

  /**
   * Calls a path of the API for which this SDK has no method, with the same token, retries and errors as
   * other calls.
   * @param path such as `/api/assets`.
   * @returns the status, the headers and the body: parsed JSON, other text unchanged, and null if there is none.
   * @throws {TypeError} if the path does not begin with `/` or contains a query, or if a GET or HEAD has a body.
   * @throws {AtelierError} like other calls.
   */
  async request(
    method: Method,
    path: string,
    { query, json, headers, ...options }: RawRequest = {},
  ): Promise<ApiResponse & { body: unknown }> {
    // The token must not leave the server of the client.
    if (!isApiPath(path))
      throw new TypeError(
        'The path must begin with one / and contain no query, such as /api/assets. Use query.',
      )
    if ((method === 'GET' || method === 'HEAD') && json !== undefined)
      throw new TypeError(`A ${method} request cannot have a body. Use query.`)
    const asked = { method, path, query, json, headers: lowercase(headers), read: 'text' } as const
    const answer = await this.#api.send(asked, options)
    const text = answer.body as string | null
    const isJson = /^application\/json\b/.test(answer.headers.get('content-type') ?? '')
    const body = !text ? null : isJson ? JSON.parse(text) : text
    return { ...responseOf(asked, answer), body }
  }

  /** Returns the user who owns this client, with the client's company and scopes. */
  async user(options?: CallOptions): Promise<User> {
    return (await this.#api.send({ method: 'GET', path: '/api/user' }, options)).body as User
  }

  /**
   * Returns the access token of this client, renewed if it expires soon. For a backend that forwards the requests of
   * its pages.
   * @throws {TypeError} if this client uses a backend and therefore has no token.
   */
  async accessToken(options?: CallOptions): Promise<string> {
    const token = await this.#api.token.get(options?.signal)
    if (token === undefined) throw new TypeError('This client has no token, because its backend adds it.')
    return token
  }

  /** Returns the scopes and the expiry time of the access token of this client. */
  async introspectToken(options?: CallOptions): Promise<Introspection['data']> {
    const json = { token: await this.accessToken(options) }
    const { body } = await this.#api.send({ method: 'POST', path: '/oauth/introspect', json }, options)
    return (body as Introspection).data
  }

  /** Revokes the access token of this client. With client credentials, the next call requests a new token. */
  async revokeToken(options?: CallOptions): Promise<void> {
    const token = await this.accessToken(options)
    // The token was already expired or revoked.
    const isDone = (error: unknown) => error instanceof ValidationError
    await this.#api.send({ method: 'POST', path: '/oauth/revoke', json: { token }, isDone }, options)
    this.#api.token.drop(token)
  }
}
