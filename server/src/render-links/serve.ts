import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { asCompany, asCompanyWriting } from '../db/tenancy.ts'
import type { RenderFormat } from '../drawing/recipe.ts'
import { renderFormats } from '../drawing/recipe.ts'
import { ApiError, type Faults } from '../errors.ts'
import { change } from '../events/append.ts'
import { scopes } from '../http/caller.ts'
import { hasAlready } from '../http/responses/etag.ts'
import { type CompanyId, parseId, publicId, type Uuid } from '../ids.ts'
import type { RenderBody } from '../renders/body.ts'
import { renderWithKey } from '../renders/cached.ts'
import { createRender } from '../renders/create.ts'
import { gather } from '../renders/gather.ts'
import { drawWork } from '../renders/outcome.ts'
import { mimeTypeOf } from '../renders/resource.ts'
import type { Gathered } from '../renders/stages.ts'
import { templateToRender } from '../renders/template.ts'
import type { Services } from '../services.ts'
import type { LinkRequest } from './body.ts'
import { readParameters, signedParameters } from './parameters.ts'
import { placeOf } from './secrets.ts'
import { isSignedBy } from './signature.ts'

export const linkPath = '/r/:name'

const daySeconds = 86_400
const yearSeconds = 31_536_000
/** Policy under which even a hostile SVG that is opened directly runs no script and makes no request. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/** Serves renders for URLs signed with the secret of a link. */
export function mountLinks(app: FastifyInstance, services: Services) {
  const drawing = new Map<string, Promise<string>>()

  app.get(linkPath, async (request, reply) => {
    const link = await linkOf(request, services)
    const gathered = await gatherFor(link, services)
    const tag = `"${gathered.key}"`
    const file = hasAlready(request, tag)
      ? undefined
      : await openFile(request, await fileOf(link, gathered), services)
    // Set last, because an error response must not have the headers of the file.
    reply
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('Cache-Control', cacheControl(link, gathered))
      .header('Content-Security-Policy', sandbox)
      .header('ETag', tag)
    if (!file) return reply.code(304).send()
    return reply.type(mimeTypeOf(link.format)).header('Content-Length', file.size).send(file.body)
  })

  /** Concurrent requests for the same render share one rendering, which is counted once. */
  function fileOf(link: OpenLink, gathered: Gathered): Promise<string> {
    const key = `${link.id} ${gathered.key}`
    const found = drawing.get(key) ?? stored(link, gathered, services).finally(() => drawing.delete(key))
    drawing.set(key, found)
    return found
  }
}

/** @throws {ApiError} `not_found` if the file is missing. */
async function openFile(request: FastifyRequest, fileKey: string, { storage, noteMissing }: Services) {
  const file = await storage.find(fileKey)
  if (!file) {
    noteMissing(fileKey, 'link')
    throw new ApiError('not_found')
  }
  const isRead = request.method === 'GET'
  const body = isRead ? file.open() : Readable.from([])
  if (isRead) await once(body, 'readable')
  return { size: file.size, body }
}

type OpenLink = {
  companyId: CompanyId
  id: Uuid
  format: RenderFormat
  templateId: Uuid
  templateVersion: number
  open: string[]
  widthMax: number
  request: LinkRequest
  expiresAt: Date | null
  personId: Uuid | null
  parameters: Record<string, string>
}

/**
 * @throws {ApiError} `not_found`, `bad_signature`, `gone` and `invalid`, in this order. `gone` if the secret
 * cannot be read.
 */
async function linkOf(request: FastifyRequest, { db, secrets }: Services): Promise<OpenLink> {
  const { name } = request.params as { name: string }
  const query = request.query as Record<string, unknown>
  const [, publicName = '', extension = ''] = /^(rln_[0-9a-z]{26})\.([a-z]{1,5})$/.exec(name) ?? []
  const id = parseId('renderLink', publicName)
  const owner =
    id &&
    (await db
      .selectFrom('render_link_companies')
      .select('company_id')
      .where('id', '=', id)
      .executeTakeFirst())
  if (!owner) throw new ApiError('not_found')
  const companyId = owner.company_id
  const row = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('render_links')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!row) throw new ApiError('not_found')
  const parameters = signedParameters(query)
  const { signature } = query
  const place = placeOf(companyId, id)
  // This happens after a key was lost, which `secret reseal` reports to the operator.
  if (!secrets.canOpen(row.secret, place)) throw new ApiError('gone')
  const secret = secrets.open(row.secret, place)
  if (typeof signature !== 'string' || !isSignedBy(secret, name, parameters, signature))
    throw new ApiError('bad_signature')
  if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= new Date()))
    throw new ApiError('gone')
  const format = extension === 'jpg' ? 'jpeg' : (extension as RenderFormat)
  if (!renderFormats.includes(format) || !row.formats.includes(format))
    throw new ApiError('invalid', {
      faults: { format: [`The format must be one of ${row.formats.join(', ')}.`] },
    })
  return {
    companyId,
    id,
    format,
    templateId: row.template_id,
    templateVersion: row.template_version,
    open: row.open,
    widthMax: row.width_max,
    request: row.request as LinkRequest,
    expiresAt: row.expires_at,
    personId: row.created_by,
    parameters,
  }
}

/** @throws {ApiError} `gone` for an archived or deleted template; `invalid` by parameter. */
async function gatherFor(link: OpenLink, { db }: Services): Promise<Gathered> {
  const { companyId, templateId, templateVersion, open, widthMax, parameters, personId } = link
  const caller = { clientId: null, companyId, personId, scopes }
  try {
    return await asCompany(db, companyId, async (trx) => {
      const id = publicId('template', templateId)
      const template = await templateToRender(trx, companyId, id, templateVersion)
      const { width, values } = readParameters(parameters, { open, width_max: widthMax }, template.variables)
      const body = bodyOf(
        link,
        values,
        width ?? Math.min(widthMax, Math.max(1, Math.round(naturalWidth(template)))),
      )
      return gather(trx, caller, id, body, new Date())
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_found' || error.code === 'wrong_status') throw new ApiError('gone')
    throw error.code === 'invalid'
      ? new ApiError('invalid', { faults: byParameter(error.extras.faults ?? {}) })
      : error
  }
}

const pixelsPer = { px: 1, mm: 96 / 25.4, in: 96 }
const naturalWidth = ({ width, unit }: { width: number; unit: 'px' | 'mm' | 'in' }) => width * pixelsPer[unit]

const bodyOf = (
  { request, format, templateVersion }: OpenLink,
  values: object,
  width: number,
): RenderBody => ({
  ...request,
  variables: { ...request.variables, ...values },
  format,
  width: format === 'svg' || format === 'pdf' ? null : width,
  height: null,
  scale: 1,
  template_version: templateVersion,
  check: 'warn',
  include_unavailable: false,
  pdf: null,
  keep: null,
})

/** Renames errors of variables to parameters. */
const byParameter = (faults: Faults): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([field, messages]) => {
      const name = field.replace(/^variables\./, '')
      return [name, messages.map((message) => message.replaceAll(field, name))]
    }),
  )

async function stored(link: OpenLink, gathered: Gathered, services: Services): Promise<string> {
  const { companyId } = link
  const known = await asCompany(services.db, companyId, (trx) => renderWithKey(trx, companyId, gathered.key))
  if (known) return known.made.fileKey
  await services.renderBudget.take(companyId)
  await count(link, services, 1)
  try {
    const { outcome, uses } = await drawWork(services, companyId, gathered.work)
    if (!('made' in outcome)) throw new ApiError('invalid', { faults: { template: [outcome.failure] } })
    const author = { companyId, actor: { type: 'system' as const } }
    const { personId } = link
    const body = bodyOf(link, {}, 1)
    const render = {
      gathered,
      body: { ...body, variables: gathered.work.recipe.values, width: gathered.work.recipe.target.width },
      author,
      personId,
      outcome,
      uses,
    }
    await change(services.db, author, async (trx) => {
      const { id, events } = await createRender(trx, companyId, render, new Date(), services.renderDays)
      return { result: id, events }
    })
    return outcome.made.fileKey
  } catch (error) {
    await count(link, services, -1).catch(() => {})
    throw error
  }
}

/** @throws {ApiError} `gone` for a link that has reached its limit of renders. */
async function count({ companyId, id }: OpenLink, { db }: Services, by: 1 | -1) {
  const { rows } = await asCompanyWriting(db, companyId, (trx) =>
    sql`
      update render_links set renders_count = renders_count + ${by}
      where company_id = ${companyId} and id = ${id}
        and (${by} < 0 or max_renders is null or renders_count < max_renders)
      returning id`.execute(trx),
  )
  if (rows.length === 0) throw new ApiError('gone')
}

/**
 * Caches no longer than until the end of the link and of the rights of the render's assets. Because an end
 * can be set later, caches revalidate a render with assets after a day.
 */
function cacheControl({ expiresAt }: OpenLink, { availableUntil, work: { recipe, uses } }: Gathered): string {
  const ends = [expiresAt, availableUntil].flatMap((end) => end ?? [])
  const seconds = ends.map((end) => Math.floor((end.getTime() - Date.now()) / 1000))
  const hasAssets = [uses.assetIds, recipe.logos, recipe.fonts].some(({ length }) => length > 0)
  const [longest, then] = hasAssets ? [daySeconds, 'must-revalidate'] : [yearSeconds, 'immutable']
  return `public, max-age=${Math.max(0, Math.min(longest, ...seconds))}, ${then}`
}
