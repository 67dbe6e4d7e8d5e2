import { headersOf, takeAhead } from './first-view/ahead.ts'
import { apiText } from './strings/api.ts'

type Value = string | number | boolean | null | undefined
/** A list is given once for each of its values. */
export type Query = Record<string, Value | readonly string[]>

export type Call = { query?: Query; headers?: Record<string, string>; signal?: AbortSignal }

/** A list as the API answers it. */
export type Page<Row> = {
  data: Row[]
  meta: { per_page: number; next_cursor: string | null; prev_cursor: string | null; total?: number }
}

/** An answer and the state that it shows: `If-Match: etag` changes that state, and no later one. */
export type Tagged<Answer> = Answer & { etag: string | null }

/** For a change of the state that is known, and of no later one. */
export const ifMatch = (etag: string | null | undefined): Pick<Call, 'headers'> =>
  etag ? { headers: { 'If-Match': etag } } : {}

/** The one error of every call. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number
  /** Field name → what is wrong with it; empty but for a 422. */
  readonly faults: Record<string, string[]>
  /** Under this name the server's log tells more. */
  readonly requestId: string | null

  constructor(
    message: string,
    {
      status,
      faults,
      requestId,
    }: { status: number; faults?: Record<string, string[]>; requestId?: string | null },
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.faults = faults ?? {}
    this.requestId = requestId ?? null
  }
}

/** What was refused, in one line, with the id under which the server's log tells more. */
export function refusalOf(error: Error | null | undefined): string | undefined {
  if (!error) return undefined
  const requestId = error instanceof ApiError ? error.requestId : null
  return requestId ? `${error.message} (${requestId})` : error.message
}

/** The person did not go on with what they began: there is nothing to say about it. */
export class Cancelled extends Error {}

export type Api = ReturnType<typeof createApi>

/**
 * The portal's door to the API. With a company every call is about that one; without, about the person.
 * Paths are those of the API's reference, `/assets` for `/portal/api/assets`.
 * @throws {ApiError} from every call.
 */
export function createApi(companyId?: string) {
  const own = headersOf(companyId)
  const call =
    (method: string) =>
    <Answer>(path: string, body?: unknown, { query, headers, signal }: Call = {}) =>
      send(urlOf(path, query), {
        method,
        headers: { ...own, ...typeOf(body), ...headers },
        body: written(body),
        signal: signal ?? null,
      }).then((response) => jsonOf<Answer>(response))
  const get = call('GET')
  return {
    async get<Answer>(path: string, options: Call = {}) {
      const ahead = await takeAhead(urlOf(path, options.query), companyId)
      return ahead ? jsonOf<Answer>(ahead) : get<Answer>(path, undefined, options)
    },
    /** What is no JSON, under the name that the server gives it. */
    file: async (path: string, { query, signal }: Call = {}) =>
      fileOf(await send(urlOf(path, query), { headers: { ...own, Accept: '*/*' }, signal: signal ?? null })),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  }
}

export function urlOf(path: string, query: Query = {}): string {
  const given = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/portal/api${path}${search && `?${search}`}`
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(apiText.unreachable, { status: 0 })
  })
  if (!response.ok) throw await errorOf(response)
  return response
}

async function fileOf(response: Response): Promise<File> {
  const [, name = ''] = /filename="([^"]*)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  return new File([await response.blob()], name, { type: response.headers.get('Content-Type') ?? '' })
}

/** What shows one resource has an ETag; pages have none. */
async function jsonOf<Answer>(response: Response): Promise<Answer> {
  if (response.status === 204) return undefined as Answer
  const body = (await response.json()) as Answer
  const etag = response.headers.get('ETag')
  return etag === null ? body : { ...body, etag }
}

/** A 422 is an object of fields alone; every other error has a message. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response
  const requestId = response.headers.get('X-Request-Id')
  const body: unknown = await response.json().catch(() => null)
  if (isFaults(status, body)) {
    return new ApiError(Object.values(body).flat()[0] ?? apiText.failed, { status, faults: body, requestId })
  }
  // Said to programs, it names the header alone.
  if (status === 412) return new ApiError(apiText.changedMeanwhile, { status, requestId })
  const message = (body as { message?: unknown } | null)?.message
  return new ApiError(typeof message === 'string' ? message : apiText.failed, { status, requestId })
}

function isFaults(status: number, body: unknown): body is Record<string, string[]> {
  return (
    status === 422 && typeof body === 'object' && body !== null && Object.values(body).every(Array.isArray)
  )
}

const isRaw = (body: unknown) => body instanceof Blob || body instanceof FormData

const typeOf = (body: unknown): Record<string, string> =>
  body === undefined || isRaw(body) ? {} : { 'Content-Type': 'application/json' }

const written = (body: unknown) =>
  body === undefined ? null : isRaw(body) ? (body as BodyInit) : JSON.stringify(body)
