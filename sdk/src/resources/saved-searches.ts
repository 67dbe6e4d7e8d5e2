import type { SavedSearch } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { call } from '../http/operations.ts'
import type { ChangeOptions } from '../options.ts'
import { creating, resource } from './resource.ts'

const path = '/api/saved-searches'

/** Named filters of assets: `assets.list(search.filters)`. */
export function savedSearches(api: Api) {
  return Object.assign(resource(api, path), creating(api, path), {
    /**
     * Follows a saved search, or stops following it with `false`. New matches emit `saved_search.matched`, at most
     * once an hour.
     */
    follow(id: string, isFollowed = true, options?: ChangeOptions): Promise<SavedSearch> {
      const body = { is_followed: isFollowed }
      return call(api, 'POST /api/saved-searches/{id}/following', { path: { id }, body }, options)
    },
  })
}
