import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId } from '../ids.ts'
import { type RenderedTemplate, templateToRender } from '../renders/template.ts'

/** The current versions of templates. @throws {ApiError} `invalid` on `template_ids`; `wrong_status`. */
export async function templatesOf(
  trx: Trx,
  companyId: CompanyId,
  ids: readonly string[],
): Promise<RenderedTemplate[]> {
  const templates: RenderedTemplate[] = []
  for (const id of new Set(ids)) {
    try {
      templates.push(await templateToRender(trx, companyId, id, null))
    } catch (error) {
      throw error instanceof ApiError && error.code === 'not_found'
        ? invalid('template_ids', 'The selected template ids is invalid.')
        : error
    }
  }
  return templates
}
