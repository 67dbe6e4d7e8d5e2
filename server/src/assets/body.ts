import { z } from 'zod'
import { externalId, idInBody, metadata, nameText, optionalText, text } from '../http/schemas/body-fields.ts'
import { asJson, asList, namedFile, orNull } from '../http/schemas/form-fields.ts'
import { moment } from '../http/schemas/times.ts'
import { visibleCharacter } from '../names.ts'
import { givenValues, givenValuesInForm } from '../property-values/body.ts'
import { givenReview } from '../reviews/states.ts'
import { givenTags } from '../tags/given-tags.ts'
import { tagList, tagsMax } from '../tags/tag-list.ts'
import { translationsInForm, translationsOf } from '../translations/body.ts'
import { releaseTypes } from './availability.ts'
import { cleanFileName } from './file-names.ts'

/** The metadata of an asset that people and programs can set, as JSON or as form fields. */

/** Maximum length of a source URL. Signed URLs are long. */
const urlLengthMax = 8_000
export const altTextLengthMax = 1_000
export const copyrightLengthMax = 500
const descriptionLengthMax = 10_000
const licenseLengthMax = 500
export const usageTermsLengthMax = 10_000
/** Maximum length of the name that a visitor of a share enters. */
export const uploaderNameLengthMax = 200
const releasesMax = 50
const releaseTextLengthMax = 500

const altText = optionalText(altTextLengthMax).describe('Alternative text of the image, for screen readers.')
const description = optionalText(descriptionLengthMax)
const copyright = optionalText(copyrightLengthMax)

export const translations = translationsOf(
  z.strictObject(
    {
      name: nameText.nullable().optional(),
      description: description.optional(),
      alt_text: altText.optional(),
    },
    'must be an object of name, description and alt_text.',
  ),
)
const folder = idInBody('folder').nullable().describe('ID of the folder. Null for the root.')
const license = optionalText(licenseLengthMax).describe('License, such as `CC BY 4.0` or a contract.')
const usageTerms = optionalText(usageTermsLengthMax).describe('Permitted uses of the asset.')
const availableFrom = moment.nullable().describe('Time when the usage rights start.')
const expiresAt = moment.nullable().describe('Time when the usage rights end.')
const share = z.number('must be a number.').min(0, 'must be 0 to 1.').max(1, 'must be 0 to 1.')
export const focalPoint = z
  .strictObject({ x: share, y: share }, 'must be an object of x and y.')
  .nullable()
  .describe('Point that stays visible when the image is cropped, from 0 to 1, measured from the top left.')

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
  .describe('Consents of people in the asset and of owners of places and objects. Replaces all releases.')

export const assetTags = tagList('asset')

export const fileName = z
  .string('must be a text.')
  .transform(cleanFileName)
  .refine((name) => visibleCharacter.test(name) && !/^\.+$/.test(name), 'must not be empty.')

export const assetChange = z.strictObject({
  name: nameText
    .optional()
    .describe('Name of the asset. If the file name is the same as the asset name, the file is also renamed.'),
  filename: fileName.optional().describe('File name, with its extension.'),
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
  translations: translations.optional(),
  tags: givenTags
    .optional()
    .describe(
      'IDs or slugs of asset tags, or objects with `id` or `name`. Replaces all tags of the asset. `source: "auto"` ' +
        'suggests a tag. A suggestion that is sent with another source or without a source is accepted, and an ' +
        'omitted suggestion is rejected.',
    ),
  review: givenReview.optional(),
})

/** A new asset is a draft. */
const { review: _, ...newFields } = assetChange.shape

/** The form fields, with the file's URL instead of the file. */
export const importFields = z.strictObject({
  url: text(urlLengthMax).describe('HTTPS URL of the file, on a public host.'),
  ...newFields,
  filename: fileName.optional().describe("File name. Default: the source's file name."),
  name: assetChange.shape.name.describe(
    "Name of the asset. Default: the source's file name, without its extension.",
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
  metadata: asJson(metadata).optional().describe('Custom data for your integration, as a JSON object.'),
  properties: givenValuesInForm.optional(),
  translations: translationsInForm(translations).optional(),
  tags: asList(assetTags, tagsMax)
    .optional()
    .describe('IDs or slugs of asset tags, separated by commas or in repeated fields.'),
}
