import type { Api } from '../http/api.ts'
import { call, type DataOf, type Operation } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts'

/** The versions of a file, which an asset has, and a template. */
export function versioned<P extends '/api/assets' | '/api/templates'>(api: Api, path: P) {
  type Item = DataOf<`GET ${P}/{id}`>
  type Version = DataOf<`GET ${P}/{id}/versions`> extends Array<infer V> ? V : never
  return {
    /** Its versions, newest first. */
    async *versions(id: string, options?: CallOptions): AsyncGenerator<Version> {
      let before: number | null = null
      do {
        const request = { method: 'GET', path: `${path}/${segment(id)}/versions`, query: { before } } as const
        const { body } = await api.send(request, options)
        const { data, meta } = body as { data: Version[]; meta: { next_before: number | null } }
        yield* data
        before = meta.next_before
      } while (before !== null)
    },

    /** Gives it the file of an earlier version again, as a new version. */
    restoreVersion(id: string, version: number, options?: CreateOptions & ChangeOptions): Promise<Item> {
      const operation = `POST ${path}/{id}/versions/{version}/restoration` as Operation
      return call(api, operation, { path: { id, version } }, options) as Promise<Item>
    },
  }
}
