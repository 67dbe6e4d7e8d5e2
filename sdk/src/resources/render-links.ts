import type { Api } from '../http/api.ts'
import { type BodyOf, call, type DataOf } from '../http/operations.ts'
import type { CallOptions, CreateOptions } from '../options.ts'
import { type Resource, resource } from './resource.ts'

const path = '/api/render-links'

/** Signed URLs that render a template when they are opened. `signRenderLink` signs them. */
export function renderLinks(api: Api) {
  const { list, get } = resource(api, path)
  const some: Pick<Resource<typeof path>, 'list' | 'get'> = { list, get }
  return Object.assign(some, {
    /**
     * Creates a link. Requires the scope `renders:write`.
     * @param body `open`: the keys of the variables that the URLs can set.
     * @returns the link with its `secret`, which is shown only once.
     * @throws {ValidationError} if a field is invalid.
     */
    create(
      templateId: string,
      body: BodyOf<'POST /api/templates/{id}/render-links'> = {},
      options?: CreateOptions,
    ): Promise<DataOf<'POST /api/templates/{id}/render-links'>> {
      return call(api, 'POST /api/templates/{id}/render-links', { path: { id: templateId }, body }, options)
    },

    /** Revokes a link. Its URLs return 410, and the link stays in the list. */
    async revoke(id: string, options?: CallOptions): Promise<void> {
      await call(api, 'DELETE /api/render-links/{id}', { path: { id } }, options)
    },
  })
}
