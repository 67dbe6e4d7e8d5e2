import { z } from 'zod'
import { idInBody, listUpTo, nameText, optionalText } from '../http/schemas/body-fields.ts'
import { pagePassword } from '../http/schemas/page-password.ts'
import { moment } from '../http/schemas/times.ts'
import { uploads } from './uploads.ts'

/** Maximum number of assets in a selection. A folder can share more. */
export const assetsMax = 200
/** Maximum number of presets. Each preset is a button on the page, for each of its files. */
export const presetsMax = 10
const messageLengthMax = 2_000

/** `original` is the file itself. The other sizes are renditions. */
export const downloadSizes = ['original', 'large', 'small'] as const
export type DownloadSize = (typeof downloadSizes)[number]

const assetIds = listUpTo(
  assetsMax,
  `must not contain more than ${assetsMax} assets. Share a folder instead.`,
  z.array(idInBody('asset'), 'must be a list.').min(1, 'must contain an asset.'),
).describe(`IDs of the assets, up to ${assetsMax}, in the order in which the page shows them.`)

const target = {
  asset_ids: assetIds.optional(),
  folder_id: idInBody('folder')
    .optional()
    .describe('ID of a folder. The page shows the current content of the folder and its subfolders.'),
  collection_id: idInBody('collection')
    .optional()
    .describe(
      'ID of a collection. The page shows the current assets in the collection, in collection order.',
    ),
  template_id: idInBody('template')
    .optional()
    .describe('ID of a template. The page shows its finished renders.'),
  brand_kit_id: idInBody('brandKit')
    .optional()
    .describe('ID of a brand kit. The page shows its logos, colors and fonts.'),
}

export const shareFields = {
  name: nameText.describe('Title of the page.'),
  message: optionalText(messageLengthMax).describe(
    `Text on the page, up to ${messageLengthMax.toLocaleString('en')} characters.`,
  ),
  password: pagePassword,
  download_sizes: listUpTo(
    downloadSizes.length,
    'must contain each size once.',
    z.array(z.enum(downloadSizes, `must be among ${downloadSizes.join(', ')}.`), 'must be a list.'),
  ).describe('Sizes that visitors can download. If empty, visitors see only previews.'),
  preset_ids: listUpTo(
    presetsMax,
    `must not contain more than ${presetsMax} presets.`,
    z.array(idInBody('preset'), 'must be a list.'),
  ).describe('IDs of presets in which visitors can download images, in order.'),
  ask_visitor: z
    .boolean('must be true or false.')
    .describe('Whether visitors must enter their name and e-mail address.'),
  uploads: uploads.nullable(),
  expires_at: moment
    .refine((at) => at.getTime() > Date.now(), 'must be in the future.')
    .nullable()
    .describe('Time after which the page is closed. Null for no expiry.'),
}

export const newShare = z.strictObject({
  ...target,
  name: shareFields.name,
  message: shareFields.message.default(null),
  password: shareFields.password.default(null),
  download_sizes: shareFields.download_sizes.default([...downloadSizes]),
  preset_ids: shareFields.preset_ids.default([]),
  ask_visitor: shareFields.ask_visitor.default(false),
  uploads: shareFields.uploads.default(null),
  expires_at: shareFields.expires_at.default(null),
})

export const shareChange = z.strictObject({
  asset_ids: assetIds.optional(),
  name: shareFields.name.optional(),
  message: shareFields.message.optional(),
  password: shareFields.password.optional(),
  download_sizes: shareFields.download_sizes.optional(),
  preset_ids: shareFields.preset_ids.optional(),
  ask_visitor: shareFields.ask_visitor.optional(),
  uploads: shareFields.uploads.optional(),
  expires_at: shareFields.expires_at.optional(),
})

export type NewShare = z.output<typeof newShare>
export type ShareChange = z.output<typeof shareChange>
