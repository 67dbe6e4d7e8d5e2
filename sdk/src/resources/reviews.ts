import type { Api } from '../http/api.ts'
import { type Creating, creating, type Resource, resource } from './resource.ts'

const path = '/api/reviews'

/**
 * Reviews of assets and templates. `create` sets the review state of the resource. Reviews cannot be changed. Reading
 * requires `assets:read`, and creating `assets:write` and, for a template, `templates:write`.
 */
export function reviews(api: Api): Pick<Resource<typeof path>, 'list' | 'get'> & Creating<typeof path> {
  const { list, get } = resource(api, path)
  return { list, get, ...creating(api, path) }
}
