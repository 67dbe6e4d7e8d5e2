import type { z } from 'zod'
import { titleOf } from '../assets/file-names.ts'
import type { TemplateWords } from '../db/schema.ts'
import type { Changing, Created } from '../http/endpoints/crud-endpoints.ts'
import { newValues } from '../property-values/given-values.ts'
import { tagIdsNamed } from '../tags/tag-list.ts'
import { assertVariables, mergedTranslations } from '../translations/merge.ts'
import type { formFields } from './body.ts'
import { createTemplate } from './create.ts'
import { nameOfDocument, type StoredDocument } from './documents.ts'
import { assertFolders } from './variable-notes.ts'
import { keysOf, variablesOf, withNotes } from './variables.ts'
import { addFirstVersion } from './versions.ts'

type Fields = z.output<z.ZodObject<typeof formFields>>

/** Creates a template from an uploaded document, with the uploader's metadata. */
export async function addTemplate(
  { trx, companyId, caller, body, now, services }: Changing<Fields>,
  document: StoredDocument,
): Promise<Created> {
  const { facts } = document
  await assertFolders(trx, companyId, body.variables)
  const variables = withNotes(variablesOf(facts.variables), body.variables)
  const translations = body.translations ?? {}
  assertVariables(translations, {}, keysOf(variables))
  const id = await createTemplate(trx, companyId, {
    name: body.name ?? titleOf(document.fileName),
    description: body.description ?? null,
    type: body.type ?? 'image',
    status: body.status ?? 'draft',
    width: facts.width,
    height: facts.height,
    unit: facts.unit,
    page_count: facts.pageCount,
    thumbnail_key: null,
    preview_key: null,
    variables,
    removed: facts.removed,
    filename: nameOfDocument(document.fileName),
    metadata: body.metadata ?? {},
    translations: mergedTranslations<TemplateWords>({}, translations),
    external_id: body.external_id ?? null,
    created_by: caller.personId,
    values: await newValues(trx, companyId, 'template', body.properties),
    tagIds: await tagIdsNamed(trx, companyId, 'template', body.tags ?? []),
    createdAt: now,
  })
  const context = { trx, companyId, id, personId: caller.personId, now, services }
  return { id, filed: await addFirstVersion(context, document, variables) }
}
