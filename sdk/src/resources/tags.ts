import type { Api } from '../http/api.ts'
import { type BodyOf, call, type DataOf } from '../http/operations.ts'
import type { ChangeOptions, CreateOptions } from '../options.ts'
import { creating, resource, restoring } from './resource.ts'

/** Template tags or asset tags. */
export function tags<P extends '/api/tags' | '/api/asset-tags'>(api: Api, path: P) {
  type Merge = `POST ${P}/{id}/merges`
  return Object.assign(resource(api, path), creating(api, path), restoring(api, path), {
    /** Moves all taggings of the listed tags to this tag and permanently deletes the listed tags. */
    merge(id: string, body: BodyOf<Merge>, options?: CreateOptions & ChangeOptions): Promise<DataOf<Merge>> {
      return call(api, `POST ${path}/{id}/merges` as Merge, { path: { id }, body }, options)
    },
  })
}
