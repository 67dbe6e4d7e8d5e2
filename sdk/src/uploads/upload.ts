import type { Asset, ResumableUpload } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { noteEtag } from '../http/etag.ts'
import { isTypeId } from '../http/ids.ts'
import { type BodyOf, call } from '../http/operations.ts'
import type { CreateOptions } from '../options.ts'
import { type Bytes, blobOf, nameOf, newFileForm, textsOf } from './form.ts'
import { type Source, sourceOf } from './source.ts'
import { beginUpload, findPlace, idIn, type Place, sendRest } from './tus.ts'

/** Up to here a file goes in one request, which answers with the asset; above, it can be resumed. */
const wholeBytesMax = 8 * 1024 * 1024
/** Each piece is a request that the rate limit counts; of a stream it is in memory. */
const chunkBytesDefault = 16 * 1024 * 1024

export type NewAsset = Omit<BodyOf<'POST /api/assets'>, 'url'>

export type Progress = {
  /** Bytes that the server has. */
  sent: number
  /** Bytes of the file. */
  total: number
}

export type UploadOptions = CreateOptions & {
  /** By which the asset is called when `name` is not given; that of a `File` when not given. */
  fileName?: string | undefined
  /** Bytes of a stream, which is read into memory when it is not given. */
  size?: number | undefined
  /** Bytes in one request of a large file; 16 MiB when not given. */
  chunkBytes?: number | undefined
  onProgress?: ((progress: Progress) => void) | undefined
  /** Is told the address of a large upload when it begins: `uploads.resume` goes on there, for a day. */
  onUrl?: ((url: string) => void) | undefined
}

export type Uploaded = {
  asset: Asset
  /** The id of an asset that has the same file, if there is one. */
  duplicateOf: string | null
}

/** The way of a file into the library: whole when it is small, in pieces when it is large. */
export async function upload(
  api: Api,
  bytes: Bytes,
  fields: NewAsset,
  options: UploadOptions = {},
): Promise<Uploaded> {
  const source = await sourceOf(bytes, options.size)
  const fileName = options.fileName ?? nameOf(bytes) ?? 'Untitled'
  if (source.size <= wholeBytesMax) return uploadWhole(api, source, fields, { ...options, fileName })
  const texts = { ...textsOf(fields), filename: fileName }
  const path = pathOf(await beginUpload(api, source.size, texts, options))
  options.onUrl?.(api.addressOf(path))
  return finish(api, path, source, { offset: 0, assetId: null, duplicateOf: null }, options)
}

async function uploadWhole(
  api: Api,
  source: Source,
  fields: NewAsset,
  options: UploadOptions & { fileName: string },
): Promise<Uploaded> {
  const total = source.size
  options.onProgress?.({ sent: 0, total })
  const file = await blobOf(await source.read(0, total))
  const body = newFileForm('file', file, fields, options.fileName)
  const answer = await api.send({ method: 'POST', path: '/api/assets', body, timeoutMs: 0 }, options)
  options.onProgress?.({ sent: total, total })
  const { data } = answer.body as { data: Asset }
  const asset = noteEtag(data, answer.headers.get('etag'))
  return { asset, duplicateOf: idIn(answer.headers, 'x-duplicate-of') }
}

async function finish(
  api: Api,
  path: string,
  source: Source,
  from: Place,
  options: UploadOptions,
): Promise<Uploaded> {
  const {
    chunkBytes = chunkBytesDefault,
    onProgress,
    fetch,
    signal,
    timeoutMs,
    maxRetries,
    maxWaitMs,
  } = options
  const calls = { fetch, signal, timeoutMs, maxRetries, maxWaitMs }
  const moved = (sent: number) => onProgress?.({ sent, total: source.size })
  const { assetId, duplicateOf } = await sendRest(api, path, source, from, { ...calls, chunkBytes, moved })
  return { asset: await call(api, 'GET /api/assets/{id}', { path: { id: assetId! } }, calls), duplicateOf }
}

/** Large uploads that have begun, by the address that `onUrl` was told. */
export function uploads(api: Api) {
  return {
    /**
     * Goes on with an upload, with the same file from its beginning: what the server has is not sent again.
     * @throws {NotFoundError} when it has ended: a day after its beginning, or refused.
     */
    async resume(url: string, bytes: Bytes, options: UploadOptions = {}): Promise<Uploaded> {
      const path = pathOf(url)
      const source = await sourceOf(bytes, options.size)
      const place = await findPlace(api, path, source.size, options)
      return finish(api, path, source, place, options)
    },

    /** How far it is, and which asset it became. */
    get(url: string, options?: CreateOptions): Promise<ResumableUpload> {
      return call(api, 'GET /api/uploads/{id}', { path: { id: uploadIn(url) } }, options)
    },

    /** Ends one that is not finished: nothing of it is left. */
    async delete(url: string, options?: CreateOptions): Promise<void> {
      await call(api, 'DELETE /api/uploads/{id}', { path: { id: uploadIn(url) } }, options)
    },
  }
}

const pathOf = (url: string) => `/api/uploads/${uploadIn(url)}`

/** Of an address only the id counts: the token goes nowhere but to the client's own server. */
function uploadIn(url: string): string {
  const id = /(?:^|\/)(upl_[0-9a-z]+)$/.exec(url)?.[1]
  if (!isTypeId(id)) throw new TypeError('The url must be that of an upload, as onUrl was told.')
  return id
}
