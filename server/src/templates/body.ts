import { z } from 'zod'
import { fileName } from '../assets/body.ts'
import { checkedFirst, externalId, metadata, nameText, optionalText } from '../http/schemas/body-fields.ts'
import { asJson, asList, namedFile } from '../http/schemas/form-fields.ts'
import { givenValues, givenValuesInForm } from '../property-values/body.ts'
import { givenReview } from '../reviews/states.ts'
import { tagList, tagsMax } from '../tags/tag-list.ts'
import { translationsInForm, translationsOf } from '../translations/body.ts'
import { creatableStatuses, types } from './resource.ts'
import { keyLengthMax, label, variableNotes, variablesNamedMax } from './variable-notes.ts'

/** The metadata of a template that people and programs can set, as JSON or as form fields. */

const descriptionLengthMax = 10_000

const description = optionalText(descriptionLengthMax)
const templateTags = tagList('template')

const variableWords = checkedFirst(
  (value) =>
    Object.keys(Object(value)).length > variablesNamedMax
      ? `must not have more than ${variablesNamedMax} variables.`
      : undefined,
  z.record(
    z.string().max(keyLengthMax),
    z.strictObject({ label: label.nullable().optional() }, 'must be an object with a label.').nullable(),
    'must be an object.',
  ),
).describe('Texts of the variables, by key.')

export const translations = translationsOf(
  z.strictObject(
    {
      name: nameText.nullable().optional(),
      description: description.optional(),
      variables: variableWords.nullable().optional(),
    },
    'must be an object of name, description and variables.',
  ),
)

export const templateChange = z.strictObject({
  name: nameText.optional(),
  filename: fileName.optional().describe('File name of the document, with its extension.'),
  description: description.optional(),
  type: z.enum(types).optional(),
  external_id: externalId.optional(),
  metadata: metadata.optional(),
  properties: givenValues.optional(),
  translations: translations.optional(),
  tags: templateTags.optional().describe('IDs or slugs of template tags. Replaces all tags of the template.'),
  variables: variableNotes.optional(),
  review: givenReview.optional(),
})

export const formFields = {
  name: nameText.optional().describe('Name of the template. Default: the file name without its extension.'),
  filename: namedFile.optional(),
  description: description.optional(),
  type: z.enum(types).optional().describe('Type of the template. Default: `image`.'),
  status: z.enum(creatableStatuses).optional().describe('Status of the new template. Default: `draft`.'),
  external_id: externalId.optional(),
  metadata: asJson(metadata).optional().describe('Custom data for your integration, as a JSON object.'),
  properties: givenValuesInForm.optional(),
  translations: translationsInForm(translations).optional(),
  tags: asList(templateTags, tagsMax)
    .optional()
    .describe('IDs or slugs of template tags, separated by commas or in repeated fields.'),
  variables: asJson(variableNotes)
    .optional()
    .describe(
      'Labels, required flags, types and rules of variables, as JSON such as ' +
        '`[{"key":"headline","label":"Headline","required":true,"max_length":60}]`. Variables that are not listed are optional.',
    ),
}
