import { z } from 'zod'
import { idInBody, listUpTo, nameText, optionalText } from '../http/schemas/body-fields.ts'

/**
 * Maximum number of assets per collection, because every change of the items reads all of them and can renumber them.
 */
export const itemsMax = 1_000
export const idsMax = 100
const descriptionLengthMax = 2_000

const assetIds = (about: string) =>
  listUpTo(
    idsMax,
    `must not contain more than ${idsMax} assets. Send several requests.`,
    z.array(idInBody('asset'), 'must be a list.').min(1, 'must contain an asset.'),
  ).describe(`IDs of up to ${idsMax} ${about}.`)

export const collectionFields = {
  name: nameText.describe('Name on a single line. Unique within the company, ignoring case.'),
  description: optionalText(descriptionLengthMax).describe(
    `Description, up to ${descriptionLengthMax.toLocaleString('en')} characters.`,
  ),
  cover_asset_id: idInBody('asset')
    .nullable()
    .describe(
      'ID of the asset whose thumbnail represents the collection. The asset need not be in the collection. If ' +
        'null, the first asset is used.',
    ),
}

export const newCollection = z.strictObject({
  name: collectionFields.name,
  description: collectionFields.description.default(null),
  cover_asset_id: collectionFields.cover_asset_id.default(null),
  asset_ids: assetIds('assets, in order').optional(),
})

export const collectionChange = z.strictObject({
  name: collectionFields.name.optional(),
  description: collectionFields.description.optional(),
  cover_asset_id: collectionFields.cover_asset_id.optional(),
})

const place = {
  before_asset_id: idInBody('asset')
    .optional()
    .describe('ID of an asset in the collection. The assets are placed before this asset.'),
  after_asset_id: idInBody('asset')
    .optional()
    .describe('ID of an asset in the collection. The assets are placed after this asset.'),
}

const placed = (about: string) =>
  z
    .strictObject({ asset_ids: assetIds(about), ...place })
    .refine(
      ({ before_asset_id, after_asset_id }) => before_asset_id === undefined || after_asset_id === undefined,
      {
        path: ['after_asset_id'],
        error: 'must not be combined with before_asset_id.',
        when: () => true,
      },
    )

export const addedItems = placed('assets to add, in order')
export const movedItems = placed('assets to move, in the new order')
export const removedItems = z.strictObject({ asset_ids: assetIds('assets to remove') })

export type NewCollection = z.output<typeof newCollection>
export type CollectionChange = z.output<typeof collectionChange>
export type PlacedItems = z.output<typeof addedItems>
