import type { Asset, Collection } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { type BodyOf, call, type QueryOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions, ChangeOptions } from '../options.ts'
import { type List, listOf } from './list.ts'
import { creating, resource } from './resource.ts'

const path = '/api/collections'

/** Lists of assets from any folders, in a chosen order. */
export function collections(api: Api) {
  return Object.assign(resource(api, path), creating(api, path), {
    /** Returns the assets in a collection, in collection order. Assets in the trash are omitted. */
    items(
      id: string,
      query: QueryOf<'GET /api/collections/{id}/items'> = {},
      options?: CallOptions,
    ): List<Asset> {
      return listOf(api, `${path}/${segment(id)}/items`, query, options)
    },

    /**
     * Adds up to 100 assets before or after another asset, or at the end. Assets that are already in the
     * collection keep their position.
     * @throws {ValidationError} if an asset does not exist, or the collection would have more than 1,000 assets.
     */
    addItems(
      id: string,
      body: BodyOf<'POST /api/collections/{id}/items'>,
      options?: ChangeOptions,
    ): Promise<Collection> {
      return call(api, 'POST /api/collections/{id}/items', { path: { id }, body }, options)
    },

    /**
     * Moves up to 100 assets within the collection before or after another asset, or to the end, in the given
     * order.
     * @throws {ValidationError} if an asset is not in the collection.
     */
    moveItems(
      id: string,
      body: BodyOf<'POST /api/collections/{id}/moves'>,
      options?: ChangeOptions,
    ): Promise<Collection> {
      return call(api, 'POST /api/collections/{id}/moves', { path: { id }, body }, options)
    },

    /** Removes up to 100 assets from the collection. They stay in the library. */
    removeItems(
      id: string,
      body: BodyOf<'POST /api/collections/{id}/removals'>,
      options?: ChangeOptions,
    ): Promise<Collection> {
      return call(api, 'POST /api/collections/{id}/removals', { path: { id }, body }, options)
    },
  })
}
