import { z } from 'zod'
import { externalId, idInBody, metadata, moment, nameText, optionalText, text } from '../http/body.ts'
import { asJson, asList, namedFile, orNull } from '../http/form.ts'
import { tagList } from '../tags/named.ts'

/** What people and programs may say of an asset, as JSON or as the fields of a form. */

/** Signed ones are long. */
const urlLengthMax = 8_000
const altTextLengthMax = 1_000
const copyrightLengthMax = 500
const descriptionLengthMax = 10_000

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

export const assetTags = tagList('asset')

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
  tags: assetTags.optional().describe('Ids or slugs of asset tags: the whole list.'),
})

/** What the fields of the form say, and in place of the file where it is. */
export const importFields = z.strictObject({
  url: text(urlLengthMax).describe('Where the file is: https, at a public address.'),
  ...assetChange.shape,
  name: assetChange.shape.name.describe(
    'As the source names the file, without its extension, when not given.',
  ),
  tags: assetTags.optional().describe('Ids or slugs of asset tags.'),
})

export const formFields = {
  name: nameText.optional().describe('The name of the file without its extension, when not given.'),
  filename: namedFile.optional(),
  folder_id: orNull(folder).optional().describe('The folder that it goes into; the root when not given.'),
  alt_text: altText.optional(),
  description: description.optional(),
  copyright: copyright.optional(),
  expires_at: orNull(expiresAt).optional(),
  external_id: externalId.optional(),
  focal_point: asJson(focalPoint).optional().describe('`{"x":0.5,"y":0.5}`.'),
  metadata: asJson(metadata).optional().describe('An object as JSON.'),
  tags: asList(assetTags)
    .optional()
    .meta({ override: { type: 'string' } })
    .describe('Ids or slugs of asset tags, separated by commas or as several fields.'),
}
