import type { Render, Template } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { ifMatchHeader, noteEtag } from '../http/etag.ts'
import { type BodyOf, call, type DataOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts'
import { type Bytes, blobOf, formOf, newFileForm } from '../uploads/form.ts'
import {
  type CheckRequest,
  type FinishedRender,
  type RenderCheck,
  type RenderOptions,
  type RenderRequest,
  renderTemplate,
} from './renders.ts'
import { resource, restoring } from './resource.ts'
import { versioned } from './versions.ts'

const path = '/api/templates'
const svg = 'image/svg+xml'

/** Fields of a new template. */
export type NewTemplate = BodyOf<'PATCH /api/templates/{id}'> & {
  /** Status of the new template. Default: `draft`. */
  status?: 'draft' | 'published' | undefined
}

export function templates(api: Api) {
  return Object.assign(resource(api, path), restoring(api, path), versioned(api, path), {
    /** Creates a template from an SVG document, given as text or bytes. @throws {ValidationError} if it is rejected. */
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

    /** Returns a signed URL of the document, which expires after a few hours. */
    document(id: string, options?: CallOptions): Promise<DataOf<'GET /api/templates/{id}/document'>> {
      return call(api, 'GET /api/templates/{id}/document', { path: { id } }, options)
    },

    /**
     * Replaces the document of a template with a new version and returns the template.
     * @throws {ValidationError} if the server rejects the document.
     * @throws {ChangedError} if `ifMatch` is an earlier state.
     */
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

    /** Publishes a draft or an archived template. @throws {ConflictError} if it has another status. */
    publish(id: string, options?: CreateOptions & ChangeOptions): Promise<Template> {
      return call(api, 'POST /api/templates/{id}/publication', { path: { id } }, options)
    },

    /** Archives a published template. @throws {ConflictError} if it has another status. */
    archive(id: string, options?: CreateOptions & ChangeOptions): Promise<Template> {
      return call(api, 'POST /api/templates/{id}/archival', { path: { id } }, options)
    },

    /**
     * Renders a template with values, waits for the file, and returns the render. A repeated
     * request returns the file of the earlier render (`cached`). Requires the scope `renders:write`.
     * @param request values by variable key, format (default: `png`), and size in pixels (default: the template's).
     * @returns the render, with the signed `url` of its file and `findings` about texts, images and colors.
     * With `wait: false`, returns the queued render (`renders.finished`).
     * @throws {ValidationError} if a value is invalid, or for findings with `check: 'strict'`. `variables` contains the
     * messages by variable key.
     * @throws {RenderFailedError} if the server could not create the file.
     * @throws {ConflictError} if the template is archived.
     */
    render<Wait extends boolean = true>(
      id: string,
      request: RenderRequest = {},
      options?: RenderOptions<Wait>,
    ): Promise<Wait extends true ? FinishedRender : Render> {
      return renderTemplate(api, id, request, options) as Promise<never>
    },

    /**
     * Checks values without rendering. Requires the scope `renders:read`.
     * @returns the findings, and the `layout` of the texts: box and font size in user units of the document.
     * @throws {ValidationError} if a value is invalid. `variables` contains the messages by variable key.
     * @throws {ConflictError} if the template is archived.
     */
    check(id: string, request: CheckRequest = {}, options?: CallOptions): Promise<RenderCheck> {
      const asked = { path: { id }, body: request as BodyOf<'POST /api/templates/{id}/checks'> }
      return call(api, 'POST /api/templates/{id}/checks', asked, options)
    },
  })
}

const shown = ({ body, headers }: { body: unknown; headers: Headers }) =>
  noteEtag((body as { data: Template }).data, headers.get('etag'))
