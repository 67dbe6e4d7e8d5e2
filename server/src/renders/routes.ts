import { z } from 'zod'
import { type Asset, assetsResource } from '../assets/resource.ts'
import { afterCommit, asCompany, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { change, type NewEvent } from '../events/append.ts'
import { current, deleteEndpoint, getEndpoint, showing } from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { invalid } from '../http/schemas/validation.ts'
import { publicId } from '../ids.ts'
import { checkBody, keepBody, renderBody } from './body.ts'
import { deleteRenders } from './delete.ts'
import { gather } from './gather.ts'
import { addKeptAsset, keepFile } from './keep.ts'
import { failureOf } from './outcome.ts'
import { secondsToWait } from './prefer.ts'
import { commitRender, prepareRender } from './render.ts'
import { Finding, presentFinding, Render, rendersResource } from './resource.ts'
import { usesIn } from './search-terms.ts'

const group = 'Renders'
const templateId = z.object({ id: z.string().describe('ID of the template.') })

const listRenders = listEndpoint(rendersResource)
const getRender = getEndpoint(rendersResource)

const reply = z.object({ data: Render })

const renderTemplate = endpoint({
  operationId: 'renderTemplate',
  method: 'POST',
  path: '/templates/:id/renders',
  scope: 'renders:write',
  alsoNeeds: ['templates:read'],
  group,
  summary: 'Render a template',
  description:
    'Fills the template with values and returns the render. Waits up to 10 seconds, or N seconds with `Prefer: ' +
    'wait=N` (0 to 30). If the render takes longer, returns 202 with its URL in `Location`. Identical requests ' +
    'return the file of an earlier render (`cached`). The scopes `assets:read` and `brandkit:read` are required ' +
    'for the assets and brand kits in the request, and `assets:write` for `keep`. If the template is archived, ' +
    'returns 409 with its `status`. If values are invalid, returns 422 with errors for each variable.',
  params: templateId,
  body: renderBody,
  status: 201,
  hasETag: true,
  statusOf: (answer) =>
    ['done', 'failed'].includes((answer as { data: { status: string } }).data.status) ? 201 : 202,
  location: (answer) => `/api/renders/${(answer as { data: { id: string } }).data.id}`,
  conflict: 'wrong_status',
  reply,
  async prepare({ caller, params, body, headers }, services) {
    const waitSeconds = secondsToWait(headers.prefer)
    const prepared = await prepareRender({ caller, templateId: params.id, body, waitSeconds }, services)
    return { prepared, finishing: services }
  },
  async handle({ prepared: { prepared, finishing }, ...input }, services) {
    return commitRender(input, prepared, services, finishing) as Promise<z.input<typeof reply>>
  },
})

const Layout = z
  .object({
    variable: z.string().nullable(),
    box: z
      .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
      .describe('Box of the text, in user units of the document.'),
    font_size: z.number().describe('Font size after shrinking.'),
    lines: z.int(),
  })
  .meta({ id: 'TextLayout', description: 'Position of a text.' })

const checkTemplate = endpoint({
  operationId: 'checkTemplateValues',
  method: 'POST',
  path: '/templates/:id/checks',
  scope: 'renders:read',
  alsoNeeds: ['templates:read'],
  group,
  summary: 'Check values for a template',
  description:
    'Fills the template with values and returns the findings and the layout of its texts, without rendering it. ' +
    'Accepts the same fields as a render.',
  params: templateId,
  body: checkBody,
  conflict: 'wrong_status',
  reply: z.object({ data: z.object({ findings: z.array(Finding), layout: z.array(Layout) }) }),
  async handle({ caller, params, body }, { db, drawings }) {
    const { companyId } = caller
    const { work } = await asCompany(db, companyId, (trx) => gather(trx, caller, params.id, body, new Date()))
    const { findings, layout } = await drawings.check(companyId, work.recipe).catch((error) => {
      const failure = failureOf(error)
      throw failure === undefined ? error : invalid('template', failure, error)
    })
    return {
      data: {
        findings: [...findings, ...work.findings].map(presentFinding),
        layout: layout.map(({ variable, box, fontSize, lines }) => ({
          variable: variable ?? null,
          box,
          font_size: fontSize,
          lines,
        })),
      },
    }
  },
})

const deleteRender = deleteEndpoint(rendersResource, {
  scope: 'renders:write',
  description: 'Deletes the render and its file. If the render was saved as an asset, the asset is kept.',
  async remove({ trx, companyId, id, services }) {
    const keys = await deleteRenders(trx, companyId, [id])
    afterCommit(trx, () => void services.storage.remove(keys).catch(() => {}))
  },
})

const keepRender = endpoint({
  operationId: 'saveRenderAsAsset',
  method: 'POST',
  path: '/renders/:id/asset',
  scope: 'renders:write',
  alsoNeeds: ['assets:write'],
  group,
  summary: 'Save a render as an asset',
  description:
    'Copies the file of the render into the library and returns the new asset. The usages of the asset list the ' +
    'template, the assets and the brand kit of the render. If the render is not done, returns 409 with its ' +
    '`status`.',
  params: z.object({ id: z.string().describe('ID of the render.') }),
  body: keepBody,
  status: 201,
  hasETag: true,
  location: (answer) => `/api/assets/${(answer as { data: { id: string } }).data.id}`,
  conflict: 'wrong_status',
  reply: z.object({ data: assetsResource.item as typeof Asset }),
  async prepare({ caller: { companyId }, params }, services) {
    const { row } = await asCompany(services.db, companyId, (trx) =>
      current(rendersResource, trx, companyId, params.id, undefined),
    )
    if (row.file_key === null) throw new ApiError('wrong_status', { more: { status: row.status } })
    return keepFile(services, companyId, row.file_key)
  },
  handle({ caller, author, params, body, prepared }, services) {
    const { companyId, personId } = caller
    const keeping = async (trx: Trx) => {
      const { id, row, now } = await current(rendersResource, trx, companyId, params.id, undefined)
      const { template_id: templateId } = row
      const { name: templateName } = await trx
        .selectFrom('templates')
        .select('name')
        .where('company_id', '=', companyId)
        .where('id', '=', templateId)
        .executeTakeFirstOrThrow()
      const words = await trx
        .selectFrom('render_words')
        .select('word')
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute()
      const render = { id, templateId, templateName, uses: usesIn(words.map(({ word }) => word)) }
      const events: NewEvent[] = []
      const keep = { render, file: prepared, keep: body, personId, now, services, events }
      return { result: await addKeptAsset(trx, companyId, keep), events }
    }
    const show = showing(assetsResource, { caller }, services)
    const read = (trx: Trx, id: string) => show(trx, publicId('asset', id))
    return change(services.db, author, keeping, read) as Promise<{ data: z.input<typeof Asset> }>
  },
})

export const renderEndpoints = [
  renderTemplate,
  checkTemplate,
  listRenders,
  getRender,
  deleteRender,
  keepRender,
]
