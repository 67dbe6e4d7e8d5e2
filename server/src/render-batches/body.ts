import { z } from 'zod'
import { uploadedFile } from '../http/files/upload.ts'
import { externalId, metadata, text } from '../http/schemas/body-fields.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { asJson, asList } from '../http/schemas/form-fields.ts'
import { drawnFields } from '../renders/body.ts'
import { columnNameLengthMax, rowsMax } from '../row-files/limits.ts'
import { namePatternLengthMax } from './names.ts'

/** The request body of a batch: JSON with its rows, or a form with a file of rows. */

export const templatesMax = 10
const sizesMax = 10
const idLengthMax = 100
const columnsMappedMax = 200

const { variables: _, template_version: __, ...shared } = drawnFields
export const sharedFields = shared

const templateIds = z
  .array(z.string('must contain ids of templates.').max(idLengthMax), 'must be a list.')
  .min(1, 'must contain an id.')
  .max(templatesMax, `must not contain more than ${templatesMax} ids.`)
  .describe(`IDs of 1 to ${templatesMax} templates. Every row is rendered with every template.`)

// The number of columns is checked before each column is.
const columns = z
  .record(z.string(), z.unknown(), 'must be an object.')
  .refine((value) => Object.keys(value).length <= columnsMappedMax, {
    error: `must not name more than ${columnsMappedMax} variables.`,
    abort: true,
  })
  .pipe(z.record(z.string(), text(columnNameLengthMax)))
  .meta(
    documentedAs({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: columnNameLengthMax },
    }),
  )
  .nullable()
  .default(null)
  .describe(
    'Column for each variable, as an object such as `{"headline":"Title"}`. Other columns are then ignored. If ' +
      'null, columns must have the names of variables, and all columns are used.',
  )

const namePattern = text(namePatternLengthMax)
  .nullable()
  .default(null)
  .describe(
    'Pattern of the file names in the zip, such as `{sku}-{template}.png`: names of columns, `{row}` and `{template}` ' +
      'in braces, and `{size}`, such as `1080x1350`, if there are `sizes`. Names are made safe and unique. Default: ' +
      '`{row}`, with `{template}` and `{size}` if there are several.',
  )

const sizes = z
  .array(
    z.strictObject(
      { width: sharedFields.width, height: sharedFields.height, scale: sharedFields.scale },
      'must be an object.',
    ),
    'must be a list of objects.',
  )
  .min(1, 'must contain a size.')
  .max(sizesMax, `must not contain more than ${sizesMax} sizes.`)
  .nullable()
  .default(null)
  .describe(
    `1 to ${sizesMax} sizes in which every row is rendered, instead of \`width\`, \`height\` and \`scale\`.`,
  )

export const batchBody = z.strictObject({
  template_ids: templateIds,
  rows: z
    .array(z.unknown(), 'must be a list of objects.')
    .min(1, 'must contain a row.')
    .max(rowsMax, `must not contain more than ${rowsMax.toLocaleString('en')} rows.`)
    .meta(documentedAs({ type: 'array', items: { type: 'object', additionalProperties: true } }))
    .describe(
      'Rows as objects with values by column. The number of rows multiplied by the numbers of templates and sizes is ' +
        `at most ${rowsMax.toLocaleString('en')}.`,
    ),
  columns,
  name_pattern: namePattern,
  sizes,
  ...sharedFields,
  external_id: externalId.optional(),
  metadata: metadata.optional(),
})

/** Fields of the form. They are text, so numbers, lists and objects are JSON. */
export const batchForm = z.strictObject({
  file: uploadedFile.describe(
    'CSV, TSV, XLSX (first sheet) or NDJSON, in UTF-8. The first row contains the column names.',
  ),
  template_ids: asList(templateIds, templatesMax).describe(
    'IDs of the templates, separated by commas or in repeated fields.',
  ),
  columns: asJson(columns).describe(
    'Column for each variable, as a JSON object such as `{"headline":"Title"}`.',
  ),
  name_pattern: namePattern,
  sizes: asJson(sizes),
  format: sharedFields.format,
  width: asJson(sharedFields.width),
  height: asJson(sharedFields.height),
  scale: asJson(sharedFields.scale),
  quality: asJson(sharedFields.quality),
  background: sharedFields.background,
  language: sharedFields.language,
  brand_kit_id: sharedFields.brand_kit_id,
  check: sharedFields.check,
  pdf: asJson(sharedFields.pdf),
  external_id: externalId.optional(),
  metadata: asJson(metadata).optional(),
})

export type BatchAsked = Omit<z.output<typeof batchBody>, 'rows'>
export type BatchRequest = Omit<
  BatchAsked,
  'template_ids' | 'columns' | 'name_pattern' | 'sizes' | 'external_id' | 'metadata'
>
