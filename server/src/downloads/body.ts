import { z } from 'zod'
import { assetFilter } from '../assets/body-filter.ts'
import { idInBody, idsUpTo, nameText } from '../http/schemas/body-fields.ts'
import { folderId } from '../http/schemas/query-parameters.ts'
import { fileFormat } from './format.ts'

/** Maximum number of IDs: the largest value of `ARCHIVE_FILES_MAX`. */
const idsMax = 100_000

/** Limits for the bytes and values of the JSON: as many IDs as an archive can have. */
export const archiveJsonLimits = { bytesMax: 4 * 1024 ** 2, valuesMax: idsMax + 1_000, keysMax: 1_000 }

const sources = ['asset_ids', 'folder_id', 'collection_id', 'filter'] as const

export const archiveBody = z
  .strictObject({
    asset_ids: idsUpTo(idsMax, 'asset', `must not contain more than ${idsMax.toLocaleString('en')} ids.`)
      .optional()
      .describe('IDs of the assets, in the order of the zip.'),
    folder_id: folderId
      .optional()
      .describe(
        'ID of a folder, or `root`. The zip contains the files in the folder and in all subfolders, with the names ' +
          'of the subfolders as paths.',
      ),
    collection_id: idInBody('collection')
      .optional()
      .describe('ID of a collection. The zip contains the assets in the collection, in collection order.'),
    filter: assetFilter
      .optional()
      .describe(
        'Filters of `GET /api/assets`, such as `{"tag":["autumn"],"type":"image"}`. The zip contains all matching ' +
          'assets.',
      ),
    format: fileFormat.default('original'),
    preset: z
      .string('must be a string.')
      .optional()
      .describe(
        'Name of a preset, instead of `format`. Files that are not images are included unchanged, and `Report.txt` in the ' +
          'zip lists them.',
      ),
    include_unavailable: z
      .boolean('must be true or false.')
      .default(false)
      .describe('Whether the zip contains unavailable files. Requires the scope `assets:write`.'),
    name: nameText
      .optional()
      .describe(
        'Name of the zip, without `.zip`. Default: the folder or collection name, or `Assets` followed by the date.',
      ),
  })
  .refine((body) => sources.filter((name) => body[name] !== undefined).length === 1, {
    path: ['asset_ids'],
    error: `must be the only one of ${sources.join(', ')}, and one of them is required.`,
    when: () => true,
  })
  .refine(({ preset, format }) => preset === undefined || format === 'original', {
    path: ['preset'],
    error: 'must not be combined with format, which it determines.',
    when: () => true,
  })

export type ArchiveBody = z.output<typeof archiveBody>
