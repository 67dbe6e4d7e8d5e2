import type { Asset, Render } from '../api.gen.ts'
import { AtelierError, RenderFailedError } from '../errors.ts'
import type { Api } from '../http/api.ts'
import { type BodyOf, call, type DataOf } from '../http/operations.ts'
import type { OwnBytes } from '../http/own-bytes.ts'
import { polled } from '../http/poll.ts'
import type { CallOptions, CreateOptions } from '../options.ts'
import { type Resource, resource } from './resource.ts'

const path = '/api/renders'

/** Value of a variable, by the type of the variable. */
export type RenderValue =
  /** `text`, `qr`, `barcode`; `color` as `#RRGGBB` or `brand:forest`; `image` as the ID of an asset. */
  | string
  /** `number` */
  | number
  /** `boolean`: whether the layer is shown. */
  | boolean
  /** `image`. The focal point is a fraction of width and height, from 0 to 1. */
  | { asset_id: string; fit?: 'cover' | 'contain'; focal_point?: { x: number; y: number } | null }
  /** `number` with a format, such as `{ value: 18, style: 'currency', currency: 'EUR' }`. */
  | { value: number; style?: string; currency?: string; [option: string]: unknown }
  /** `logo`. Without a variant or theme, the logo that fits the background is used. */
  | {
      variant?: 'primary' | 'secondary' | 'icon' | 'wordmark' | 'monochrome'
      theme?: 'light' | 'dark' | 'any'
    }
  /** `list`: an object for each row. */
  | readonly { readonly [variable: string]: RenderValue }[]
  /** The content of the document. */
  | null

type Filling<Body> = Omit<Body, 'variables'> & {
  /** Values, by variable key. Variables without a value keep the content of the document. */
  variables?: { readonly [variable: string]: RenderValue | undefined } | undefined
}

/** Values, format and size of a render. Sizes are in pixels. */
export type RenderRequest = Filling<BodyOf<'POST /api/templates/{id}/renders'>>

/** The fields of a render request, except `keep`, `external_id` and `metadata`. */
export type CheckRequest = Filling<BodyOf<'POST /api/templates/{id}/checks'>>

export type RenderCheck = DataOf<'POST /api/templates/{id}/checks'>

/** A render that has a file. */
export type FinishedRender = Render & { status: 'done'; url: string; size: number; checksum: string }

export type RenderOptions<Wait extends boolean = boolean> = CreateOptions & {
  /**
   * Whether to wait until the render is done. There is no time limit; use a `signal` to stop waiting. If false, the
   * queued render is returned. Default: true.
   */
  wait?: Wait | undefined
}

/**
 * Files that were rendered from templates. They are deleted after `RENDER_DAYS` (7 by default) unless they
 * are kept.
 */
export function renders(api: Api) {
  const all = resource(api, path)
  const { list, get, delete: remove } = all
  const some: Pick<Resource<typeof path>, 'list' | 'get' | 'delete'> = { list, get, delete: remove }

  /**
   * Waits until a render is done and returns it. There is no time limit; use a `signal` to stop waiting.
   * @throws {RenderFailedError} if the render fails.
   * @throws {NotFoundError} if the render does not exist or is deleted while waiting.
   */
  async function finished(id: string, options?: CallOptions): Promise<FinishedRender> {
    return finishedOf(await polled(() => get(id, options), hasEnded, options?.signal))
  }

  return Object.assign(some, {
    finished,

    /**
     * Saves a render as an asset, which is not deleted with the render. Requires the scope `assets:write`.
     * @returns the new asset.
     * @throws {ConflictError} if the render is not done.
     * @throws {ValidationError} if a field is invalid, or the storage quota is used up.
     */
    keep(
      id: string,
      fields: BodyOf<'POST /api/renders/{id}/asset'> = {},
      options?: CreateOptions,
    ): Promise<Asset> {
      return call(api, 'POST /api/renders/{id}/asset', { path: { id }, body: fields }, options)
    },

    /**
     * Downloads the file of a render, once it is done. The download does not count against the rate limit.
     * @param render a render, or its ID.
     * @returns the bytes of the file. `mime_type` of the render is their type.
     * @throws {RenderFailedError} if the render fails.
     * @throws {NotFoundError} if it no longer exists.
     */
    async download(render: string | Pick<Render, 'id' | 'url'>, options?: CallOptions): Promise<OwnBytes> {
      const id = typeof render === 'string' ? render : render.id
      const known = typeof render === 'string' ? null : render.url
      try {
        if (known !== null) return await bytesAt(api, known, options)
      } catch (error) {
        // The link has expired.
        if (!(error instanceof AtelierError && error.status >= 400 && error.status < 500)) throw error
      }
      return bytesAt(api, (await finished(id, options)).url, options)
    },
  })
}

/** Maximum time that the server waits before it responds, in seconds. */
const waitSecondsMax = 30

/** Renders a template and, if requested, waits until the render is done. */
export async function renderTemplate(
  api: Api,
  id: string,
  request: RenderRequest,
  options: RenderOptions = {},
): Promise<Render> {
  const { wait = true, timeoutMs = api.limits.timeoutMs } = options
  // Half of the timeout, because the response of an unfinished render still has to arrive.
  const seconds = timeoutMs > 0 ? Math.floor(Math.min(timeoutMs / 2_000, waitSecondsMax)) : waitSecondsMax
  const headers = { prefer: `wait=${wait ? seconds : 0}` }
  const asked = { path: { id }, body: request as BodyOf<'POST /api/templates/{id}/renders'>, headers }
  const render = await call(api, 'POST /api/templates/{id}/renders', asked, options)
  if (!wait) return render
  return hasEnded(render) ? finishedOf(render) : renders(api).finished(render.id, options)
}

const hasEnded = ({ status }: Render) => status === 'done' || status === 'failed'

/** @param render a finished render. @throws {RenderFailedError} if it failed. */
function finishedOf(render: Render): FinishedRender {
  if (render.status === 'failed') throw new RenderFailedError(render)
  return render as FinishedRender
}

async function bytesAt(api: Api, url: string, options?: CallOptions): Promise<OwnBytes> {
  const { origin, pathname, searchParams } = new URL(url)
  const request = {
    method: 'GET',
    path: origin + pathname,
    query: Object.fromEntries(searchParams),
    read: 'bytes',
    isPublic: true,
  } as const
  return (await api.send(request, options)).body as OwnBytes
}
