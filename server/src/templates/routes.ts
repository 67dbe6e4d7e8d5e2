import { z } from 'zod'
import { assertRoom } from '../assets/files.ts'
import { asCompany } from '../db/tenancy.ts'
import { actionEndpoint } from '../http/endpoints/action-endpoint.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { uploadedFile } from '../http/files/upload.ts'
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
const getTemplate = getEndpoint(templatesResource)

const createTemplate = createEndpoint(templatesResource, {
  scope: 'templates:write',
  description:
    'Uploads an SVG file exported from a design tool and returns the new template. The SVG is sanitized. ' +
    'The size and the variables (elements whose `id` starts with `$`) are read from the file. ' +
    '`preview_url` and `thumbnail_url` are set a few seconds later, when the document is rendered.',
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
    'Updates the specified fields and returns the template. `tags` replaces all tags; `variables` ' +
    'updates only the listed variables. To replace the document, use `PUT …/document`.',
  body: templateChange,
  change: changeTemplate,
})

const deleteTemplate = deleteEndpoint(templatesResource, {
  scope: 'templates:write',
  summary: 'Delete a template',
  description: 'Moves the template to the trash. It can be restored until the trash retention period ends.',
  remove: ({ trx, companyId, id, now }) => trashTemplate(trx, companyId, id, now),
})

const restoreOneTemplate = actionEndpoint(templatesResource, {
  operationId: 'restoreTemplate',
  action: 'restoration',
  scope: 'templates:write',
  summary: 'Restore a template',
  description:
    'Restores the template from the trash and returns it. Restoring a template that is not in the trash is a no-op.',
  trashed: true,
  async act({ trx, companyId, id, now, events }) {
    if (await restoreTemplate(trx, companyId, id, now))
      events.push({ type: 'template.restored', resourceType: 'template', resourceId: id })
  },
})

const publishTemplate = actionEndpoint(templatesResource, {
  operationId: 'publishTemplate',
  action: 'publication',
  scope: 'templates:write',
  summary: 'Publish a template',
  description:
    'Publishes a draft or archived template and returns it. For any other status, returns 409 with the current `status`.',
  conflict: 'wrong_status',
  act: (context) => setStatus(context, 'published'),
})

const archiveTemplate = actionEndpoint(templatesResource, {
  operationId: 'archiveTemplate',
  action: 'archival',
  scope: 'templates:write',
  summary: 'Archive a template',
  description:
    'Archives a published template and returns it. For any other status, returns 409 with the current `status`.',
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
