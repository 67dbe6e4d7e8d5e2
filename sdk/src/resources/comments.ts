import type { Comment } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { call } from '../http/operations.ts'
import type { ChangeOptions } from '../options.ts'
import { creating, resource } from './resource.ts'

const path = '/api/comments'

/** Comments on assets, templates and renders. Reading requires `assets:read`, and writing `assets:write`. */
export function comments(api: Api) {
  return Object.assign(resource(api, path), creating(api, path), {
    /**
     * Resolves the thread that starts with this comment. Resolving a resolved thread is a no-op.
     * @throws {ValidationError} if the comment is a reply.
     */
    resolve(id: string, options?: ChangeOptions): Promise<Comment> {
      return call(api, 'POST /api/comments/{id}/resolution', { path: { id } }, options)
    },

    /** Reopens a resolved thread. Reopening an open thread is a no-op. */
    reopen(id: string, options?: ChangeOptions): Promise<Comment> {
      return call(api, 'POST /api/comments/{id}/reopening', { path: { id } }, options)
    },
  })
}
