import type { Asset, ResumableUpload } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { readBlob } from '../http/changed-file.ts'
import { noteEtag } from '../http/etag.ts'
import { isTypeId } from '../http/ids.ts'
import { type BodyOf, call } from '../http/operations.ts'
import type { CreateOptions } from '../options.ts'
import { type Bytes, blobOf, nameOf, newFileForm, textsOf } from './form.ts'
import { type Source, sourceOf } from './source.ts'
import { createUpload, findPlace, idIn, type Place, sendRest } from './tus.ts'

/** Maximum size of a file that is sent in one request. Larger files use a resumable upload. */
const wholeBytesMax = 8 * 1024 * 1024
/** Default chunk size. Each chunk counts against the rate limit, and a chunk of a stream is held in memory. */
const chunkBytesDefault = 16 * 1024 * 1024

/** Fields of a new asset. */
export type NewAsset = Omit<BodyOf<'POST /api/asset-imports'>, 'url'>

export type Progress = {
  /** Number of bytes that the server has received. */
  sent: number
  /** File size in bytes. */
  total: number
}

export type UploadOptions = CreateOptions & {
  /** File name. The asset gets this name if `name` is omitted. Default: the name of the `File`. */
  fileName?: string | undefined
  /** Size of a stream, in bytes. Without it, the stream is read into memory first. */
  size?: number | undefined
  /** Bytes per request of a resumable upload. Default: 16 MiB. */
  chunkBytes?: number | undefined
  /** Called with the progress of the upload after each request. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** Called with the URL of a resumable upload when it is created. Pass it to `uploads.resume` within 24 hours. */
  onUrl?: ((url: string) => void) | undefined
}

export type Uploaded = {
  asset: Asset
  /** ID of an existing asset with the same file, or null. */
  duplicateOf: string | null
}

/** Uploads a small file in one request, and a large file as a resumable upload. */
export async function upload(
  api: Api,
  bytes: Bytes,
  fields: NewAsset,
  options: UploadOptions = {},
): Promise<Uploaded> {
  const source = await sourceOf(bytes, options.size)
  const fileName = options.fileName ?? nameOf(bytes) ?? 'Untitled'
  try {
    if (source.size <= wholeBytesMax) return await uploadWhole(api, source, fields, { ...options, fileName })
    const texts = { ...textsOf(fields), filename: fileName }
    const path = pathOf(await createUpload(api, source.size, texts, options))
    options.onUrl?.(api.addressOf(path))
    return await finish(api, path, source, { offset: 0, assetId: null, duplicateOf: null }, options)
  } finally {
    await source.close()
  }
}

async function uploadWhole(
  api: Api,
  source: Source,
  fields: NewAsset,
  options: UploadOptions & { fileName: string },
): Promise<Uploaded> {
  const total = source.size
  options.onProgress?.({ sent: 0, total })
  const bytes = await source.read(0, total)
  // The file is read first, because a request never ends if its file changes.
  const file = await blobOf(bytes instanceof Blob ? new Uint8Array(await readBlob(bytes)) : bytes)
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
    onResponse,
  } = options
  const calls = { fetch, signal, timeoutMs, maxRetries, maxWaitMs, onResponse }
  const moved = (sent: number) => onProgress?.({ sent, total: source.size })
  const { assetId, duplicateOf } = await sendRest(api, path, source, from, { ...calls, chunkBytes, moved })
  return { asset: await call(api, 'GET /api/assets/{id}', { path: { id: assetId! } }, calls), duplicateOf }
}

/** Resumable uploads, identified by the URL that `onUrl` received. */
export function uploads(api: Api) {
  return {
    /**
     * Resumes an upload and returns the new asset. Pass the same file from its beginning. Bytes that the
     * server has received are not sent again.
     * @throws {NotFoundError} if the upload has expired, 24 hours after it was created, or was rejected.
     * @throws {TypeError} if the file has a different size from the upload.
     */
    async resume(url: string, bytes: Bytes, options: UploadOptions = {}): Promise<Uploaded> {
      const path = pathOf(url)
      const source = await sourceOf(bytes, options.size)
      try {
        return await finish(api, path, source, await findPlace(api, path, source.size, options), options)
      } finally {
        await source.close()
      }
    },

    /** Returns the progress of an upload and, once it is finished, its asset ID. */
    get(url: string, options?: CreateOptions): Promise<ResumableUpload> {
      return call(api, 'GET /api/uploads/{id}', { path: { id: uploadIn(url) } }, options)
    },

    /** Deletes an unfinished upload. The asset of a finished upload is kept. */
    async delete(url: string, options?: CreateOptions): Promise<void> {
      await call(api, 'DELETE /api/uploads/{id}', { path: { id: uploadIn(url) } }, options)
    },
  }
}

const pathOf = (url: string) => `/api/uploads/${uploadIn(url)}`

/** The upload ID in a URL. Ignores the rest of the URL, so that the token is never sent to another server. */
function uploadIn(url: string): string {
  const id = /(?:^|\/)(upl_[0-9a-z]+)$/.exec(url)?.[1]
  if (!isTypeId(id)) throw new TypeError('The URL must be the URL of an upload that onUrl received.')
  return id
}
