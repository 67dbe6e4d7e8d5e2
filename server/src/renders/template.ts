import type { VariableDefinition } from '@atelier/filling'
import type { TemplateVariable } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'
import { definitionsOf } from '../templates/variables.ts'

export type RenderedTemplate = {
  id: Uuid
  name: string
  version: number
  document: { file: string; checksum: string }
  variables: VariableDefinition[]
  assetIds: Uuid[]
  /** Assets in the document that are shown for any values of variables. */
  fixedAssetIds: ReadonlySet<Uuid>
  width: number
  height: number
  unit: 'px' | 'mm' | 'in'
  pageCount: number
}

/**
 * @param version null for the current version.
 * @throws {ApiError} `not_found`; `wrong_status` for an archived template; `invalid` for a version that does
 *   not exist.
 */
export async function templateToRender(
  trx: Trx,
  companyId: CompanyId,
  publicId: string,
  version: number | null,
): Promise<RenderedTemplate> {
  const id = parseId('template', publicId)
  const found =
    id &&
    (await trx
      .selectFrom('templates as t')
      .leftJoin('template_versions as v', (join) =>
        join
          .onRef('v.company_id', '=', 't.company_id')
          .onRef('v.template_id', '=', 't.id')
          .on((on) => on('v.version', '=', version === null ? on.ref('t.version') : on.val(version))),
      )
      .select([
        't.id',
        't.name',
        't.status',
        'v.version',
        'v.file_key',
        'v.checksum',
        'v.variables',
        'v.asset_ids',
        'v.width',
        'v.height',
        'v.unit',
        'v.page_count',
      ])
      .where('t.company_id', '=', companyId)
      .where('t.id', '=', id)
      .where('t.deleted_at', 'is', null)
      .executeTakeFirst())
  if (!found) throw new ApiError('not_found')
  if (found.status === 'archived') throw new ApiError('wrong_status', { more: { status: found.status } })
  if (found.file_key === null)
    throw version === null
      ? invalid('template_id', 'The template has no document.')
      : invalid('template_version', 'The selected template version is invalid.')
  return {
    id: found.id,
    name: found.name,
    version: found.version!,
    document: { file: found.file_key, checksum: found.checksum! },
    variables: definitionsOf(found.variables!),
    assetIds: found.asset_ids!,
    fixedAssetIds: fixedAssetsOf(found.variables!),
    width: found.width!,
    height: found.height!,
    unit: found.unit!,
    pageCount: found.page_count!,
  }
}

const fixedAssetsOf = (variables: readonly TemplateVariable[]): ReadonlySet<Uuid> =>
  new Set(
    variables.flatMap(({ isDefaultElsewhere, default: preset }) =>
      isDefaultElsewhere ? (parseId('asset', String(preset)) ?? []) : [],
    ),
  )
