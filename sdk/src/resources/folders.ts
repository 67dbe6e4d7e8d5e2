import type { Api } from '../http/api.ts'
import { call } from '../http/operations.ts'
import type { ChangeOptions } from '../options.ts'
import { changing, creating, reading, restoring } from './resource.ts'

const path = '/api/folders'

export function folders(api: Api) {
  return {
    ...reading(api, path),
    ...creating(api, path),
    ...changing(api, path),
    ...restoring(api, path),

    /** Puts it into the trash; with `recursive` all that is in it too. @throws {ConflictError} when it is not empty. */
    async delete(id: string, options?: ChangeOptions & { recursive?: boolean }): Promise<void> {
      const query = { recursive: options?.recursive }
      await call(api, 'DELETE /api/folders/{id}', { path: { id }, query }, options)
    },
  }
}
