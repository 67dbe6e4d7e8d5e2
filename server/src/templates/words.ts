import type { TemplateTranslations } from '../db/schema.ts'
import { setWords } from '../db/search-filter.ts'
import { valuesIn } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { propertyTexts } from '../property-values/search-texts.ts'

type Searched = {
  name: string
  external_id: string | null
  description?: string | null
  metadata: Record<string, unknown>
  translations?: TemplateTranslations
}

/** The most important first. */
const searchTexts = (
  { name, external_id, description, metadata, translations = {} }: Searched,
  properties: readonly string[] = [],
): [name: string, ...(string | null | undefined)[]] => [
  name,
  external_id,
  ...Object.values(translations).map((words) => words.name),
  ...properties,
  description,
  ...valuesIn(metadata),
  ...Object.values(translations).map((words) => words.description),
]

/** Sets the search terms of a template, taken from its own texts and its custom properties. */
export async function setTemplateWords(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  template: Searched,
): Promise<void> {
  const texts = await propertyTexts(trx, companyId, 'template', [id])
  await setWords(trx, companyId, 'template', id, ...searchTexts(template, texts.get(id)))
}

/** Updates the search terms of templates whose custom properties have changed. */
export async function refreshTemplateWords(
  trx: Trx,
  companyId: CompanyId,
  ids: readonly Uuid[],
): Promise<void> {
  if (ids.length === 0) return
  const texts = await propertyTexts(trx, companyId, 'template', ids)
  const templates = await trx
    .selectFrom('templates')
    .select(['id', 'name', 'external_id', 'description', 'metadata', 'translations'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute()
  for (const template of templates)
    await setWords(trx, companyId, 'template', template.id, ...searchTexts(template, texts.get(template.id)))
}
