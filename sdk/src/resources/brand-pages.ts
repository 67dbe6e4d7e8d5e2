import type { Api } from '../http/api.ts'
import { creating, resource } from './resource.ts'

const path = '/api/brand-pages'

/** Pages of brand kits for people without an account. Reading requires `brandkit:read`, and changes require `shares:write`. */
export const brandPages = (api: Api) => Object.assign(resource(api, path), creating(api, path))
