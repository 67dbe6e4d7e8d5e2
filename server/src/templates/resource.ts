import { z } from 'zod'
import { calledAs } from '../assets/file-names.ts'
import { askMatching } from '../db/filters.ts'
import type { TemplateVariable } from '../db/schema.ts'
import { searchAsked } from '../db/search-filter.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { anyOf, askTrash, exactlyAny, searchText, trashParameters } from '../http/schemas/query-parameters.ts'
import { publicId } from '../ids.ts'
import { lookUpProperties } from '../property-values/asked-values.ts'
import { presentValues, shownValues } from '../property-values/page-values.ts'
import { propertiesParameter } from '../property-values/parameters.ts'
import { lookUpReview } from '../reviews/settings.ts'
import { reviewStates, shownReview } from '../reviews/states.ts'
import type { Services } from '../services.ts'
import { lookUpTags } from '../tags/asked.ts'
import { askTags, TagReference, tagParameters, tagReference } from '../tags/parameters.ts'
import { type Localized, wordsIn } from '../translations/localize.ts'
import { TemplateTranslations } from '../translations/reply.ts'
import { Creator, creator, Id, Metadata, removed, removedOf, Time, time, timeOrNull } from '../wire.ts'
import { type TemplateRow, templates } from './queries.ts'
import { variableProperties, variableType } from './variable-notes.ts'
import { definitionsOf } from './variables.ts'

export const types = ['image', 'video', 'document'] as const
const statuses = ['draft', 'published', 'archived'] as const
/** A template is not created as archived. */
export const creatableStatuses = ['draft', 'published'] as const

const optionalProperties = Object.fromEntries(
  Object.entries(variableProperties).map(([name, schema]) => [name, schema.optional()]),
) as { [Name in keyof typeof variableProperties]: z.ZodOptional<(typeof variableProperties)[Name]> }

export const Variable = z
  .object({
    key: z.string().describe('Key of the variable, unique within the template.'),
    type: variableType,
    label: z.string().describe('Name in the user interface.'),
    required: z.boolean().describe('Whether a value is required.'),
    default: z
      .union([z.string(), z.number(), z.boolean()])
      .nullable()
      .describe('Value in the document. Null if there is none.'),
    list: z.string().optional().describe('Key of the list whose rows contain the variable.'),
    ...optionalProperties,
  })
  .meta({
    id: 'TemplateVariable',
    description: 'Part of a template that users fill in. Unset properties are absent.',
  })

export const unit = z.enum(['px', 'mm', 'in'])

export const Template = z
  .object({
    id: Id('template'),
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(types),
    status: z.enum(statuses),
    width: z.number().describe('Width in `unit`.'),
    height: z.number().describe('Height in `unit`.'),
    unit,
    page_count: z.int(),
    thumbnail_url: z
      .string()
      .nullable()
      .describe(
        'Signed URL of the thumbnail. Null until the document is rendered, which takes a few seconds.',
      ),
    preview_url: z
      .string()
      .nullable()
      .describe('Signed URL of the preview. Null until the document is rendered, which takes a few seconds.'),
    tags: z.array(TagReference),
    variables: z.array(Variable),
    removed,
    filename: z.string().describe('File name for downloads of the document.'),
    external_id: z.string().nullable(),
    metadata: Metadata,
    ...shownValues,
    translations: TemplateTranslations,
    review: shownReview,
    version: z.int().describe('Number of the current version. Incremented with every new document.'),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time,
    published_at: Time.nullable().describe('Time of the last publication.'),
    deleted_at: Time.nullable().describe('Time of deletion. Null unless the template is in the trash.'),
  })
  .meta({ id: 'Template' })

export const templatesResource = resource({
  kind: 'template',
  cacheable: true,
  path: '/templates',
  scope: 'templates:read',
  group: 'Templates',
  nouns: ['template', 'templates'],
  item: Template,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {
    search: searchText
      .optional()
      .describe(
        'Search terms. Each term matches any part of a word in the name and description and their translations, ' +
          'tags, external ID or values of `metadata`. If no word contains a term, words that differ by one typo match.',
      ),
    type: anyOf(z.enum(types)).optional().describe('Type of the templates.'),
    status: anyOf(z.enum(statuses)).optional().describe('Status of the templates.'),
    external_id: exactlyAny().optional().describe('ID of the template in your own system.'),
    review: anyOf(z.enum(reviewStates)).optional().describe('Review state of the templates.'),
    properties: propertiesParameter.optional(),
    ...trashParameters,
    ...tagParameters('templateTag'),
  },
  find: templates,
  ask: ({ search, type, status, external_id, review, properties, with_trashed, only_trashed, ...tags }) => ({
    search: searchAsked(search),
    ...askMatching('type', type),
    ...askMatching('status', status),
    ...askMatching('external_id', external_id),
    ...askMatching('review', review),
    properties,
    ...askTrash({ with_trashed, only_trashed }),
    ...askTags(tags),
  }),
  async lookUp(db, companyId, filters) {
    const tagged = await lookUpTags('template')(db, companyId, filters)
    return lookUpReview(db, companyId, await lookUpProperties('template')(db, companyId, tagged))
  },
  translationsOf: ({ translations }) => translations,
  present: presentTemplate,
})

function presentTemplate(
  row: JsonRow<TemplateRow>,
  { fileUrl }: Services,
  _: unknown,
  { language }: Localized = {},
): z.input<typeof Template> {
  const word = wordsIn(row, language)
  return {
    id: publicId('template', row.id),
    name: word(row.name, ({ name }) => name),
    description: word(row.description, ({ description }) => description),
    type: row.type,
    status: row.status,
    width: row.width,
    height: row.height,
    unit: row.unit,
    page_count: row.page_count,
    thumbnail_url: row.thumbnail_key && fileUrl(row.thumbnail_key),
    preview_url: row.preview_key && fileUrl(row.preview_key),
    tags: row.tags.map((tag) => tagReference('templateTag', tag)),
    variables: presentVariables(row.variables).map((variable) => ({
      ...variable,
      label: word(variable.label, ({ variables }) => variables?.[variable.key]?.label),
    })),
    removed: removedOf(row.removed),
    filename: documentOf(row),
    external_id: row.external_id,
    metadata: row.metadata,
    ...presentValues(row),
    translations: row.translations,
    review: row.review,
    version: row.version,
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
    published_at: timeOrNull(row.published_at),
    deleted_at: timeOrNull(row.deleted_at),
  }
}

/** File name of a document. Documents of earlier versions have none and get the name of the template. */
export const documentOf = ({ name, filename }: { name: string; filename: string | null }): string =>
  calledAs({ name, filename, extension: 'svg' })

export const presentVariables = (variables: readonly TemplateVariable[]): z.input<typeof Variable>[] =>
  definitionsOf(variables).map(({ key, type, label, required, default: preset, list, ...properties }) => ({
    key,
    type,
    label,
    required,
    default: preset,
    ...(list !== undefined && { list }),
    ...properties,
  }))
