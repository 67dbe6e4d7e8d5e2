import type { Api } from '../http/api.ts'
import { call, type DataOf, type QueryOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions } from '../options.ts'
import { creating, type ListPath, resource } from './resource.ts'

type TokenFormat = NonNullable<QueryOf<'GET /api/brand-kit/{id}/tokens'>['format']>

/** Brand kits and their logos, colors and fonts. */
export function brandKits(api: Api) {
  return Object.assign(part(api, '/api/brand-kit'), {
    logos: part(api, '/api/brand-kit/logos'),
    colors: part(api, '/api/brand-kit/colors'),
    fonts: part(api, '/api/brand-kit/fonts'),

    /** Returns the WCAG 2.2 contrast ratio of every pair of colors of a brand kit. */
    contrast(id: string, options?: CallOptions): Promise<DataOf<'GET /api/brand-kit/{id}/contrast'>> {
      return call(api, 'GET /api/brand-kit/{id}/contrast', { path: { id } }, options)
    },

    /** Returns the colors and fonts of a brand kit as a file of design tokens: text, or bytes for the format `ase`. */
    async tokens<F extends TokenFormat>(
      id: string,
      format: F,
      options?: CallOptions,
    ): Promise<F extends 'ase' ? Uint8Array : string> {
      const path = `/api/brand-kit/${segment(id)}/tokens`
      const read = format === 'ase' ? 'bytes' : 'text'
      const { body } = await api.send({ method: 'GET', path, query: { format }, read }, options)
      return body as F extends 'ase' ? Uint8Array : string
    },
  })
}

const part = <P extends Extract<ListPath, `/api/brand-kit${string}`>>(api: Api, path: P) =>
  Object.assign(resource(api, path), creating(api, path))
