import type { Asset, AssetChange, Job } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { ifMatchHeader, noteEtag } from '../http/etag.ts'
import { type BodyOf, call, type DataOf, type QueryOf, type ReplyOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts'
import { type Bytes, blobOf, formOf, nameOf } from '../uploads/form.ts'
import { type NewAsset, type Uploaded, type UploadOptions, upload } from '../uploads/upload.ts'
import { jobs } from './jobs.ts'
import { resource, restoring } from './resource.ts'
import { versioned } from './versions.ts'

const path = '/api/assets'

type TableFields = {
  /** Whether to change the assets. Default: false, which only returns the changes. */
  apply?: boolean
  /** Whether to change the rows without errors even if other rows have errors. */
  skip_faults?: boolean
}

/** Timeout of an edit. Editing a large image takes longer than other calls, and can wait for other edits. */
const editTimeoutMs = 300_000

export function assets(api: Api) {
  return Object.assign(resource(api, path), restoring(api, path), versioned(api, path), {
    /**
     * Uploads a file and returns the new asset. Files up to 8 MiB are sent in one request; larger files use a
     * resumable upload.
     * @throws {ValidationError} if the server rejects the file or a field.
     */
    upload(file: Bytes, fields: NewAsset = {}, options?: UploadOptions): Promise<Uploaded> {
      return upload(api, file, fields, options)
    },

    /**
     * Makes the server download a file from a public HTTPS URL, waits for the job, and returns the new asset.
     * @throws {ValidationError} if the server rejects the URL or a field.
     * @throws {AtelierError} `unexpected` if the import fails.
     */
    async import(url: string, fields: NewAsset = {}, options?: CreateOptions): Promise<Asset> {
      const begun = (await call(api, 'POST /api/asset-imports', { body: { ...fields, url } }, options)) as Job
      const { asset_id } = await jobs(api).finished(begun.id, options)
      return call(api, 'GET /api/assets/{id}', { path: { id: asset_id! } }, options)
    },

    /**
     * Replaces the file of an asset with a new version and returns the asset.
     * @throws {ValidationError} if the server rejects the file.
     * @throws {ChangedError} if `ifMatch` is an earlier state.
     */
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

    /**
     * Rotates, flips, crops, scales or converts an image, and returns the asset with the new version, or the
     * copy.
     * @throws {ValidationError} if the edit is invalid for the image.
     * @throws {ChangedError} if `ifMatch` is an earlier state, or the file was replaced in the meantime.
     */
    edit(
      id: string,
      body: BodyOf<'POST /api/assets/{id}/edits'>,
      options?: CreateOptions & ChangeOptions,
    ): Promise<Asset> {
      return call(
        api,
        'POST /api/assets/{id}/edits',
        { path: { id }, body },
        { timeoutMs: editTimeoutMs, ...options },
      )
    },

    /** Returns a signed URL of the asset in a given size and format. The rendition is created on first use. */
    link(
      id: string,
      query?: QueryOf<'GET /api/assets/{id}/link'>,
      options?: CallOptions,
    ): Promise<DataOf<'GET /api/assets/{id}/link'>> {
      return call(api, 'GET /api/assets/{id}/link', { path: { id }, query }, options)
    },

    /** Returns the resources that use the asset. An asset in use cannot be deleted. */
    usages(id: string, options?: CallOptions): Promise<DataOf<'GET /api/assets/{id}/usages'>> {
      return call(api, 'GET /api/assets/{id}/usages', { path: { id } }, options)
    },

    /** Iterates over the changes of an asset, newest first, with the names of the people, clients and shares behind them. */
    async *changes(id: string, options?: CallOptions): AsyncGenerator<AssetChange, void, undefined> {
      let before: number | null = null
      do {
        const request = { method: 'GET', path: `${path}/${segment(id)}/changes`, query: { before } } as const
        const { data, meta } = (await api.send(request, options))
          .body as ReplyOf<'GET /api/assets/{id}/changes'>
        yield* data
        before = meta.next_before
      } while (before !== null)
    },

    /**
     * Moves, tags, untags, deletes or restores up to 500 assets in one transaction, or sets their custom properties.
     * @returns a result for each asset.
     */
    batch(
      body: BodyOf<'POST /api/asset-batches'>,
      options?: CreateOptions,
    ): Promise<DataOf<'POST /api/asset-batches'>> {
      return call(api, 'POST /api/asset-batches', { body }, options)
    },

    /**
     * Returns assets that match the filters as CSV text without a byte order mark, with a column for each field and
     * custom property.
     */
    async exportCsv(query: QueryOf<'GET /api/assets.csv'> = {}, options?: CallOptions): Promise<string> {
      const request = { method: 'GET', path: '/api/assets.csv', query, read: 'text', timeoutMs: 0 } as const
      return (await api.send(request, options)).body as string
    },

    /**
     * Compares a table (CSV, TSV, XLSX or NDJSON) with the assets, and returns its changes, and errors by row and
     * column. With `apply`, the assets are changed; for more than 100 assets, `job` finishes the change.
     * @throws {ValidationError} if the file cannot be read or, with `apply`, if a cell is invalid.
     */
    async updateFromTable(
      file: string | Bytes,
      fields: TableFields = {},
      options?: CreateOptions & { fileName?: string },
    ): Promise<DataOf<'POST /api/asset-tables'> & { job?: Job }> {
      const fileName = options?.fileName ?? nameOf(file) ?? 'assets.csv'
      const form = formOf('file', await blobOf(file), fields, fileName)
      const request = { method: 'POST', path: '/api/asset-tables', body: form, timeoutMs: 0 } as const
      const { data, job } = (await api.send(request, options)).body as ReplyOf<'POST /api/asset-tables'> & {
        job?: Job
      }
      return { ...data, ...(job && { job }) }
    },
  })
}
