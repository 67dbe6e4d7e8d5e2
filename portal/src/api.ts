import { changes } from '../../sdk/src/changes/changes.ts'
import { connect } from '../../sdk/src/http/api.ts'
import { ifMatchHeader } from '../../sdk/src/http/etag.ts'
import { type Asked, call as callOperation, type Operation } from '../../sdk/src/http/operations.ts'
import type { Query } from '../../sdk/src/http/query.ts'
import type { Answer, Method } from '../../sdk/src/http/request.ts'
import type { CreateOptions, Job } from '../../sdk/src/index.ts'
import { archives } from '../../sdk/src/resources/archives.ts'
import { assets } from '../../sdk/src/resources/assets.ts'
import { brandKits } from '../../sdk/src/resources/brand-kits.ts'
import { brandPages } from '../../sdk/src/resources/brand-pages.ts'
import { collections } from '../../sdk/src/resources/collections.ts'
import { comments } from '../../sdk/src/resources/comments.ts'
import { folders } from '../../sdk/src/resources/folders.ts'
import { jobs } from '../../sdk/src/resources/jobs.ts'
import { presets } from '../../sdk/src/resources/presets.ts'
import { properties } from '../../sdk/src/resources/properties.ts'
import { renderBatches } from '../../sdk/src/resources/render-batches.ts'
import { reviews } from '../../sdk/src/resources/reviews.ts'
import { savedSearches } from '../../sdk/src/resources/saved-searches.ts'
import { shares } from '../../sdk/src/resources/shares.ts'
import { tags } from '../../sdk/src/resources/tags.ts'
import { templates } from '../../sdk/src/resources/templates.ts'
import { webhooks } from '../../sdk/src/resources/webhooks.ts'
import { uploads } from '../../sdk/src/uploads/upload.ts'
import { headersOf, takeAhead } from './first-view/ahead.ts'
import { showProgress } from './large-changes.tsx'
import { apiPath } from './url.ts'

/** Number of SDK retries for repeatable requests. Nothing else in the portal retries. */
const maxRetries = 3
/**
 * Maximum wait. The user is waiting, but a session that exceeds its rate limit is accepted again after five
 * seconds.
 */
const maxWaitMs = 8_000

export type Call = CreateOptions & {
  query?: Query | undefined
  ifMatch?: string | undefined
}

/** A response and its ETag. A request with `If-Match: etag` changes exactly this state. */
export type Tagged<Answer> = Answer & { etag: string | null }

/** The call option for a change that applies only to the known state. */
export const ifMatch = (etag: string | null | undefined): Pick<Call, 'ifMatch'> => ({
  ifMatch: etag ?? undefined,
})

export type Api = ReturnType<typeof newApi>

const apis = new Map<string | undefined, Api>()

/**
 * The SDK for the portal's own API. With a company, calls concern that company; otherwise, the signed-in
 * person. There is one instance per company, so that all its calls share the rate limit. Paths are those of
 * the API reference: `/assets` for `/portal/api/assets`.
 * @throws {AtelierError} from every call.
 */
export function createApi(companyId?: string): Api {
  const api = apis.get(companyId) ?? newApi(companyId)
  apis.set(companyId, api)
  return api
}

function newApi(companyId: string | undefined) {
  const options = {
    url: location.origin,
    backend: { path: apiPath, headers: headersOf(companyId) },
    fetch: fetchUnlessAhead(companyId),
    maxRetries,
    maxWaitMs,
    onJob: (job: Job) => void showProgress(job, jobs(api).get),
  }
  const api = connect(options, { areIdsChecked: false })

  const call =
    (method: Method) =>
    async <Reply>(
      path: string,
      body?: unknown,
      { query, ifMatch, ...options }: Call = {},
    ): Promise<Reply> => {
      const request = {
        method,
        path: `/api${path}`,
        query,
        headers: ifMatchHeader(ifMatch),
        json: body,
        // Idempotency keys are stored per company. Without a company, a repeated request would be processed twice.
        ...(method === 'POST' && companyId === undefined && { isRepeatable: false }),
      }
      return tagged(await api.send(request, options)) as Reply
    }
  const get = call('GET')

  return {
    get: <Reply>(path: string, options?: Call) => get<Reply>(path, undefined, options),
    /** A response that is not JSON, saved under the server's file name. */
    async file(path: string, { query, signal }: Call = {}): Promise<File> {
      const request = { method: 'GET', path: `/api${path}`, query, read: 'bytes', timeoutMs: 0 } as const
      return fileOf(await api.send(request, { signal }))
    },
    async form<Reply>(path: string, body: FormData): Promise<Reply> {
      const request = { method: 'POST', path: `/api${path}`, body, timeoutMs: 0 } as const
      return (await api.send(request)).body as Reply
    },
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    /** By name in the OpenAPI document. */
    call: <O extends Operation>(operation: O, asked: Asked<O>, options?: CreateOptions) =>
      callOperation(api, operation, asked, options),
    archives: archives(api),
    assets: assets(api),
    assetTags: tags(api, '/api/asset-tags'),
    brandKits: brandKits(api),
    changes: changes(api),
    collections: collections(api),
    comments: comments(api),
    presets: presets(api),
    properties: properties(api),
    reviews: reviews(api),
    savedSearches: savedSearches(api),
    folders: folders(api),
    jobs: jobs(api),
    renderBatches: renderBatches(api),
    brandPages: brandPages(api),
    shares: shares(api),
    templates: templates(api),
    templateTags: tags(api, '/api/tags'),
    uploads: uploads(api),
    webhooks: webhooks(api),
  }
}

/** Uses a response that was prefetched before the portal's code had loaded. */
const fetchUnlessAhead =
  (companyId: string | undefined): typeof fetch =>
  async (input, init) => {
    const url = String(input).slice(location.origin.length)
    const ahead = init?.method === 'GET' ? await takeAhead(url, companyId) : undefined
    return ahead ?? fetch(input, init)
  }

/** Copies the ETag of a single resource into a field, because query results are copied. */
function tagged({ headers, body }: Answer): unknown {
  const etag = headers.get('etag')
  return etag === null || body === null ? body : { ...body, etag }
}

function fileOf({ headers, body }: Answer): File {
  const [, name = ''] = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return new File([body as Uint8Array<ArrayBuffer>], name, { type: headers.get('content-type') ?? '' })
}
