import { z } from 'zod'
import { externalId, listUpTo, metadata, nameText, optionalText, text } from '../http/body.ts'
import { asJson, asList, namedFile } from '../http/form.ts'
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
  `must not hold more than ${variablesNamedMax} variables.`,
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
).describe('Variables by their `key`, with the `label` that people see and whether they are `required`.')

export type VariableNotes = z.output<typeof variableNotes>

export const templateChange = z.strictObject({
  name: nameText.optional(),
  description: description.optional(),
  type: z.enum(types).optional(),
  external_id: externalId.optional(),
  metadata: metadata.optional(),
  tags: templateTags.optional().describe('Ids or slugs of template tags: the whole list.'),
  variables: variableNotes.optional(),
})

export const formFields = {
  name: nameText.optional().describe('The name of the file without its extension, when not given.'),
  filename: namedFile.optional(),
  description: description.optional(),
  type: z.enum(types).optional().describe('`image` when not given.'),
  status: z.enum(creatableStatuses).optional().describe('`draft` when not given.'),
  external_id: externalId.optional(),
  metadata: asJson(metadata).optional().describe('An object as JSON.'),
  tags: asList(templateTags)
    .optional()
    .meta({ override: { type: 'string' } })
    .describe('Ids or slugs of template tags, separated by commas or as several fields.'),
  variables: asJson(variableNotes)
    .optional()
    .describe(
      'As JSON: `[{"key":"headline","label":"Headline","required":true}]`. What is not named is optional.',
    ),
}
