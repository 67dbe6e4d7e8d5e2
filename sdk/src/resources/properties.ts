import type { Api } from '../http/api.ts'
import { creating, resource } from './resource.ts'

const path = '/api/properties'

/** Custom properties for assets and templates. `properties` of assets and templates contains the values. */
export const properties = (api: Api) => ({ ...resource(api, path), ...creating(api, path) })
