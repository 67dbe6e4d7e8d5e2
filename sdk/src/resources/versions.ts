import type { Api } from '../http/api.ts'
import { call, type DataOf, type Operation } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts'
import type { Item } from './resource.ts'

type Path = '/api/assets' | '/api/templates'
type Version<P extends Path> = DataOf<`GET ${P}/{id}/versions`> extends Array<infer V> ? V : never

/** Methods for the versions of an asset or a template. */
export type Versioned<P extends Path> = {
  /** Iterates over all versions, newest first. */
  versions(id: string, options?: CallOptions): AsyncGenerator<Version<P>, void, undefined>

  /**
   * Creates a new version from an earlier version and returns the resource.
   * @throws {NotFoundError} if it does not exist.
   */
  restoreVersion(id: string, version: number, options?: CreateOptions & ChangeOptions): Promise<Item<P>>
}

export const versioned = <P extends Path>(api: Api, path: P): Versioned<P> => ({
  async *versions(id, options) {
    let before: number | null = null
    do {
      const request = { method: 'GET', path: `${path}/${segment(id)}/versions`, query: { before } } as const
      const { body } = await api.send(request, options)
      const { data, meta } = body as { data: Version<P>[]; meta: { next_before: number | null } }
      yield* data
      before = meta.next_before
    } while (before !== null)
  },

  restoreVersion(id, version, options) {
    const operation = `POST ${path}/{id}/versions/{version}/restoration` as Operation
    return call(api, operation, { path: { id, version } }, options) as Promise<Item<P>>
  },
})
