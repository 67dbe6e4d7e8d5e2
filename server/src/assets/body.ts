import { z } from 'zod'
import { externalId, idInBody, metadata, moment, nameText, optionalText } from '../http/body.ts'
import { parseId } from '../ids.ts'

/** What people and programs may say of an asset, as JSON or as the fields of a form. */

const altTextLengthMax = 1_000
const copyrightLengthMax = 500
const descriptionLengthMax = 10_000
const tagsMax = 100

const altText = optionalText(altTextLengthMax).describe('What it shows, for whoever does not see it.')
const description = optionalText(descriptionLengthMax)
const copyright = optionalText(copyrightLengthMax)
const folder = idInBody('folder').nullable().describe('The folder that it is in; null at the root.')
const expiresAt = moment.nullable().describe('When the right to use it ends.')
const share = z.number('must be a number.').min(0, 'must be 0 to 1.').max(1, 'must be 0 to 1.')
const focalPoint = z
  .strictObject({ x: share, y: share }, 'must be an object of x and y.')
  .nullable()
  .describe('The point that a cropped picture keeps, from the top left, 0 to 1.')

/** Ids and slugs; which of them there are is for the query to find out. */
export const tagList = z
  .array(z.string('must hold ids or slugs of asset tags.').min(1).max(100), 'must be a list.')
  .max(tagsMax, `must not hold more than ${tagsMax} tags.`)
  .refine((list) => list.every((tag) => !tag.includes('\0')), 'must hold ids or slugs of asset tags.')
  .transform((list) => list.map((tag) => parseId('assetTag', tag) ?? tag))
  .meta({ override: { type: 'array', items: { type: 'string' } } })

export const assetChange = z.strictObject({
  name: nameText.optional(),
  folder_id: folder.optional(),
  alt_text: altText.optional(),
  description: description.optional(),
  copyright: copyright.optional(),
  expires_at: expiresAt.optional(),
  external_id: externalId.optional(),
  focal_point: focalPoint.optional(),
  metadata: metadata.optional(),
  tags: tagList.optional().describe('Ids or slugs of asset tags: the whole list.'),
})

/** A form has texts alone: an empty one is none, and what is not text comes as JSON. */
const textOf = { override: { type: 'string' as const } }
const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema).meta(textOf)
const asJson = <S extends z.ZodType>(schema: S) => z.preprocess(parsed, schema).meta(textOf)
/** One field with commas between, or one field for each. */
const asList = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) =>
      [value]
        .flat()
        .flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
        .map((text) => (typeof text === 'string' ? text.trim() : text))
        .filter((text) => text !== ''),
    schema,
  )

export const formFields = {
  name: nameText.optional().describe('The name of the file without its extension, when not given.'),
  folder_id: orNull(folder).optional().describe('The folder that it goes into; the root when not given.'),
  alt_text: altText.optional(),
  description: description.optional(),
  copyright: copyright.optional(),
  expires_at: orNull(expiresAt).optional(),
  external_id: externalId.optional(),
  focal_point: asJson(focalPoint).optional().describe('`{"x":0.5,"y":0.5}`.'),
  metadata: asJson(metadata).optional().describe('An object as JSON.'),
  tags: asList(tagList)
    .optional()
    .meta({ override: { type: 'string' } })
    .describe('Ids or slugs of asset tags, separated by commas or as several fields.'),
}

/** What is no JSON stays as it is: then it is no object, and the schema says so. */
function parsed(value: unknown) {
  if (value === '') return null
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
