import type { Share } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { call, type QueryOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions } from '../options.ts'
import { type List, listOf } from './list.ts'
import { creating, resource } from './resource.ts'

const path = '/api/shares'

/** An entry in the log of a share. */
export type ShareVisit = {
  id: string
  /** `view` for the page, `download` or `upload` for a file. */
  kind: 'view' | 'download' | 'upload'
  /** ID of the downloaded or uploaded asset. */
  asset_id: string | null
  /** ID of the downloaded render. */
  render_id: string | null
  /** Size of the downloaded file, such as `original`. */
  size: string | null
  /** Name that the visitor entered. Null if the share does not ask for it. */
  visitor_name: string | null
  /** E-mail address that the visitor entered. Not verified. */
  visitor_email: string | null
  created_at: string
}

/** Pages for people without an account. All methods require the scope `shares:write`. */
export function shares(api: Api) {
  return Object.assign(resource(api, path), creating(api, path), {
    /** Closes the page immediately and permanently. The share stays in the list with its log. */
    revoke(id: string, options?: CallOptions): Promise<Share> {
      return call(api, 'POST /api/shares/{id}/revocation', { path: { id } }, options)
    },

    /** Replaces the URL of the share. The old URL stops working immediately. */
    rotateUrl(id: string, options?: CallOptions): Promise<Share> {
      return call(api, 'POST /api/shares/{id}/url-rotations', { path: { id } }, options)
    },

    /** Returns the log of a share, newest first. */
    visits(
      id: string,
      query: QueryOf<'GET /api/shares/{id}/visits'> = {},
      options?: CallOptions,
    ): List<ShareVisit> {
      return listOf(api, `${path}/${segment(id)}/visits`, query, options)
    },
  })
}
