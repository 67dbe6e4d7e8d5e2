import type { Api } from '../http/api.ts'
import { creating, resource } from './resource.ts'

const path = '/api/presets'

/** Named image sizes and formats: `assets.link(id, { preset: 'web' })`. */
export function presets(api: Api) {
  return Object.assign(resource(api, path), creating(api, path))
}
