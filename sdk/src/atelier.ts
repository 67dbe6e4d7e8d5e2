import type { Introspection, User } from './api.gen.ts'
import { changes } from './changes/changes.ts'
import { ValidationError } from './errors.ts'
import { type Api, connect } from './http/api.ts'
import type { AtelierOptions, CallOptions } from './options.ts'
import { assets } from './resources/assets.ts'
import { brandKits } from './resources/brand-kits.ts'
import { folders } from './resources/folders.ts'
import { jobs } from './resources/jobs.ts'
import { tags } from './resources/tags.ts'
import { templates } from './resources/templates.ts'
import { webhooks } from './resources/webhooks.ts'
import { uploads } from './uploads/upload.ts'

/**
 * A company's creative resources. Make one for a program: its calls share a token, which is renewed before it ends, and
 * the pace that the rate limit allows.
 */
export class Atelier {
  readonly templates: ReturnType<typeof templates>
  readonly templateTags: ReturnType<typeof tags<'/api/tags'>>
  readonly assets: ReturnType<typeof assets>
  readonly assetTags: ReturnType<typeof tags<'/api/asset-tags'>>
  readonly folders: ReturnType<typeof folders>
  readonly brandKits: ReturnType<typeof brandKits>
  readonly webhooks: ReturnType<typeof webhooks>
  readonly changes: ReturnType<typeof changes>
  readonly uploads: ReturnType<typeof uploads>
  readonly jobs: ReturnType<typeof jobs>
  readonly #api: Api

  /** @throws {TypeError} without a url, or without credentials, a token or a backend. Nothing is sent yet. */
  constructor(options: AtelierOptions) {
    const api = connect(options)
    this.#api = api
    this.templates = templates(api)
    this.templateTags = tags(api, '/api/tags')
    this.assets = assets(api)
    this.assetTags = tags(api, '/api/asset-tags')
    this.folders = folders(api)
    this.brandKits = brandKits(api)
    this.webhooks = webhooks(api)
    this.changes = changes(api)
    this.uploads = uploads(api)
    this.jobs = jobs(api)
  }

  /** Whose client this is, its company, and its scopes. */
  async user(options?: CallOptions): Promise<User> {
    return (await this.#api.send({ method: 'GET', path: '/api/user' }, options)).body as User
  }

  /**
   * The token of this client, renewed when it ends soon: for a backend that passes on what its pages ask.
   * @throws {TypeError} for a client of a backend, which has none.
   */
  async accessToken(options?: CallOptions): Promise<string> {
    const token = await this.#api.token.get(options?.signal)
    if (token === undefined) throw new TypeError('The backend has the token: this client has none.')
    return token
  }

  /** What the token of this client is worth: its scopes, and when it ends. */
  async introspectToken(options?: CallOptions): Promise<Introspection['data']> {
    const json = { token: await this.accessToken(options) }
    const { body } = await this.#api.send({ method: 'POST', path: '/oauth/introspect', json }, options)
    return (body as Introspection).data
  }

  /** Ends the token of this client before its time. The next call gets a new one, where there are credentials. */
  async revokeToken(options?: CallOptions): Promise<void> {
    const token = await this.accessToken(options)
    // A token that is not live any more is refused.
    const isDone = (error: unknown) => error instanceof ValidationError
    await this.#api.send({ method: 'POST', path: '/oauth/revoke', json: { token }, isDone }, options)
    this.#api.token.drop(token)
  }
}
