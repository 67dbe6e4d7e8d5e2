import type { Removed } from '@atelier/svg/tree'
import type { Insertable } from 'kysely'
import type { Schema, TemplateTranslations, TemplateVariable } from '../db/schema.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { CheckedValues } from '../property-values/types.ts'
import { writeValues } from '../property-values/write.ts'
import { attachTags } from '../tags/attach.ts'
import { setTemplateWords } from './words.ts'

type Column = Insertable<Schema['templates']>

export type NewTemplate = Pick<
  Column,
  | 'name'
  | 'description'
  | 'type'
  | 'status'
  | 'width'
  | 'height'
  | 'unit'
  | 'page_count'
  | 'thumbnail_key'
  | 'preview_key'
> & {
  variables: TemplateVariable[]
  removed?: Removed[]
  metadata: Record<string, unknown>
  translations?: TemplateTranslations
  filename?: string | null
  external_id: string | null
  created_by: Uuid | null
  values?: CheckedValues
  tagIds: Uuid[]
  createdAt?: Date
}

export async function createTemplate(trx: Trx, companyId: CompanyId, template: NewTemplate): Promise<Uuid> {
  const { tagIds, values, createdAt = new Date(), ...columns } = template
  const id = newId(createdAt)
  await trx
    .insertInto('templates')
    .values({
      ...columns,
      company_id: companyId,
      id,
      name_key: nameKey(template.name),
      tags_count: new Set(tagIds).size,
      variables: JSON.stringify(template.variables),
      removed: JSON.stringify(template.removed ?? []),
      metadata: JSON.stringify(template.metadata),
      translations: JSON.stringify(template.translations ?? {}),
      updated_at: createdAt,
      published_at: template.status === 'draft' ? null : createdAt,
    })
    .execute()
  await attachTags(trx, companyId, 'template', id, tagIds)
  if (values) await writeValues(trx, companyId, 'template', [id], values)
  await setTemplateWords(trx, companyId, id, template)
  return id
}
