import { z } from 'zod'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { Id } from '../wire.ts'
import { usagesInBrandKit } from './brand-kit-usages.ts'
import { usagesInTemplates } from './template-usages.ts'

export const Usage = z
  .object({
    type: z.enum(['brand_kit_logo', 'brand_kit_font', 'template', 'asset', 'brand_kit']),
    relation: z
      .enum(['shows', 'source', 'render'])
      .describe(
        '`shows` if the resource uses the asset, `source` if the asset was rendered from the resource, or `render` ' +
          'if the resource is an asset that was rendered from this asset.',
      ),
    id: z.string(),
    name: z.string(),
    brand_kit: z
      .object({ id: Id('brandKit'), name: z.string() })
      .nullable()
      .describe('Brand kit of the logo or font. Null for other resources.'),
  })
  .meta({
    id: 'Usage',
    description:
      'Resource that uses the asset, or from which the asset was rendered. An asset that a resource shows cannot ' +
      'be deleted.',
  })

export type Usage = z.input<typeof Usage>

/** Finds the resources that use these assets. Unused assets are not in the map. */
export async function usagesOf(
  trx: Trx,
  companyId: CompanyId,
  assetIds: readonly Uuid[],
): Promise<Map<Uuid, Usage[]>> {
  const found = new Map<Uuid, Usage[]>()
  for (const [assetId, parts] of await usagesInBrandKit(trx, companyId, assetIds)) {
    const usages = parts.map(
      ({ kind, id, name, kit }): Usage => ({
        type: `brand_kit_${kind}`,
        relation: 'shows',
        id: publicId(kind, id),
        name,
        brand_kit: { id: publicId('brandKit', kit.id), name: kit.name },
      }),
    )
    found.set(assetId, usages)
  }
  for (const [assetId, templates] of await usagesInTemplates(trx, companyId, assetIds)) {
    const usages = templates.map(
      ({ id, name }): Usage => ({
        type: 'template',
        relation: 'shows',
        id: publicId('template', id),
        name,
        brand_kit: null,
      }),
    )
    found.set(assetId, [...(found.get(assetId) ?? []), ...usages])
  }
  return found
}

/** @throws {ApiError} `in_use`, with the usages. */
export async function assertUnused(trx: Trx, companyId: CompanyId, assetIds: readonly Uuid[]) {
  const usages = [...(await usagesOf(trx, companyId, assetIds)).values()].flat()
  if (usages.length > 0) throw new ApiError('in_use', { more: { usages } })
}
