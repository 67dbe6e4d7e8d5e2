import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../../http/endpoints/crud-endpoints.ts'
import { hashingPassword } from '../../http/endpoints/hashed-password.ts'
import { listEndpoint } from '../../http/endpoints/list-endpoint.ts'
import { permitOpening } from '../../shares/targets.ts'
import { auditPage } from './audit.ts'
import { brandPageChange, newBrandPage } from './body.ts'
import { changePage, createPage } from './create.ts'
import { deletePage } from './delete.ts'
import { pagesResource } from './resource.ts'
import { examplesMax, sectionsMax } from './sections.ts'

const writeScope = 'shares:write'

const createBrandPage = hashingPassword(
  createEndpoint(pagesResource, {
    scope: writeScope,
    description:
      'Creates the page of a brand kit at `/b/{slug}` and returns it. It is published unless `is_published` is false. The page ' +
      'always shows the current brand kit: logos and their files, colors with their contrast, fonts, and design ' +
      `tokens, followed by up to ${sectionsMax} sections with up to ${examplesMax} images each. Anyone can open ` +
      'the page; if it has a password, visitors must enter it. A slug that is taken in any company is rejected with 422. ' +
      'The scopes `brandkit:read` and `assets:read` are also required.',
    body: newBrandPage,
    async create(context) {
      const { trx, caller, body, now } = context
      permitOpening(caller, { kind: 'brand_kit', takesUploads: false })
      const id = await createPage(trx, caller, body, now)
      const data = { is_published: body.is_published, has_password: body.password !== null }
      await auditPage(context, id, 'created', data)
      return id
    },
  }),
)

const changeBrandPage = hashingPassword(
  changeEndpoint(pagesResource, {
    scope: writeScope,
    description:
      'Updates the specified fields and returns the page. Changes apply immediately. `is_published: false` ' +
      'unpublishes the page and keeps its content. A new password ends the access of visitors who entered the old ' +
      'password. After a change of the slug, the former URL stops working, and other pages can use the former ' +
      'slug. The scopes `brandkit:read` and `assets:read` are also required.',
    body: brandPageChange,
    async change(context) {
      const { trx, caller, companyId, id, body, now } = context
      permitOpening(caller, { kind: 'brand_kit', takesUploads: false })
      await changePage(trx, companyId, id, body, now)
      const { password, is_published, ...others } = body
      if (password !== undefined)
        await auditPage(context, id, 'password_changed', { has_password: password !== null })
      if (is_published !== undefined) await auditPage(context, id, is_published ? 'published' : 'unpublished')
      const fields = Object.keys(others)
      if (fields.length > 0) await auditPage(context, id, 'updated', { fields })
    },
  }),
)

const deleteBrandPage = deleteEndpoint(pagesResource, {
  scope: writeScope,
  description:
    'Permanently deletes the page and its sections. The page is closed immediately. The brand kit is kept. Other ' +
    'companies can take the slug.',
  async remove(context) {
    await deletePage(context.trx, context.companyId, context.id)
    await auditPage(context, context.id, 'deleted')
  },
})

export const brandPageEndpoints = [
  listEndpoint(pagesResource),
  createBrandPage,
  getEndpoint(pagesResource),
  changeBrandPage,
  deleteBrandPage,
]
