import type { z } from 'zod'
import { namesAfter } from '../assets/file-names.ts'
import type { TemplateVariable, TemplateWords } from '../db/schema.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { given } from '../http/schemas/body-fields.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { changedValues } from '../property-values/given-values.ts'
import { assertRoom } from '../property-values/size-limit.ts'
import { writeValues } from '../property-values/write.ts'
import { setReview } from '../reviews/change.ts'
import { setTags } from '../tags/attach.ts'
import { tagIdsNamed } from '../tags/tag-list.ts'
import type { GivenTranslations } from '../translations/body.ts'
import { assertVariables, mergedTranslations } from '../translations/merge.ts'
import type { templateChange } from './body.ts'
import { assertFolders } from './variable-notes.ts'
import { keysOf, withNotes } from './variables.ts'
import { setTemplateWords } from './words.ts'

/** Changes the metadata of a template. Omitted fields stay unchanged. */
export async function changeTemplate(
  context: Changing<z.output<typeof templateChange>> & { id: Uuid },
): Promise<void> {
  const { trx, companyId, id, body, now, events } = context
  const { tags, metadata, properties, translations, variables, review, ...plain } = body
  if (review) events.push(...(await setReview(context, 'template', [id], review)))
  const named = await renamed(trx, companyId, id, plain)
  const template = await trx
    .updateTable('templates')
    .set({
      ...given(plain),
      ...named,
      ...(named.name !== undefined && { name_key: nameKey(named.name) }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
      ...(translations && { translations: await translated(trx, companyId, id, translations) }),
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning(['name', 'description', 'external_id', 'metadata', 'translations', 'variables', 'version'])
    .executeTakeFirstOrThrow()
  if (properties) {
    const values = await changedValues(trx, companyId, 'template', properties)
    await assertRoom(trx, companyId, 'template', id, values)
    await writeValues(trx, companyId, 'template', [id], values)
  }
  await setTemplateWords(trx, companyId, id, template)
  await assertFolders(trx, companyId, variables)
  if (variables)
    await setVariables(trx, companyId, id, template.version, withNotes(template.variables, variables))
  if (tags) await setTags(trx, companyId, 'template', id, await tagIdsNamed(trx, companyId, 'template', tags))
}

/**
 * The translations after a change, as they are stored.
 * @throws {ApiError} `invalid` for a variable that the template does not have.
 */
async function translated(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  given: GivenTranslations<TemplateWords>,
): Promise<string> {
  const { translations, variables } = await trx
    .selectFrom('templates')
    .select(['translations', 'variables'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assertVariables(given, translations, keysOf(variables))
  return JSON.stringify(mergedTranslations(translations, given))
}

type Names = { name?: string | undefined; filename?: string | undefined }

async function renamed(trx: Trx, companyId: CompanyId, id: Uuid, names: Names): Promise<Names> {
  if (names.name === undefined && names.filename === undefined) return {}
  const before = await trx
    .selectFrom('templates')
    .select(['name', 'filename'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return namesAfter({ ...before, extension: 'svg' }, names)
}

/** A template and its current version have the same variables. */
async function setVariables(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  version: number,
  variables: TemplateVariable[],
) {
  const set = { variables: JSON.stringify(variables) }
  await trx
    .updateTable('templates')
    .set(set)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('template_versions')
    .set(set)
    .where('company_id', '=', companyId)
    .where('template_id', '=', id)
    .where('version', '=', version)
    .execute()
}
