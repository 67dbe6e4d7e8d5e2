import { sql } from 'kysely'
import { z } from 'zod'
import { asCompany } from '../db/tenancy.ts'
import type { Author } from '../events/append.ts'
import type { Caller } from '../http/caller.ts'
import { idInBody } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { idPrefixes, type Uuid } from '../ids.ts'
import type { DrawnBody } from '../renders/body.ts'
import { assetWord, brandKitWord } from '../renders/search-terms.ts'
import { rowsMax } from '../row-files/limits.ts'
import type { Services } from '../services.ts'
import { type BatchRequest, batchBody, sharedFields } from './body.ts'
import { defaultPattern, fileNames } from './names.ts'
import { assertRoom } from './receive.ts'
import { type BatchRow, storeBatch } from './store.ts'

const oneOf = ['asset_id', 'brand_kit_id', 'template_id'] as const

export const refreshBody = z
  .strictObject({
    asset_id: idInBody('asset').optional().describe('Repeats renders that show this asset.'),
    brand_kit_id: idInBody('brandKit').optional().describe('Repeats renders that use this brand kit.'),
    template_id: idInBody('template').optional().describe('Repeats renders of this template.'),
    check: batchBody.shape.check,
  })
  .refine((body) => oneOf.filter((name) => body[name] !== undefined).length === 1, {
    path: ['asset_id'],
    error: 'must be the only one of asset_id, brand_kit_id and template_id, one of which is required.',
    when: () => true,
  })
  .meta({ example: { template_id: `${idPrefixes.template}_01h455vb4pex5vsknk084sn02q` } })

type Refresh = z.output<typeof refreshBody>
type Found = { template_id: Uuid; template_name: string; request: DrawnBody & { keep?: unknown } }

/**
 * Stores a batch that renders again all renders that used an asset, a brand kit or a template. Equal requests are
 * rendered once. A render whose input has not changed uses its existing file.
 * @throws {ApiError} `invalid` if there is nothing to render, or too much.
 */
export async function receiveRefresh(
  caller: Caller,
  author: Author,
  body: Refresh,
  services: Services,
): Promise<Uuid> {
  const { companyId } = caller
  const field = oneOf.find((name) => body[name] !== undefined)!
  const found = await asCompany(services.db, companyId, async (trx) => {
    await assertRoom(trx, companyId, field)
    const { rows } = await sql<Found>`
      select distinct on (r.template_id, r.request) r.template_id, t.name as template_name, r.request
      from renders r join templates t on t.company_id = r.company_id and t.id = r.template_id
      where r.company_id = ${companyId} and r.status = 'done' and t.deleted_at is null and t.status <> 'archived'
        and ${usedBy(body)}
      order by r.template_id, r.request limit ${rowsMax + 1}`.execute(trx)
    return rows
  })
  if (found.length === 0) throw invalid(field, 'No stored render uses it.')
  if (found.length > rowsMax)
    throw invalid(
      field,
      `More than ${rowsMax.toLocaleString('en')} renders use it. Refresh them by template.`,
    )
  const templates = [...new Set(found.map(({ template_id }) => template_id))].map((id) => ({ id }))
  const pattern = defaultPattern(templates.length)
  const batch = { templates, pattern, request: shared(body), external_id: null, metadata: {} }
  return storeBatch(services, caller, author, batch, rowsOf(found, body, pattern))
}

function usedBy({ asset_id, brand_kit_id, template_id }: Refresh) {
  if (template_id !== undefined) return sql<boolean>`r.template_id = ${template_id}`
  const word = asset_id === undefined ? brandKitWord(brand_kit_id!) : assetWord(asset_id)
  return sql<boolean>`exists (
    select from render_words w where w.company_id = r.company_id and w.id = r.id and w.word = ${word}
  )`
}

function rowsOf(found: readonly Found[], { template_id, check }: Refresh, pattern: string): BatchRow[] {
  const nameOf = fileNames(pattern, 'png', found.length)
  return found.map(({ request: asked, ...template }, at) => {
    const { variables, keep: _, template_version, ...request } = asked
    const { format } = request
    return {
      row: at + 1,
      // A refreshed template is rendered in its current version.
      template: { id: template.template_id, version: template_id === undefined ? template_version : null },
      name: nameOf({ row: at + 1, template: template.template_name, cell: () => '', format }),
      variables,
      request: { ...request, check },
    }
  })
}

/** The batch's part of the requests. Everything else is in the row's own request. */
const shared = ({ check }: Refresh): BatchRequest => ({ ...z.object(sharedFields).parse({}), check })
