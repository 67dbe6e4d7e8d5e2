import type { Template } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { ifMatchHeader, noteEtag } from '../http/etag.ts'
import { type BodyOf, call, type DataOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts'
import { type Bytes, blobOf, formOf, newFileForm } from '../uploads/form.ts'
import { resource, restoring } from './resource.ts'
import { versioned } from './versions.ts'

const path = '/api/templates'
const svg = 'image/svg+xml'

export type NewTemplate = BodyOf<'PATCH /api/templates/{id}'> & {
  /** `draft` when not given. */
  status?: 'draft' | 'published' | undefined
}

export function templates(api: Api) {
  return Object.assign(resource(api, path), restoring(api, path), versioned(api, path), {
    /** Makes one of an SVG document, given as text or bytes. */
    async create(
      document: string | Bytes,
      fields: NewTemplate = {},
      options?: CreateOptions & { fileName?: string },
    ): Promise<Template> {
      const body = newFileForm(
        'document',
        await blobOf(document, svg),
        fields,
        options?.fileName ?? 'document.svg',
      )
      return shown(await api.send({ method: 'POST', path, body, timeoutMs: 0 }, options))
    },

    /** A link that opens its document for some hours. */
    document(id: string, options?: CallOptions): Promise<DataOf<'GET /api/templates/{id}/document'>> {
      return call(api, 'GET /api/templates/{id}/document', { path: { id } }, options)
    },

    /** Gives it another document, as a new version. */
    async replaceDocument(
      id: string,
      document: string | Bytes,
      options?: CreateOptions & ChangeOptions,
    ): Promise<Template> {
      const request = {
        method: 'PUT',
        path: `${path}/${segment(id)}/document`,
        body: formOf('document', await blobOf(document, svg), {}, 'document.svg'),
        headers: ifMatchHeader(options?.ifMatch),
        timeoutMs: 0,
      } as const
      return shown(await api.send(request, options))
    },

    /** From draft or archived to published. @throws {ConflictError} */
    publish(id: string, options?: CreateOptions & ChangeOptions): Promise<Template> {
      return call(api, 'POST /api/templates/{id}/publication', { path: { id } }, options)
    },

    /** From published to archived. @throws {ConflictError} */
    archive(id: string, options?: CreateOptions & ChangeOptions): Promise<Template> {
      return call(api, 'POST /api/templates/{id}/archival', { path: { id } }, options)
    },
  })
}

const shown = ({ body, headers }: { body: unknown; headers: Headers }) =>
  noteEtag((body as { data: Template }).data, headers.get('etag'))
