import { z } from 'zod'
import { assertRoom } from '../assets/files.ts'
import type { Replaced } from '../assets/replace.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { change } from '../events/append.ts'
import { current, showingFiled } from '../http/endpoints/crud-endpoints.ts'
import { type EndpointInput, endpoint } from '../http/endpoints/endpoint.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import { uploadedFile } from '../http/files/upload.ts'
import { reviewAgain } from '../reviews/change.ts'
import type { Services } from '../services.ts'
import { withVariant } from '../storage/variants.ts'
import { storeDocument } from './documents.ts'
import { documentOf, Template, templatesResource } from './resource.ts'
import { versionsOf } from './version-queries.ts'
import { replaceDocument, type Versioning, versionsMax } from './versions.ts'

export const idParameter = z.object({ id: z.string().describe('ID of the template.') })
const group = 'Templates'

export const reply = z.object({ data: Template })

export const TemplateDocument = z
  .object({
    url: z.string().describe('Signed URL of the sanitized SVG. Expires after a few hours.'),
    version: z.int(),
    size: z.int().describe('File size, in bytes.'),
    checksum: z.string().describe('SHA-256 of the document, in hexadecimal.'),
  })
  .meta({ id: 'TemplateDocument' })

export const getDocument = endpoint({
  operationId: 'getTemplateDocument',
  method: 'GET',
  path: '/templates/:id/document',
  scope: 'templates:read',
  group,
  summary: 'Get the document of a template',
  description:
    'Returns a signed URL. Browsers save the sanitized SVG as `filename`. If the template has no document, returns 404.',
  params: idParameter,
  reply: z.object({ data: TemplateDocument }),
  handle: ({ caller: { companyId }, params }, { db, fileUrl }) =>
    asCompany(db, companyId, async (trx) => {
      const { id, row } = await current(templatesResource, trx, companyId, params.id, undefined)
      const { version } = row
      const [document] = await versionsOf(trx, companyId, id, version + 1, 1)
      if (document?.version !== version) throw new ApiError('not_found')
      const { file_key, size, checksum } = document
      const url = fileUrl(withVariant(file_key, { picture: '', download: documentOf(row) }))
      return { data: { url, version, size, checksum } }
    }),
})

export const putDocument = endpoint({
  operationId: 'replaceTemplateDocument',
  method: 'PUT',
  path: '/templates/:id/document',
  scope: 'templates:write',
  group,
  summary: 'Replace the document of a template',
  description:
    'Uploads an SVG file, as a form or as the raw request body, and makes it the current version. Returns ' +
    'the template with the same ID. Its size and variables are read from the new document; variables with ' +
    'the same `key` keep their label, type and rules. Uploading the current document again is a no-op. ' +
    `A template can have up to ${versionsMax.toLocaleString('en')} versions.`,
  params: idParameter,
  body: z.strictObject({ document: uploadedFile }),
  upload: { field: 'document', bare: true },
  conditional: true,
  hasETag: true,
  reply,
  async before({ caller: { companyId }, params, ifMatch }, { db, storageQuotaBytes }) {
    await asCompany(db, companyId, async (trx) => {
      await current(templatesResource, trx, companyId, params.id as string, ifMatch)
      await assertRoom(trx, companyId, 1, 'document', storageQuotaBytes)
    })
  },
  prepare: ({ caller, body, settled }, services) =>
    storeDocument(body.document, caller.companyId, services, settled),
  handle: (input, services) =>
    changeDocument({ ...input, id: input.params.id }, services, (context) =>
      replaceDocument(context, input.prepared),
    ),
})

type Asked = Pick<EndpointInput, 'caller' | 'author' | 'ifMatch'> & { id: string }

export function changeDocument(
  { caller, author, ifMatch, id: templateId }: Asked,
  services: Services,
  work: (context: Versioning) => Promise<Replaced>,
) {
  const { companyId, personId } = caller
  const replacing = async (trx: Trx) => {
    const { id, now } = await current(templatesResource, trx, companyId, templateId, ifMatch)
    const { isChanged, filed } = await work({ trx, companyId, id, personId, now, services })
    if (!isChanged) return { result: filed, events: [] }
    const data = { fields: ['document'] }
    const event = { type: 'template.updated', resourceType: 'template', resourceId: id, data }
    const again = await reviewAgain({ trx, companyId, personId, now }, 'template', id)
    return { result: filed, events: [event, ...again] }
  }
  const show = showingFiled(templatesResource, { caller }, services)
  const read = (trx: Trx, filed: Filed | undefined) => show(trx, templateId, filed)
  return change(services.db, author, replacing, read) as Promise<{ data: z.input<typeof Template> }>
}
