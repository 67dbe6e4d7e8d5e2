import type { Api } from '../http/api.ts'
import { creating, resource } from './resource.ts'

const path = '/api/presets'

/** Named sizes and formats of images: `assets.link(id, { preset: 'web' })`. */
export function presets(api: Api) {
  return Object.assign(resource(api, path), creating(api, path))
}
