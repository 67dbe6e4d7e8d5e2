import { type KitColor, validateValues } from '@atelier/filling'
import { didYouMean, nearName } from '@atelier/filling/near-name'
import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { ApiError, type Faults } from '../errors.ts'
import { type Caller, permit } from '../http/caller.ts'
import { invalid } from '../http/schemas/validation.ts'
import { newId, type Uuid } from '../ids.ts'
import { kitToRender } from '../renders/brand-kit.ts'
import { type RenderedTemplate, templateToRender } from '../renders/template.ts'
import type { Services } from '../services.ts'
import type { LinkBody } from './body.ts'
import { reservedParameters } from './parameters.ts'
import { placeOf } from './secrets.ts'
import { newSecret } from './signature.ts'

const linksMax = 1_000
/**
 * Types that the URL cannot set. Their values name assets in the library, so the URL could show any asset.
 */
const closedTypes = ['image', 'logo', 'list']

/**
 * Creates a link to the template's current version, or to the requested version.
 * @returns the ID and the secret, which is shown once.
 * @throws {ApiError} `not_found`; `wrong_status`; `invalid` by field and variable.
 */
export async function createLink(
  trx: Trx,
  caller: Caller,
  templateId: string,
  body: LinkBody,
  { secrets }: Pick<Services, 'secrets'>,
  now: Date,
): Promise<{ id: Uuid; secret: string }> {
  const { companyId, personId } = caller
  const { open, formats, width_max, max_renders, expires_at, template_version, ...request } = body
  await assertRoom(trx, caller)
  const template = await templateToRender(trx, companyId, templateId, template_version)
  assertOpen(template, open)
  if (body.brand_kit_id !== null) permit(caller, 'brandkit:read')
  const { palette } = await kitToRender(trx, companyId, body.brand_kit_id, {
    needsLogos: false,
    includesUnavailable: false,
  })
  assertFixed(template, body, palette)
  const id = newId(now)
  const secret = newSecret()
  await trx
    .insertInto('render_links')
    .values({
      company_id: companyId,
      id,
      template_id: template.id,
      template_version: template.version,
      open: [...new Set(open)],
      formats: [...new Set(formats)],
      width_max,
      request: JSON.stringify(request),
      secret: secrets.seal(secret, placeOf(companyId, id)),
      max_renders,
      expires_at,
      revoked_at: null,
      created_by: personId,
      updated_at: now,
    })
    .execute()
  await trx.insertInto('render_link_companies').values({ id, company_id: companyId }).execute()
  return { id, secret }
}

async function assertRoom(trx: Trx, { companyId }: Caller) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from render_links
    where company_id = ${companyId} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(
    trx,
  )
  if (rows[0]!.count >= linksMax)
    throw invalid('template_id', `The limit of ${linksMax.toLocaleString('en')} render links is reached.`)
}

function assertOpen({ variables }: RenderedTemplate, open: readonly string[]) {
  const own = variables.filter(({ list }) => list === undefined)
  for (const key of open) {
    const definition = own.find((one) => one.key === key)
    if (!definition) {
      const near = nearName(
        key,
        own.map((one) => one.key),
      )
      throw invalid('open', `The template has no variable ${key}.${didYouMean(near)}`)
    }
    if (closedTypes.includes(definition.type))
      throw invalid('open', `The variable ${key} is of type ${definition.type} and cannot be open.`)
    if (reservedParameters.includes(key))
      throw invalid('open', `The variable ${key} cannot be open: its key is a parameter of links.`)
  }
}

/**
 * Checks the fixed variables. Open variables get their values from the URL, so they can be missing here and
 * must not have a value.
 */
function assertFixed(
  { variables: definitions }: RenderedTemplate,
  { open, variables }: LinkBody,
  palette: readonly KitColor[],
) {
  const both = open.find((key) => Object.hasOwn(variables, key))
  if (both !== undefined)
    throw invalid(`variables.${both}`, `The variable ${both} is open and cannot have a fixed value.`)
  const fixed = definitions.filter(({ key }) => !open.includes(key))
  const faults: Faults = validateValues(fixed, variables, { palette })
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
}
