import type { Api } from '../http/api.ts'
import { creating, resource, restoring } from './resource.ts'

const path = '/api/folders'

export const folders = (api: Api) =>
  Object.assign(resource(api, path), creating(api, path), restoring(api, path))
