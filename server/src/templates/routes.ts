import { z } from 'zod'
import { assertRoom } from '../assets/files.ts'
import { asCompany } from '../db/tenancy.ts'
import { listEndpoint } from '../http/list-endpoint.ts'
import { nounEndpoint } from '../http/noun-endpoint.ts'
import { changeEndpoint, createEndpoint, deleteEndpoint, oneEndpoint } from '../http/one-endpoint.ts'
import { uploadedFile } from '../http/upload.ts'
import { addTemplate } from './add.ts'
import { formFields, templateChange } from './body.ts'
import { changeTemplate } from './change.ts'
import { getDocument, putDocument } from './document-routes.ts'
import { storeDocument } from './documents.ts'
import { templatesResource } from './resource.ts'
import { setStatus } from './status.ts'
import { restoreTemplate, trashTemplate } from './trash.ts'
import { listVersions, restoreOneVersion } from './version-routes.ts'

const listTemplates = listEndpoint(templatesResource)
const getTemplate = oneEndpoint(templatesResource)

const createTemplate = createEndpoint(templatesResource, {
  scope: 'templates:write',
  description:
    'Takes an SVG that a design tool exported. It is cleaned; its size and its variables are read from it (elements ' +
    'whose id begins with `$`), and `preview_url` and `thumbnail_url` follow when it is drawn, some seconds later.',
  body: z.strictObject({ document: uploadedFile, ...formFields }),
  upload: { field: 'document' },
  async before({ caller: { companyId } }, { db, storageQuotaBytes }) {
    await asCompany(db, companyId, (trx) => assertRoom(trx, companyId, 1, 'document', storageQuotaBytes))
  },
  prepare: ({ caller, body, settled }, services) =>
    storeDocument(body.document.named(body.filename), caller.companyId, services, settled),
  create: ({ prepared, ...context }) => addTemplate(context, prepared),
})

const changeOneTemplate = changeEndpoint(templatesResource, {
  scope: 'templates:write',
  description:
    'Changes what is said of it. `tags` is the whole list; `variables` are changed where they are named. Its document ' +
    'is changed by `PUT …/document`.',
  body: templateChange,
  change: changeTemplate,
})

const deleteTemplate = deleteEndpoint(templatesResource, {
  scope: 'templates:write',
  summary: 'Put a template into the trash.',
  description: 'It may be restored for some days.',
  remove: ({ trx, companyId, id, now }) => trashTemplate(trx, companyId, id, now),
})

const restoreOneTemplate = nounEndpoint(templatesResource, {
  noun: 'restoration',
  scope: 'templates:write',
  summary: 'Bring a template back from the trash.',
  trashed: true,
  async act({ trx, companyId, id, now, events }) {
    if (await restoreTemplate(trx, companyId, id, now))
      events.push({ type: 'template.restored', resourceType: 'template', resourceId: id })
  },
})

const publishTemplate = nounEndpoint(templatesResource, {
  noun: 'publication',
  scope: 'templates:write',
  summary: 'Publish a template.',
  description: 'A draft, or one from the archive.',
  conflict: 'wrong_status',
  act: (context) => setStatus(context, 'published'),
})

const archiveTemplate = nounEndpoint(templatesResource, {
  noun: 'archival',
  scope: 'templates:write',
  summary: 'Archive a template that is published.',
  conflict: 'wrong_status',
  act: (context) => setStatus(context, 'archived'),
})

export const templateEndpoints = [
  listTemplates,
  createTemplate,
  getTemplate,
  changeOneTemplate,
  deleteTemplate,
  restoreOneTemplate,
  publishTemplate,
  archiveTemplate,
  getDocument,
  putDocument,
  listVersions,
  restoreOneVersion,
]
