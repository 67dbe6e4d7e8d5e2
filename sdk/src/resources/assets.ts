import type { Asset, Job } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { ifMatchHeader, noteEtag } from '../http/etag.ts'
import { type BodyOf, call, type DataOf, type QueryOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts'
import { type Bytes, blobOf, formOf, nameOf } from '../uploads/form.ts'
import { type NewAsset, type Uploaded, type UploadOptions, upload } from '../uploads/upload.ts'
import { jobs } from './jobs.ts'
import { resource, restoring } from './resource.ts'
import { versioned } from './versions.ts'

const path = '/api/assets'

export function assets(api: Api) {
  return Object.assign(resource(api, path), restoring(api, path), versioned(api, path), {
    /**
     * Adds a file: up to 8 MiB in one request, a larger one in pieces that survive a lost connection.
     * @throws {ValidationError} for a file or a field that the server refuses.
     */
    upload(file: Bytes, fields: NewAsset = {}, options?: UploadOptions): Promise<Uploaded> {
      return upload(api, file, fields, options)
    },

    /** Has the server fetch a file from a public address, and waits until it is there. */
    async import(url: string, fields: NewAsset = {}, options?: CreateOptions): Promise<Asset> {
      const begun = (await call(api, 'POST /api/assets', { body: { ...fields, url } }, options)) as Job
      const { asset_id } = await jobs(api).finished(begun.id, options)
      return call(api, 'GET /api/assets/{id}', { path: { id: asset_id! } }, options)
    },

    /** Gives it another file, as a new version. @throws {ChangedError} when `ifMatch` names an earlier state. */
    async replaceFile(
      id: string,
      file: Bytes,
      options?: CreateOptions & ChangeOptions & { fileName?: string },
    ): Promise<Asset> {
      const fileName = options?.fileName ?? nameOf(file) ?? 'Untitled'
      const request = {
        method: 'PUT',
        path: `${path}/${segment(id)}/file`,
        body: formOf('file', await blobOf(file), {}, fileName),
        headers: ifMatchHeader(options?.ifMatch),
        timeoutMs: 0,
      } as const
      const { body, headers } = await api.send(request, options)
      return noteEtag((body as { data: Asset }).data, headers.get('etag'))
    },

    /** A link to it in a size and format, which is drawn when the link is first opened. */
    link(
      id: string,
      query?: QueryOf<'GET /api/assets/{id}/link'>,
      options?: CallOptions,
    ): Promise<DataOf<'GET /api/assets/{id}/link'>> {
      return call(api, 'GET /api/assets/{id}/link', { path: { id }, query }, options)
    },

    /** Where it is used: it can't be deleted until it is nowhere. */
    usages(id: string, options?: CallOptions): Promise<DataOf<'GET /api/assets/{id}/usages'>> {
      return call(api, 'GET /api/assets/{id}/usages', { path: { id } }, options)
    },

    /** Moves, tags, untags, trashes or restores up to 500 at once. @returns what became of each. */
    batch(
      body: BodyOf<'POST /api/asset-batches'>,
      options?: CreateOptions,
    ): Promise<DataOf<'POST /api/asset-batches'>> {
      return call(api, 'POST /api/asset-batches', { body }, options)
    },
  })
}
