import { z } from 'zod'
import { externalId, listUpTo, metadata, nameText, optionalText, text } from '../http/schemas/body-fields.ts'
import { asJson, asList, namedFile } from '../http/schemas/form-fields.ts'
import { tagList } from '../tags/named.ts'
import { creatableStatuses, types } from './resource.ts'

/** What people and programs may say of a template, as JSON or as the fields of a form. */

const descriptionLengthMax = 10_000
const labelLengthMax = 200
const keyLengthMax = 64
const variablesNamedMax = 500

const description = optionalText(descriptionLengthMax)
const templateTags = tagList('template')

const label = text(labelLengthMax).trim().min(1, 'is required.')
const required = z.boolean('must be true or false.')

/** What may be said of variables; what they are stands in the document. */
const variableNotes = listUpTo(
  variablesNamedMax,
  `must not contain more than ${variablesNamedMax} variables.`,
  z.array(
    z.strictObject({
      key: z
        .string('must be a string.')
        .max(keyLengthMax, `must not be longer than ${keyLengthMax} characters.`),
      label: label.optional(),
      required: required.optional(),
    }),
    'must be a list of objects with a key.',
  ),
).describe(
  'Variables to update, by `key`: their `label` in the user interface, and whether they are `required`.',
)

export type VariableNotes = z.output<typeof variableNotes>

export const templateChange = z.strictObject({
  name: nameText.optional(),
  description: description.optional(),
  type: z.enum(types).optional(),
  external_id: externalId.optional(),
  metadata: metadata.optional(),
  tags: templateTags.optional().describe('IDs or slugs of template tags. Replaces all tags of the template.'),
  variables: variableNotes.optional(),
})

export const formFields = {
  name: nameText.optional().describe('Name of the template. Default: the file name without its extension.'),
  filename: namedFile.optional(),
  description: description.optional(),
  type: z.enum(types).optional().describe('Type of the template. Default: `image`.'),
  status: z.enum(creatableStatuses).optional().describe('Status of the new template. Default: `draft`.'),
  external_id: externalId.optional(),
  metadata: asJson(metadata).optional().describe('Custom data of your integration, as a JSON object.'),
  tags: asList(templateTags)
    .optional()
    .meta({ override: { type: 'string' } })
    .describe('IDs or slugs of template tags, separated by commas or in repeated fields.'),
  variables: asJson(variableNotes)
    .optional()
    .describe(
      'Labels and required flags of variables, as JSON such as ' +
        '`[{"key":"headline","label":"Headline","required":true}]`. Variables that are not listed are ' +
        'optional.',
    ),
}
