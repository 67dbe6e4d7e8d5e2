import { z } from 'zod'
import {
  externalId,
  idInBody,
  metadata,
  moment,
  nameText,
  optionalText,
  text,
} from '../http/schemas/body-fields.ts'
import { asJson, asList, namedFile, orNull } from '../http/schemas/form-fields.ts'
import { visibleCharacter } from '../names.ts'
import { givenValues, givenValuesInForm } from '../property-values/body.ts'
import { givenTags } from '../tags/given-tags.ts'
import { tagList, tagsMax } from '../tags/tag-list.ts'
import { releaseTypes } from './availability.ts'
import { cleanFileName } from './file-names.ts'

/** The metadata of an asset that people and programs can set, as JSON or as form fields. */

/** Signed URLs are long. */
const urlLengthMax = 8_000
export const altTextLengthMax = 1_000
export const copyrightLengthMax = 500
const descriptionLengthMax = 10_000
const licenseLengthMax = 500
export const usageTermsLengthMax = 10_000
const releasesMax = 50
const releaseTextLengthMax = 500

const altText = optionalText(altTextLengthMax).describe('Text alternative to the image, for screen readers.')
const description = optionalText(descriptionLengthMax)
const copyright = optionalText(copyrightLengthMax)
const folder = idInBody('folder').nullable().describe('ID of the folder. Null for the root.')
const license = optionalText(licenseLengthMax).describe('License, such as `CC BY 4.0`, or a contract.')
const usageTerms = optionalText(usageTermsLengthMax).describe('Permitted uses of the asset.')
const availableFrom = moment.nullable().describe('When the right to use the asset begins.')
const expiresAt = moment.nullable().describe('When the right to use the asset ends.')
const share = z.number('must be a number.').min(0, 'must be 0 to 1.').max(1, 'must be 0 to 1.')
export const focalPoint = z
  .strictObject({ x: share, y: share }, 'must be an object of x and y.')
  .nullable()
  .describe('Point that stays visible when the image is cropped, 0 to 1 from the top left.')

const releases = z
  .array(
    z.strictObject(
      {
        type: z.enum(releaseTypes, `must be ${releaseTypes.join(' or ')}.`),
        name: text(releaseTextLengthMax),
        reference: optionalText(releaseTextLengthMax).default(null),
      },
      'must be an object of type, name and reference.',
    ),
    'must be a list.',
  )
  .max(releasesMax, `must not contain more than ${releasesMax} releases.`)
  .describe('Consents to publish what the asset shows. Replaces all of them.')

export const assetTags = tagList('asset')

export const fileName = z
  .string('must be a text.')
  .transform(cleanFileName)
  .refine((name) => visibleCharacter.test(name) && !/^\.+$/.test(name), 'must not be empty.')

export const assetChange = z.strictObject({
  name: nameText
    .optional()
    .describe('Name of the asset. A file that has the name of its asset is renamed with it.'),
  filename: fileName.optional().describe('Name of the file, with its extension.'),
  folder_id: folder.optional(),
  alt_text: altText.optional(),
  description: description.optional(),
  copyright: copyright.optional(),
  license: license.optional(),
  usage_terms: usageTerms.optional(),
  releases: releases.optional(),
  available_from: availableFrom.optional(),
  expires_at: expiresAt.optional(),
  external_id: externalId.optional(),
  focal_point: focalPoint.optional(),
  metadata: metadata.optional(),
  properties: givenValues.optional(),
  tags: givenTags
    .optional()
    .describe(
      'IDs or slugs of asset tags, or objects with `id` or `name`. Replaces all tags of the asset. `source: "auto"` ' +
        'suggests a tag. A suggestion that is listed with another source or none is accepted, and a suggestion that ' +
        'is not listed is rejected.',
    ),
})

/** The form fields, with the file's URL instead of the file. */
export const importFields = z.strictObject({
  url: text(urlLengthMax).describe('HTTPS URL of the file, on a public host.'),
  ...assetChange.shape,
  filename: fileName.optional().describe('Name of the file. Default: its name at the source.'),
  name: assetChange.shape.name.describe(
    'Name of the asset. Default: the file name at the source, without its extension.',
  ),
  tags: assetTags.optional().describe('IDs or slugs of asset tags.'),
})

export const formFields = {
  name: nameText.optional().describe('Name of the asset. Default: the file name without its extension.'),
  filename: namedFile.optional(),
  folder_id: orNull(folder).optional().describe('ID of the folder. Default: the root.'),
  alt_text: altText.optional(),
  description: description.optional(),
  copyright: copyright.optional(),
  license: license.optional(),
  usage_terms: usageTerms.optional(),
  releases: asJson(releases)
    .optional()
    .describe(
      'Releases as a JSON array, such as `[{"type":"model","name":"Ada Lind","reference":"file 12"}]`.',
    ),
  available_from: orNull(availableFrom).optional(),
  expires_at: orNull(expiresAt).optional(),
  external_id: externalId.optional(),
  focal_point: asJson(focalPoint)
    .optional()
    .describe('Focal point as JSON, 0 to 1 from the top left, such as `{"x":0.5,"y":0.5}`.'),
  metadata: asJson(metadata).optional().describe('Custom data of your integration, as a JSON object.'),
  properties: givenValuesInForm.optional(),
  tags: asList(assetTags, tagsMax)
    .optional()
    .describe('IDs or slugs of asset tags, separated by commas or in repeated fields.'),
}
